import * as l10n from "@vscode/l10n";
import type { InboundRelations } from "../model/query/finding/inbound.ts";
import { headingOf } from "../model/schemas/catalog.ts";
import type { Service } from "../model/schemas/catalogs.ts";
import { listOf, nonEmpty } from "./lists.ts";
import { untitled } from "./words.ts";

/** The documents whose relations a delete removes. */
export function inboundRelationsWords(
  { relations, total, unsearchable }: InboundRelations,
  { catalog }: Service,
): string[] {
  const nameOf = (type: string) => {
    const known = catalog.types.get(type);
    return known ? headingOf(known) : type;
  };
  const named = relations.map(({ type, title }) => `${nameOf(type)} '${title || untitled()}'`);
  const shown = [...new Set(named)];
  const others = Math.max(0, total - relations.length);
  const words = [...shown, ...Array<string>(others).fill("")];
  return nonEmpty(
    total > 0 &&
      l10n.t("Relations from other documents that are also removed: {documents}.", {
        documents: listOf(words),
      }),
    unsearchable.length > 0 &&
      l10n.t("Relations that can't be looked up: {fields}.", {
        fields: listOf(unsearchable),
      }),
  );
}
