import { isUser } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { Catalogs } from "../../schemas/catalogs.ts";
import { fromText } from "../../documents/content/documentText.ts";
import type { Edits } from "../sessions/edits.ts";
import { serviceFor } from "../../schemas/userType.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { Finding } from "../../foundation/finding.ts";
import { validate } from "./validate.ts";
import { validateUser } from "./validateUser.ts";

interface ValidationDependencies {
  readonly catalogs: Catalogs;
  readonly edits: Edits;
}

/** What the service would refuse of the text of a document. */
export async function findingsIn(
  text: string,
  address: Address,
  { catalogs, edits }: ValidationDependencies,
): Promise<Outcome<readonly Finding[]>> {
  const [invalid, content] = fromText(text);
  if (invalid) return failed(invalid);
  const [unknown, service] = await serviceFor(address, content, catalogs);
  if (unknown) return failed(unknown);
  const base = await edits.base(address);
  return done(
    isUser(address)
      ? await validateUser(content, service, base)
      : await validate(content, service, base, edits.lastContent(address)),
  );
}
