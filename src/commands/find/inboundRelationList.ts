import * as vscode from "vscode";
import { showQuickPick } from "../../host/surfaces/inputs.ts";
import { endWith, must } from "../../host/shared/commandFailure.ts";
import { unsearchableWords } from "../../texts/shared/otherChangeWords.ts";
import { nonEmpty } from "../../texts/shared/nameList.ts";
import { runTask } from "../../host/shared/progressNotification.ts";
import { numeral, untitled } from "../../texts/shared/failureWords.ts";
import type { Address } from "../../model/foundation/address.ts";
import { headingOf } from "../../model/schemas/catalog.ts";
import type { Catalog } from "../../model/schemas/catalog.ts";
import type { InboundRelations, InboundRelation } from "../../model/find/inboundRelations.ts";
import { openDocument } from "../shared/openDocument.ts";
import { rowOf } from "../shared/targets.ts";
import type { Argument } from "../shared/targets.ts";
import type { ChangeContext } from "../shared/commandContexts.ts";

type PointerItem = vscode.QuickPickItem & { readonly address?: Address };

export async function showReferences(
  context: ChangeContext,
  address: Address,
  on?: Argument,
): Promise<void> {
  const progressTitle = vscode.l10n.t("Looking up documents that reference this document");
  const readInbound = (signal: AbortSignal) => context.publication.inbound(address, { signal });
  const inbound = await runTask(progressTitle, readInbound);
  const { catalog } = must(await context.catalogs.service(address.connection));
  const quotedTitle = `'${titleFor(context, address, on) || untitled()}'`;
  const missing = whatIsMissing(inbound);
  if (inbound.relations.length === 0) {
    const words = vscode.l10n.t("No documents reference {document}.", { document: quotedTitle });
    endWith(`${words} ${missing}`.trim());
  }
  const choice = await showQuickPick(itemsOf(inbound, address, catalog), {
    title: vscode.l10n.t("Documents That Reference {document}", { document: quotedTitle }),
    placeHolder: missing || vscode.l10n.t("Choose a document to open"),
    matchOnDescription: true,
  });
  if (choice?.address) await openDocument(context, choice.address, choice.label);
}

function titleFor({ documents }: ChangeContext, address: Address, on?: Argument): string {
  return (documents.editorSnapshot(address) ?? rowOf(on))?.title ?? "";
}

/** The documents that the list omits, although they may point to the document. */
function whatIsMissing(inbound: InboundRelations): string {
  const others = inbound.total - inbound.relations.length;
  return nonEmpty(
    others === 1 && vscode.l10n.t("1 more document isn't listed."),
    others > 1 &&
      vscode.l10n.t("{count} more documents aren't listed.", { count: numeral(others) }),
    unsearchableWords(inbound),
  ).join(" ");
}

/** A heading for each type, followed by its documents, each once. */
function itemsOf({ relations }: InboundRelations, to: Address, catalog: Catalog): PointerItem[] {
  const types = [...new Set(relations.map(({ type }) => type))];
  return types.flatMap((name) => {
    const type = catalog.types.get(name);
    const label = type ? headingOf(type) : name;
    const ofType = relations.filter((pointer) => pointer.type === name);
    const documents = [...new Set(ofType.map(({ documentId }) => documentId))].map((id) =>
      toItem(
        ofType.filter(({ documentId }) => documentId === id),
        { connection: to.connection, type: name, id },
      ),
    );
    return [{ label, kind: vscode.QuickPickItemKind.Separator }, ...documents];
  });
}

function toItem(pointers: readonly InboundRelation[], document: Address): PointerItem {
  const [{ title, locale } = { title: "" }] = pointers;
  const paths = [...new Set(pointers.map(({ path }) => path))].join(", ");
  return {
    label: title || untitled(),
    description: [paths, locale].filter(Boolean).join(" · "),
    address: { ...document, ...(locale && { locale }) },
  };
}
