import { readEarlierRuns } from "../bulk/importing/earlierRuns.ts";
import type { ResultsStore } from "../bulk/importing/results.ts";
import { singleId } from "../foundation/address.ts";
import { groupedBy } from "../foundation/chunks.ts";
import type { CopyDocument, CopyPart } from "./copyDocuments.ts";
import type { CopyTypes } from "./copyTypes.ts";

/**
 * The documents that interrupted runs wrote and may not have published. Documents that a run wrote
 * as drafts only are not among them. No attribute of them is
 * copied again. Their titles are unknown.
 */
export async function documentsToPublish(
  results: ResultsStore,
  types: CopyTypes,
): Promise<readonly CopyDocument[]> {
  const collection = { connection: types.connections.to, type: "" };
  const { writtenDocuments } = await readEarlierRuns(results.lines(), collection);
  const found = writtenDocuments.flatMap(({ documentId, locale, collections }) =>
    sourcesOf({ documentId, collections }, types).map((source) => ({ ...source, locale })),
  );
  const byDocument = groupedBy(found, ({ type, fromId }) => `${type} ${fromId}`);
  return [...byDocument.values()].flatMap((parts) => {
    const [first] = parts;
    if (!first) return [];
    const { type, fromId, toId } = first;
    const locales = new Set(parts.map(({ locale }) => locale));
    return { type, fromId, toId, title: "", parts: [...locales].map(partToPublish) };
  });
}

const partToPublish = (locale: string | undefined): CopyPart => ({
  ...(locale !== undefined && { locale }),
  names: [],
});

type Source = Required<Pick<CopyDocument, "type" | "fromId" | "toId">>;

/** The documents of the source that are known to be the same as a written document. */
function sourcesOf(
  {
    documentId,
    collections,
  }: { readonly documentId: string; readonly collections: readonly string[] },
  types: CopyTypes,
): readonly Source[] {
  return types.uids.flatMap((uid): Source | [] => {
    const type = types.of(uid)?.to.type;
    if (!type || !collections.includes(type.name)) return [];
    const isSingle = type.kind === "single" && documentId === singleId;
    const fromId = isSingle ? singleId : types.pairs.counterpart("to", uid, documentId);
    return fromId === undefined ? [] : { type: uid, fromId, toId: documentId };
  });
}
