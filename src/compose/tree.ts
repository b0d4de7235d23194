import * as vscode from "vscode";
import { registerFileMarks } from "../host/surfaces/languageFeatures.ts";
import { DocumentTabs } from "../files/shared/documentTabs.ts";
import { activeAddress } from "../files/shared/openEditors.ts";
import { followProjects, reached } from "../host/shared/contextKeys.ts";
import { MinuteTimer } from "../host/shared/minuteTimer.ts";
import { openTreeView } from "../host/surfaces/treeItem.ts";
import { singleId, type Address } from "../model/foundation/address.ts";
import type { CollectionAddress } from "../model/foundation/address.ts";
import { once } from "../model/foundation/asyncSteps.ts";
import { Restarts } from "../model/connect/restarts.ts";
import { CollectionNode, UsersNode, MediaDropTarget } from "../tree/listNodes.ts";
import { ContentTree, rowIdOf } from "../tree/contentTree.ts";
import { Expansion } from "../tree/expansion.ts";
import type { TreeDependencies, TreeNode } from "../tree/treeNode.ts";
import { followActiveEditor, rowsClicked } from "../tree/activeEditorRow.ts";
import { UnlockedRows } from "../tree/unlockedRows.ts";
import type { TreeRows } from "../commands/browse/contentCommands.ts";
import type { ShowRow } from "../commands/find/revealDocument.ts";
import type { StartModel } from "./model.ts";
import type { Owner } from "./ownership.ts";

/** The rows of the view that commands act on. */
export type Tree = TreeRows & { readonly showRow: ShowRow };

export function openTree(model: StartModel, context: vscode.ExtensionContext, own: Owner): Tree {
  const restarts = own(new Restarts(model.connections));
  const expansion = new Expansion(context);
  // Loaded when the user first points at a media file.
  const loadCards = once(async () => {
    const { cardWithPicture } = await import("../editor/media/mediaFileCard.ts");
    const { Pictures } = await import("../model/media/pictures.ts");
    const pictures = new Pictures(model.connections);
    return cardWithPicture.bind(undefined, pictures);
  });
  const fileCard: TreeDependencies["fileCard"] = async (...target) =>
    (await loadCards())(...target);
  const tabs = own(new DocumentTabs(model.connections));
  const documents = model.documentEvents;
  const sources = { ...model, documents, restarts, expansion, tabs, fileCard };
  const treeDataProvider = own(new ContentTree(sources));
  const dragAndDropController = new MediaDropTarget();
  const options = { showCollapseAll: true, canSelectMany: true };
  const view = { treeDataProvider, dragAndDropController, ...options };
  const treeView = own(openTreeView("cms.content", view));
  const followTime = () => treeDataProvider.followTime();
  const minutes = own(new MinuteTimer(followTime));
  const watch = (visible: boolean) => {
    restarts.watch(visible);
    minutes.run(visible);
    if (visible) followTime();
  };
  watch(treeView.visible);
  own(treeView.onDidChangeVisibility(({ visible }) => watch(visible)));
  own(
    restarts.onDidChange((connection) => {
      if (!restarts.isAway(connection)) void model.lists.resume(connection);
    }),
  );
  own(
    treeView.onDidExpandElement(async ({ element }) => {
      if (!(element instanceof CollectionNode || element instanceof UsersNode)) return;
      // The user has browsed once the rows of a list are shown.
      const { failure } = await element.listing.open();
      if (!failure) reached("browsed");
    }),
  );
  followExpansion(treeView, expansion, model, own);
  own(followActiveEditor(treeView, treeDataProvider, activeAddress));
  own(registerFileMarks(own(new UnlockedRows(model.locks))));
  own(
    documents.onDidSave(({ snapshot }) => {
      reached(snapshot.publication.knownValue?.state === "published" ? "published" : "saved");
    }),
  );
  own(followProjects(model.projects));
  const reveal = async (
    id: string,
    options: Parameters<typeof treeView.reveal>[1],
    isWanted = () => true,
  ) => {
    const row = await treeDataProvider.find(id);
    if (row && isWanted()) await treeView.reveal(row, options);
    return row !== undefined;
  };
  // VS Code no longer knows a row that was redrawn in the meantime. The command has succeeded.
  const tryToReveal = async (...row: Parameters<typeof reveal>): Promise<void> =>
    void (await reveal(...row).catch(() => false));
  const selected = { select: true, focus: false };
  const showRow = (address: Address) => reveal(rowIdOf(address), { select: true, focus: true });
  /** A reveal would open a view that the user closes while the row is read. */
  const isVisible = () => treeView.visible;
  const selectRow = async (address: Address) => {
    if (isVisible()) await tryToReveal(rowIdOf(address), selected, isVisible);
  };
  const expandRow = (collection: CollectionAddress) => {
    const expanded = { expand: true, select: false, focus: false };
    return tryToReveal(rowIdOf({ ...collection, id: singleId }), expanded);
  };
  /** Not with the focus: once the content types are loaded, the user may type in a list, which would close. */
  const showConnection = async (id: string) => {
    const row = await treeDataProvider.find(id);
    const lastChild = (await row?.children())?.at(-1);
    // In a long tree, the content types scroll into view too.
    if (lastChild) await tryToReveal(lastChild.id, { select: false, focus: false }, isVisible);
    await tryToReveal(id, selected, isVisible);
  };
  // The tree shows a failure itself.
  own(model.connections.onDidAdd(({ id }) => void showConnection(id).catch(() => undefined)));
  const selectedRows = () => treeView.selection;
  return { showRow, selectRow, expandRow, clickedRow: rowsClicked(treeView), selectedRows };
}

/** A new connection is expanded. */
function followExpansion(
  view: vscode.TreeView<TreeNode>,
  expansion: Expansion,
  { connections }: StartModel,
  own: Owner,
): void {
  own(view.onDidExpandElement(({ element }) => expansion.set(element.id, true)));
  own(view.onDidCollapseElement(({ element }) => expansion.set(element.id, false)));
  const knownIds = new Set(connections.all.map(({ id }) => id));
  own(
    connections.onDidChange(({ id }) => {
      if (connections.get(id) && !knownIds.has(id)) expansion.set(id, true);
      knownIds.add(id);
    }),
  );
  own(
    connections.onDidRemove(({ id }) => {
      knownIds.delete(id);
      expansion.drop(id);
    }),
  );
}
