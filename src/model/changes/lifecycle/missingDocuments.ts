/** What a document that is missed needs. It is loaded with the first document. */
export { localizationsOf } from "./localizing.ts";
export { recreate } from "./recreate.ts";
