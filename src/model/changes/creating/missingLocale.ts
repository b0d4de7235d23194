import { isSingle } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import { textIn } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import { readLocalizations } from "../../reading/documentReader.ts";

/**
 * Fails unless the document exists and lacks the locale of the address, and the service lists that
 * locale.
 */
export async function requireLocaleMissing(
  service: TypedService,
  address: Address,
): Promise<Outcome<null, ChangeFailure>> {
  const { locale = "" } = address;
  const unlisted = unlistedLocaleFailure(service, locale);
  if (unlisted) return failed(unlisted);
  const [unread, rows] = await readLocalizations(service, address, { status: "draft" });
  if (unread) return failed(unread);
  // A route may return other documents than the requested one.
  const own = rows.filter((row) => isSingle(address) || row["documentId"] === address.id);
  if (own.length === 0) return failed({ code: "gone" });
  const isThere = own.some((row) => textIn(row, "locale") === locale);
  return isThere ? failed({ code: "locale-there", locale }) : done(null);
}

/** The service itself accepts and stores any text as a locale. */
export function unlistedLocaleFailure(
  { type, catalog }: TypedService,
  locale: string,
): ChangeFailure | undefined {
  const isInList = type.localized && catalog.locales.some(({ code }) => code === locale);
  return isInList ? undefined : { code: "unknown-locale", locale };
}
