import type { Address } from "../../src/model/foundation/address.ts";
import { toText } from "../../src/model/content/documentText.ts";
import { prepareLocalization } from "../../src/model/locales/newLocalization.ts";
import { done, failed } from "../../src/model/foundation/outcome.ts";
import type { Outcome } from "../../src/model/foundation/outcome.ts";
import type { Failure } from "../../src/model/failure.ts";
import type { TestModel } from "./testModel.ts";

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
  model: TestModel,
): Promise<Outcome<Added, Failure>> {
  const [impossible, begun] = await prepareLocalization(from, locale, model);
  if (impossible) return failed(impossible);
  const { address, content, omitted, unread } = begun;
  await model.open(address);
  const text = toText(content);
  await model.documents.edits.begin(address, text);
  const [failure] = await model.save(address, text);
  if (failure) return failed(failure);
  const localization = model.documents.edits.createdDocument(address);
  if (!localization) throw new Error("The save added no localization");
  return done({ address: localization.address, omitted, unread });
}
