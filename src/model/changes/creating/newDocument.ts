import {
  isMediaFile,
  isNew,
  isUser,
  localizationTarget,
  singleId,
} from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import { createDraft } from "./creation.ts";
import { contentIn } from "../journal/journalEntry.ts";
import { textIn } from "../../foundation/json.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import { agreeToTakeovers } from "../elsewhere/takeovers.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import type { WriteResult } from "../writing/writer.ts";
import { titleOf } from "../../documents/reader.ts";
import { writeRecordedContent } from "../writing/recorded.ts";
import { requireLocaleMissing } from "./missingLocale.ts";
import { createUser } from "./userCreation.ts";
import type { CreateResult, CreateDependencies, CreateRequest } from "./userCreation.ts";

/**
 * Creates the document, or its missing localization: as a draft if the type has drafts, otherwise
 * live at once.
 */
export async function createFromText(
  request: CreateRequest,
  parts: CreateDependencies,
): Promise<Outcome<CreateResult, ChangeFailure>> {
  if (isUser(request.address)) return createUser(request, parts);
  // A file is created by an upload.
  if (isMediaFile(request.address)) return failed({ code: "read-only" });
  const { connection, type: name } = request.address;
  const [unknown, service] = await parts.catalogs.type(connection, name);
  if (unknown) return failed(unknown);
  const target = localizationTarget(request.address);
  if (!target) return createRecordedDraft(service, request, parts);
  const [refusal] = await requireLocaleMissing(service, target);
  return refusal
    ? failed(refusal)
    : createRecordedDraft(service, { ...request, address: target }, parts, true);
}

async function createRecordedDraft(
  service: TypedService,
  request: CreateRequest,
  parts: CreateDependencies,
  isLocalization = false,
): Promise<Outcome<CreateResult, ChangeFailure>> {
  const { address, content } = request;
  const isSingle = service.type.kind === "single";
  const isDocument = !isLocalization && (isNew(address) || isSingle);
  const place = isSingle ? { ...address, id: singleId } : address;
  const at = ({ snapshot: { facts } }: WriteResult): Address =>
    isSingle ? place : { ...address, id: textIn({ ...facts }, "documentId") };
  const [refusal, elsewhere] = await agreeToTakeovers(service, place, { content }, request);
  if (refusal) return failed(refusal);
  const entry = {
    action: isDocument ? "create" : "localize",
    address: place,
    title: titleOf(content, service.type),
    after: contentIn(place, content),
    group: request.group,
    elsewhere,
  } as const;
  const [failure, written] = await writeRecordedContent(parts.journal, entry, service, {
    send: () => createDraft(service, place, content),
    at,
  });
  if (failure) return failed(failure);
  const report = { ...written.report, elsewhere };
  return done({ address: at(written), ...written, report });
}
