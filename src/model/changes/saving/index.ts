/** What becomes of unsaved texts. It is loaded with the first document. */
export { mayPass } from "./gate.ts";
export { pendingIn, previewOf } from "./review.ts";
export { save } from "./saver.ts";
