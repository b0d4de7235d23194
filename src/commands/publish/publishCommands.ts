import * as vscode from "vscode";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import { publishAllLocales, saveFirst } from "./publishAllLocales.ts";
import { publishDocument, publishable } from "./publishDocument.ts";
import type { Argument, Targets } from "../shared/targets.ts";
import { unpublishOrDiscard } from "./unpublishOrDiscard.ts";
import { must } from "../../host/shared/commandFailure.ts";
import { tell } from "../../host/surfaces/messages.ts";
import { runTask } from "../../host/shared/progressNotification.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import type { Address } from "../../model/foundation/address.ts";
import { findUnpublishedTargets } from "../../model/publish/unpublishedTargets.ts";
import { readForPreview } from "../shared/previewedDocument.ts";
import { publishWanted } from "../batch/batchCommands.ts";
import { runBatch } from "../runs/runBatch.ts";
import type { RunContext, ViewContext } from "../shared/commandContexts.ts";

/** What publishing a document with others uses. */
type PublishContext = RunContext & ViewContext;

export const publishCommands = (context: PublishContext, targets: Targets): CommandTable => ({
  "cms.document.publish": async (on?: Argument) => {
    const address = await targets.document(on, vscode.l10n.t("Publish a Document"));
    if (await publishDocument(context, address, on))
      await publishWithRelations(context, address, on);
  },

  "cms.document.publishAllLocales": async (on?: Argument) => {
    const address = await targets.document(on, vscode.l10n.t("Publish All Locales of a Document"));
    if (await publishAllLocales(context, address, on))
      await publishWithRelations(context, address, on);
  },

  "cms.document.publishWithRelations": async (on?: Argument) => {
    const address = await targets.document(on, vscode.l10n.t("Publish a Document with Relations"));
    await publishWithRelations(context, address, on);
  },

  "cms.document.unpublish": async (on?: Argument) => {
    const address = await targets.document(on, vscode.l10n.t("Unpublish a Document"));
    await unpublishOrDiscard(context, "unpublish", address, on);
  },

  "cms.document.discardChanges": async (on?: Argument) => {
    const title = vscode.l10n.t("Discard the Changes to a Document");
    const address = await targets.document(on, title);
    await unpublishOrDiscard(context, "discard", address, on);
  },
});

/** Publishes a document after the unpublished documents that its relations need. */
async function publishWithRelations(
  dependencies: PublishContext,
  address: Address,
  on?: Argument,
): Promise<void> {
  const { publication, catalogs } = dependencies;
  const service = await publishable(dependencies, address);
  await requireUnlocked(dependencies.locks, address.connection);
  await dependencies.texts.takeOver(address);
  const { title, name: document, snapshot } = await readForPreview(dependencies, address);
  if (!(await saveFirst(dependencies, [address], title))) return;
  // Looked up after unsaved changes are saved: they may add other targets.
  const progressTitle = vscode.l10n.t("Looking up unpublished relation targets");
  const { targets, isTruncated } = await runTask(progressTitle, async (signal) => {
    const draft = must(await publication.preview(address, signal));
    const { omitted } = must(await publication.previewPublish(address, draft, signal));
    return findUnpublishedTargets(service, { address, omitted }, catalogs, { signal });
  });
  if (targets.length === 0) {
    // Targets that no command can publish, such as documents of a plugin.
    const none = vscode.l10n.t("{document} has no relations to documents that can be published.", {
      document,
    });
    if (await publishDocument(dependencies, address, on)) tell(none);
    return;
  }
  const items = [...targets, { address, title: snapshot.title }];
  const detail = isTruncated ? [vscode.l10n.t("Not all unpublished targets are listed here.")] : [];
  await runBatch(dependencies, {
    ...publishWanted(dependencies, { target: { kind: "selected", items }, detail }),
    action: vscode.l10n.t("Publish with Relations"),
  });
}
