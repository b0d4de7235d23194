/** What becomes of unsaved texts. It is loaded with the first of them. */
export { mayPass } from "./gate.ts";
export { pendingIn, previewOf } from "./review.ts";
export { save } from "./saver.ts";
