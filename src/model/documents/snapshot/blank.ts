import type { Address } from "../../foundation/address.ts";
import { schemaOf, toText } from "../content/documentText.ts";
import { noVersions } from "./standing.ts";
import { nothingUnseen } from "../content/unseen.ts";

/** What there is to say of a document that is gone, and that this window never saw. */
export const nothing = {
  created: 0,
  text: "",
  title: "",
  isReadonly: false,
  facts: {},
  unseen: nothingUnseen,
  family: "",
  standing: noVersions,
};

/** What there is of a document before its first save, a Snapshot: what is written in it are changes of this. */
export function blank({ connection, type }: Pick<Address, "connection" | "type">) {
  const content = { $schema: schemaOf(connection, type) };
  return { ...nothing, version: 0, content, text: toText(content) };
}
