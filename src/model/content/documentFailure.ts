import type { JsonFailure } from "../foundation/jsonText.ts";
import type { SchemaFailure } from "../schemas/schemaFailure.ts";

/** Why a text can't be used as the content of a document. */
export type TextFailure =
  | JsonFailure
  /** The text is valid JSON but not an object. */
  | { readonly code: "not-an-object" };

/** Why a document can't be read, including the failures of reading its schema. */
export type DocumentFailure =
  | SchemaFailure
  | TextFailure
  /** The document is no longer on the service. */
  | { readonly code: "gone" }
  /** The single type has no content in that locale yet. */
  | { readonly code: "nothing-yet" };
