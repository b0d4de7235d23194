import * as vscode from "vscode";
import { separator } from "../../host/shared/stepInput.ts";
import { showQuickPick } from "../../host/surfaces/inputs.ts";
import { endWith, must } from "../../host/shared/commandFailure.ts";
import { unsearchableWords } from "../../texts/shared/changeReportWords.ts";
import { nonEmpty } from "../../texts/shared/nameList.ts";
import { runTask } from "../../host/shared/progressNotification.ts";
import { numeral, untitled } from "../../texts/shared/failureWords.ts";
import { isSingle, type Address } from "../../model/foundation/address.ts";
import { headingOf, type Catalog } from "../../model/schemas/catalog.ts";
import type { InboundRelations } from "../../model/find/inboundRelations.ts";
import { openAtText } from "../shared/openDocument.ts";
import { rowOf, type Argument } from "../shared/targets.ts";
import type { ChangeContext } from "../shared/commandContexts.ts";
import { groupedBy } from "../../model/foundation/chunks.ts";

type PointerItem = vscode.QuickPickItem &
  Partial<Record<"address", Address> & Record<"path", string>>;

export async function showReferences(
  context: ChangeContext,
  address: Address,
  on?: Argument,
): Promise<void> {
  const { documents, publication, catalogs } = context;
  const progressTitle = vscode.l10n.t("Looking up documents that reference this document");
  const readInbound = (signal: AbortSignal) => publication.inbound(address, { signal });
  const inbound = await runTask(progressTitle, readInbound);
  const { catalog } = must(await catalogs.service(address.connection));
  const title = (documents.editorSnapshot(address) ?? rowOf(on))?.title ?? "";
  const document = `'${title || untitled()}'`;
  const others = inbound.total - inbound.relations.length;
  // The documents that the list omits, although they may point to the document.
  const missing = nonEmpty(
    others === 1 && vscode.l10n.t("1 more document isn't listed."),
    others > 1 &&
      vscode.l10n.t("{count} more documents aren't listed.", { count: numeral(others) }),
    unsearchableWords(inbound),
  );
  if (inbound.relations.length === 0) {
    const words = vscode.l10n.t("No documents reference {document}.", { document });
    endWith([words, ...missing].join(" "));
  }
  const warnings = missing.map((label): PointerItem => ({
    label,
    iconPath: new vscode.ThemeIcon("warning"),
  }));
  const choice = await showQuickPick([...itemsOf(inbound, address, catalog), ...warnings], {
    title: vscode.l10n.t("Documents That Reference {document}", { document }),
    placeHolder: vscode.l10n.t("Choose a document to open"),
    matchOnDescription: true,
  });
  if (!choice?.address) return;
  // The documentId of a single type isn't known here, so the cursor goes to the relation.
  const relation = { text: isSingle(address) ? "" : address.id, field: choice.path ?? "" };
  await openAtText(context, choice.address, choice.label, relation);
}

/** A heading for each type, followed by its documents, each once. */
function itemsOf({ relations }: InboundRelations, to: Address, catalog: Catalog): PointerItem[] {
  const byType = groupedBy(relations, ({ type }) => type);
  return [...byType].flatMap(([name, ofType]) => {
    const type = catalog.types.get(name);
    const heading = separator(type ? headingOf(type) : name);
    const documents = [...groupedBy(ofType, ({ documentId }) => documentId)].map(
      ([id, pointers]): PointerItem => {
        const [{ title, locale, path }] = pointers;
        const paths = [...new Set(pointers.map(({ path }) => path))].join(", ");
        const address = { connection: to.connection, type: name, id, ...(locale && { locale }) };
        const description = [paths, locale].filter(Boolean).join(" · ");
        return { label: title || untitled(), description, address, path };
      },
    );
    return [heading, ...documents];
  });
}
