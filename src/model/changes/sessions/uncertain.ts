import type { JsonObject } from "../../foundation/json.ts";

/** A save that got no answer, so that nobody knows whether it was carried out. */
export interface UnconfirmedSave {
  /** The text that was saved. */
  readonly sent: JsonObject;
  /** What the service held then, and what it was to hold. */
  readonly before: JsonObject;
  readonly after: JsonObject;
}
