import * as vscode from "vscode";
import { must } from "../../host/shared/commandFailure.ts";
import { tell } from "../../host/surfaces/messages.ts";
import { runTask } from "../../host/shared/progressNotification.ts";
import { requireUnlocked } from "../../host/connect/unlockPrompt.ts";
import type { Address } from "../../model/foundation/address.ts";
import { findUnpublishedTargets } from "../../model/publish/unpublishedTargets.ts";
import { readForPreview } from "../shared/previewedDocument.ts";
import { saveFirst } from "./publishAllLocales.ts";
import { publishDocument, publishable } from "./publishDocument.ts";
import { publishWanted } from "../batch/batchCommands.ts";
import { runBatch } from "../runs/runBatch.ts";
import type { Argument } from "../shared/targets.ts";
import type { RunContext, ViewContext } from "../shared/commandContexts.ts";

/** What publishing a document with others uses. */
export type PublishContext = RunContext & ViewContext;

/** Publishes a document after the unpublished documents that its relations need. */
export async function publishWithRelations(
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
    const sayNone = () => {
      tell(none);
      return Promise.resolve();
    };
    await publishDocument(dependencies, address, sayNone, on);
    return;
  }
  const items = [...targets, { address, title: snapshot.title }];
  const detail = isTruncated ? [vscode.l10n.t("Not all unpublished targets are listed here.")] : [];
  await runBatch(dependencies, {
    ...publishWanted(dependencies, { target: { kind: "selected", items }, detail }),
    action: vscode.l10n.t("Publish with Relations"),
  });
}
