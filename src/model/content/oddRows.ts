import { textIn, type JsonObject } from "../foundation/json.ts";
import type { ContentType } from "../schemas/catalog.ts";

/** A document that is passed over, because no request can read or change its draft. */
export interface OddRow {
  /** The documentId, or the id of the row if it has none. */
  readonly id: string;
  readonly why: OddRowReason;
  /** Empty if it has no title, or if that was not read. */
  readonly title: string;
}

/** `no-draft`: only a published version exists. */
export type OddRowReason = "no-document-id" | "no-locale" | "no-draft";

export function oddReasonOf(row: JsonObject, { localized }: ContentType): OddRowReason | undefined {
  if (textIn(row, "documentId") === "") return "no-document-id";
  return localized && row["locale"] === null ? "no-locale" : undefined;
}

export const oddRowsIn = (rows: readonly JsonObject[], type: ContentType): OddRow[] =>
  rows.flatMap((row) => {
    const why = oddReasonOf(row, type);
    return why ? oddRow(row, why, type) : [];
  });

export const oddRow = (row: JsonObject, why: OddRowReason, type: ContentType): OddRow => ({
  id: textIn(row, "documentId") || JSON.stringify(row["id"]),
  why,
  title: textIn(row, type.titleField ?? "").trim(),
});
