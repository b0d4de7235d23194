import {
  isMediaFile,
  isNew,
  isUser,
  localizationTarget,
  singleId,
} from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import { createDraft } from "./creation.ts";
import { groupOf, noLocale } from "../journal/journalEntry.ts";
import { textIn } from "../../foundation/json.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import { lostIn } from "../writing/verification.ts";
import type { Written } from "../writing/writer.ts";
import { titleOf } from "../../documents/snapshot/reader.ts";
import { recorded } from "../journal/recorded.ts";
import { requireMissingLocale } from "./missingLocale.ts";
import { createUser } from "./userCreation.ts";
import type { Made, Parts, Wanted } from "./userCreation.ts";

/** Makes the document, or what it lacks in that locale: a draft where its type has drafts, else it is live at once. */
export async function createNew(wanted: Wanted, parts: Parts): Promise<Outcome<Made>> {
  if (isUser(wanted.address)) return createUser(wanted, parts);
  // A file is made by an upload.
  if (isMediaFile(wanted.address)) return failed({ code: "read-only" });
  const { connection, type: name } = wanted.address;
  const [unknown, service] = await parts.catalogs.type(connection, name);
  if (unknown) return failed(unknown);
  const target = localizationTarget(wanted.address);
  if (!target) return createIn(service, wanted, parts);
  const [refusal] = await requireMissingLocale(service, target);
  return refusal ? failed(refusal) : createIn(service, { ...wanted, address: target }, parts, true);
}

async function createIn(
  service: TypedService,
  wanted: Wanted,
  parts: Parts,
  isLocalization = false,
): Promise<Outcome<Made>> {
  const { address, content } = wanted;
  const isSingle = service.type.kind === "single";
  const isDocument = !isLocalization && (isNew(address) || isSingle);
  const place = isSingle ? { ...address, id: singleId } : address;
  const { locale = noLocale } = address;
  const at = ({ snapshot: { facts } }: Written): Address =>
    isSingle ? place : { ...address, id: textIn({ ...facts }, "documentId") };
  const entry = {
    action: isDocument ? "create" : "localize",
    address: place,
    title: titleOf(content, service.type),
    paths: [],
    before: {},
    after: { [locale]: content },
    ...groupOf(wanted),
  } as const;
  const [failure, written] = await recorded(parts.journal, entry, service, {
    send: () => createDraft(service, place, content),
    after: ({ snapshot }) => ({ [locale]: snapshot.content }),
    expected: ({ deviations }) =>
      lostIn(deviations).length > 0 ? { [locale]: content } : undefined,
    at,
  });
  return failure ? failed(failure) : done({ address: at(written), ...written });
}
