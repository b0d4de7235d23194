import type { Address } from "../../src/model/foundation/address.ts";
import { toText } from "../../src/model/documents/content/documentText.ts";
import { prepareLocalization } from "../../src/model/changes/lifecycle/localizing.ts";
import { done, failed } from "../../src/model/foundation/outcome.ts";
import type { Outcome } from "../../src/model/foundation/outcome.ts";
import type { Failure } from "../../src/model/failure.ts";
import type { Desk } from "./desk.ts";

/** An added localization, and the paths of the source that it lacks. */
interface Added {
  readonly address: Address;
  readonly omitted: readonly string[];
  readonly unread: readonly string[];
}

/** Prepares a localization, opens it and saves it unchanged. */
export async function addLocalization(
  from: Address,
  locale: string,
  desk: Desk,
): Promise<Outcome<Added, Failure>> {
  const [impossible, begun] = await prepareLocalization(from, locale, desk);
  if (impossible) return failed(impossible);
  const { address, content, omitted, unread } = begun;
  await desk.open(address);
  const text = toText(content);
  await desk.documents.edits.begin(address, text);
  const [failure] = await desk.save(address, text);
  if (failure) return failed(failure);
  const made = desk.documents.edits.createdDocument(address);
  if (!made) throw new Error("The save added no localization");
  return done({ address: made.address, omitted, unread });
}
