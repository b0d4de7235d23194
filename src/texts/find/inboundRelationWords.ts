import * as l10n from "@vscode/l10n";
import type { InboundRelation, InboundRelations } from "../../model/find/inboundRelations.ts";
import { headingOf, type Catalog } from "../../model/schemas/catalog.ts";
import type { Service } from "../../model/schemas/catalogs.ts";
import { listOf, nonEmpty, type NameList } from "../shared/nameList.ts";
import { unsearchableWords } from "../shared/changeReportWords.ts";
import { untitled } from "../shared/failureWords.ts";

/** The documents that have relations, each once, such as `Articles 'Tea in the Garden'`. */
export const relationSources = (
  relations: readonly Pick<InboundRelation, "type" | "title">[],
  { types }: Pick<Catalog, "types">,
): string[] => [
  ...new Set(
    relations.map(({ type: name, title }) => {
      const type = types.get(name);
      return `${type ? headingOf(type) : name} '${title || untitled()}'`;
    }),
  ),
];

/** The same for all relations to a document, as a list in a sentence. */
export function listRelationSources(
  { relations, total }: InboundRelations,
  catalog: Pick<Catalog, "types">,
  list: NameList = listOf,
): string {
  const names = relationSources(relations, catalog);
  const others = Math.max(0, total - relations.length);
  return list(names, names.length + others);
}

export const inboundRelationsWords = (
  inbound: InboundRelations,
  { catalog }: Service,
  list: NameList = listOf,
): string[] =>
  nonEmpty(
    inbound.total > 0 &&
      l10n.t("Relations from other documents that are also removed: {documents}.", {
        documents: listRelationSources(inbound, catalog, list),
      }),
    unsearchableWords(inbound, list),
  );
