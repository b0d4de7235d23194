import * as vscode from "vscode";
import { must } from "../../host/commandFailure.ts";
import { withProgress } from "../../host/progress.ts";
import { listOf } from "../../texts/lists.ts";
import { connectionName } from "../../texts/environmentWords.ts";
import { untitled } from "../../texts/words.ts";
import type { Address } from "../../model/foundation/address.ts";
import type { InboundRelations } from "../../model/query/finding/inbound.ts";
import { headingOf } from "../../model/schemas/catalog.ts";
import type { Catalog } from "../../model/schemas/catalog.ts";
import type { CommandDependencies } from "../dependencies.ts";

/** Reads the current state of a file and its uses. */
export async function readUses(parts: CommandDependencies, address: Address) {
  const looking = vscode.l10n.t("Looking up where the file is used");
  const { catalog } = must(await parts.catalogs.service(address.connection));
  const [previewed, inbound] = await withProgress(looking, (signal) =>
    Promise.all([
      parts.mediaFiles.preview(address, signal),
      parts.lifecycle.inbound(address, { signal }),
    ]),
  );
  const connection = connectionName(parts.connections, address.connection);
  return { previewed: must(previewed), inbound: must(inbound), catalog, connection };
}

/** The documents that show a file. */
export function whereItIsUsed(
  { relations, total, unsearchable }: InboundRelations,
  { types }: Pick<Catalog, "types">,
): string[] {
  const names = relations.map(({ type: name, title }) => {
    const type = types.get(name);
    return `${type ? headingOf(type) : name} '${title || untitled()}'`;
  });
  const shown = [...new Set(names)];
  const others = Math.max(0, total - relations.length);
  const words = [...shown, ...Array<string>(others).fill("")];
  return [
    total > 0
      ? vscode.l10n.t("Used in: {documents}.", { documents: listOf(words) })
      : vscode.l10n.t("No documents are known to use the file."),
    ...(unsearchable.length > 0
      ? [
          vscode.l10n.t("Relations that can't be looked up: {fields}.", {
            fields: listOf(unsearchable),
          }),
        ]
      : []),
    vscode.l10n.t("Links to the file in text are not looked up."),
  ];
}
