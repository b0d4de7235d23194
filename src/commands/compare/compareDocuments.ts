import * as vscode from "vscode";
import type { ComparedSide, ComparedSides } from "../../editor/compare/comparedSides.ts";
import { openDocuments, openTab, activeAddress } from "../../files/shared/openEditors.ts";
import { toUri } from "../../files/shared/documentUri.ts";
import { endWith, must, Guidance } from "../../host/shared/commandFailure.ts";
import { showDiff } from "../../host/surfaces/messages.ts";
import { runTask } from "../../host/shared/progressNotification.ts";
import { untitled } from "../../texts/shared/failureWords.ts";
import { isSameDocument, isSame, isUser, type Address } from "../../model/foundation/address.ts";
import {
  comparableText,
  hasComponentIds,
  readPublishedContent,
} from "../../model/documents/versionDifferences.ts";
import { fromText, toText } from "../../model/content/documentText.ts";
import type { JsonObject } from "../../model/foundation/json.ts";
import { titleOf } from "../../model/documents/snapshotReader.ts";
import { serviceFor } from "../../model/schemas/userType.ts";
import { publishable } from "../publish/publishDocument.ts";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import type { Argument, CommandRow, Targets } from "../shared/targets.ts";
import type { ViewContext } from "../shared/commandContexts.ts";

/** A side, with the URI of the document itself unless it is a read-only version. */
type ComparedDocument = Omit<ComparedSide, "toText"> & { readonly uri?: vscode.Uri };

/** Compares two documents or locales. The second can be edited if its own editor shows it. */
export async function compareDocuments(
  context: ViewContext,
  [leftAddress, rightAddress]: readonly [Address, Address],
): Promise<void> {
  const [left, right] = [
    await documentSide(context, leftAddress),
    await documentSide(context, rightAddress),
  ];
  const title = isSameDocument(leftAddress, rightAddress)
    ? `${right.title}: ${leftAddress.locale ?? ""} ↔ ${rightAddress.locale ?? ""}`
    : `${left.name} ↔ ${right.name}`;
  await compare(context.comparedSides, [left, right], title);
}

/**
 * A side shows the document's own editor only where the text contains no ids of component rows. The
 * ids belong to the saved text, and the editor can't hide them. Otherwise both sides are read-only.
 */
async function compare(
  sides: ComparedSides,
  [left, right]: readonly [ComparedDocument, ComparedDocument],
  title: string,
): Promise<void> {
  const isHidden = [left, right].some(({ content, service }) => hasComponentIds(content, service));
  const uriOf = ({ uri, ...side }: ComparedDocument): vscode.Uri => {
    if (uri && !isHidden) return uri;
    const name = `${side.name}.cms.json`;
    const asText = (content: JsonObject) =>
      isHidden ? comparableText(content, side.service) : toText(content);
    return sides.show({ ...side, name, toText: asText });
  };
  await showDiff(uriOf(left), uriOf(right), title);
}

/** A document as its editor shows it, or otherwise as the service returns it. */
async function documentSide(
  { documents, connections, catalogs }: ViewContext,
  address: Address,
): Promise<ComparedDocument & { readonly title: string }> {
  const open = openDocuments(address)[0];
  const progressTitle = vscode.l10n.t("Reading the document");
  const content = open
    ? must(fromText(open.getText()))
    : (await runTask(progressTitle, () => documents.read(address))).content;
  const service = must(await serviceFor(address, content, catalogs));
  const named = isUser(address) ? content["username"] : titleOf(content, service.type);
  const title = typeof named === "string" && named !== "" ? named : untitled();
  const name = address.locale ? `${title} (${address.locale})` : title;
  const connectionName = connections.get(address.connection)?.name ?? "";
  const uri = open?.uri ?? openTab(address) ?? toUri(address, { connectionName, title });
  return { address, version: "draft", name, title, content, service, uri };
}

export const comparingCommands = (context: ViewContext, targets: Targets): CommandTable => ({
  /** The draft includes unsaved changes. */
  "cms.document.compareWithPublished": async (on?: Argument) => {
    const commandTitle = vscode.l10n.t("Compare a Document with Its Published Version");
    const address = await targets.document(on, commandTitle);
    const service = await publishable(context, address);
    await context.texts.takeOver(address);
    const progressTitle = vscode.l10n.t("Reading the published version");
    const content = await runTask(progressTitle, (signal) =>
      readPublishedContent(service, address, signal),
    );
    const draft = await documentSide(context, address);
    const document = draft.name;
    if (!content) {
      const title = `'${draft.title}'`;
      endWith(vscode.l10n.t("{document} was never published.", { document: title }));
    }
    const name = vscode.l10n.t("{document} (published)", { document });
    const published = { address, version: "published", name, content, service } as const;
    const title = vscode.l10n.t("{document}: published ↔ draft", { document });
    await compare(context.comparedSides, [published, draft], title);
  },

  "cms.document.compareSelected": async (_row?: CommandRow, rows: readonly CommandRow[] = []) => {
    const selected = rows.flatMap(({ address }) => address ?? []);
    let [first, second] = selected;
    // Without rows, the active document is compared with one that the user searches for.
    if (selected.length === 0) {
      first = activeAddress() ?? (await targets.anyDocument(vscode.l10n.t("Compare a Document")));
      second = await targets.anyDocument(vscode.l10n.t("Compare with Another Document"));
    }
    if (!first || !second || selected.length > 2 || isSame(first, second))
      throw new Guidance(vscode.l10n.t("Select two different documents to compare."));
    await compareDocuments(context, [first, second]);
  },
});
