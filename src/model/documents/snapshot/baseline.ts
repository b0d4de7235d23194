import type { Address } from "../../foundation/address.ts";
import { schemaOf, toText } from "../content/documentText.ts";
import { neverPublished } from "./publicationStatus.ts";
import { nothingUnread } from "../content/unreadAttributes.ts";

/** What there is to say of a document that is gone, and that this window never saw. */
export const emptySnapshot = {
  created: 0,
  text: "",
  title: "",
  isReadonly: false,
  facts: {},
  unread: nothingUnread,
  localeVersions: "",
  publication: neverPublished,
};

/** What there is of a document before its first save, a Snapshot: what is written in it are changes of this. */
export function baselineOf({ connection, type }: Pick<Address, "connection" | "type">) {
  const content = { $schema: schemaOf(connection, type) };
  return { ...emptySnapshot, version: 0, content, text: toText(content) };
}
