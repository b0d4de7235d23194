import { isUser } from "../address.ts";
import type { Address } from "../address.ts";
import type { Catalogs } from "../schemas/catalogs.ts";
import { fromText } from "../documents/documentText.ts";
import type { Edits } from "../documents/edits.ts";
import type { Outcome } from "../outcome.ts";
import { done, failed } from "../outcome.ts";
import type { Finding } from "./finding.ts";
import { validate } from "./validate.ts";

interface Parts {
  readonly catalogs: Catalogs;
  readonly edits: Edits;
}

/** What the service would refuse of the text of a document; of users only the service knows. */
export async function findingsIn(
  text: string,
  address: Address,
  { catalogs, edits }: Parts,
): Promise<Outcome<readonly Finding[]>> {
  if (isUser(address)) return done([]);
  const [invalid, content] = fromText(text);
  if (invalid) return failed(invalid);
  const [unknown, service] = await catalogs.type(address.connection, address.type);
  if (unknown) return failed(unknown);
  return done(await validate(content, service, await edits.base(address), edits.read(address)));
}
