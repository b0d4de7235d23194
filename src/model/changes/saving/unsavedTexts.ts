/** The handling of unsaved texts. It is loaded with the first document. */
export { decideSave, pendingChangesOf, previewSave } from "./saving.ts";
export { saveSession } from "./saver.ts";
