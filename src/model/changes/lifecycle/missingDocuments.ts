/** The actions for missing documents. It is loaded with the first document. */
export { localizationsOf } from "./localizing.ts";
export { recreate } from "./recreate.ts";
