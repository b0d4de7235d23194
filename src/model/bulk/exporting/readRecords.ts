import type { CallOptions } from "../../../client/index.ts";
import { usersType } from "../../foundation/address.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { asJson } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import { searchOf } from "../../reading/pageReader.ts";
import type { OddRow } from "../../content/oddRows.ts";
import { shapesFor } from "../../content/requestShape.ts";
import type { Shapes } from "../../content/requestShape.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import { readDrafts, userPages } from "../batch/readTargets.ts";
import type { DocumentGroup } from "../batch/readTargets.ts";
import type { BulkFailure } from "../bulkFailure.ts";
import { recordedFields, recordOf } from "../formats/record.ts";

/** A service, one of its types, and the attributes to export. */
export interface Exportable extends TypedService {
  readonly names: readonly string[];
  /** The relations that the token can't read; absent if that is unknown. */
  readonly hidden?: readonly string[];
  /** The attributes of `names` whose values the service may return incompletely. */
  readonly partial?: readonly string[];
}

/** Records, and the documents that are passed over. */
export interface RecordPage {
  readonly records: readonly JsonObject[];
  readonly odd: readonly OddRow[];
}

/** Pages of records. A failure is the last item. */
export type RecordPages = AsyncGenerator<Outcome<RecordPage, BulkFailure>, void, void>;

/**
 * Reads drafts or users as records, page by page, in the order of their ids. Writes during the read
 * therefore don't move items that are still unread. Ends after the last page or with a failure.
 */
export const readRecords = (
  group: DocumentGroup,
  from: Exportable,
  options: CallOptions,
): RecordPages =>
  group.type === usersType
    ? userRecords(group, from, options)
    : documentRecords(group, from, options);

async function* documentRecords(
  group: DocumentGroup,
  from: Exportable,
  options: CallOptions,
): RecordPages {
  const names = [...from.names, ...searchOf(group, from).names];
  for await (const [failure, page] of readDrafts(group, from, recordShapes(from, names), options)) {
    if (failure) return yield failed(failure);
    const records = page.rows.map(({ draft, status }) => recordOf(draft, from, status.state));
    yield done({ records, odd: page.odd });
  }
}

/** The shapes of the requests for records with these attributes. */
export const recordShapes = (from: Exportable, names = from.names): Shapes =>
  shapesFor(from, { names, references: recordedFields });

async function* userRecords(
  group: DocumentGroup,
  from: Exportable,
  options: CallOptions,
): RecordPages {
  for await (const [failure, found] of userPages(group, from, options)) {
    if (failure) return yield failed(failure);
    yield done({ records: found.map((user) => recordOf(asJson(user), from)), odd: [] });
  }
}
