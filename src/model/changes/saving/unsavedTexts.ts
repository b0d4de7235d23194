/** The handling of unsaved texts. It is loaded with the first document. */
export { decideSave } from "./saving.ts";
export { pendingChangesOf, previewSave } from "./review.ts";
export { saveSession } from "./saver.ts";
