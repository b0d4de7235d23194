import * as vscode from "vscode";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import { refreshVisible } from "../../files/edit/documentRefresh.ts";
import type { CommandRow, Targets } from "../shared/targets.ts";
import { Guidance, must } from "../../host/shared/commandFailure.ts";
import { tell } from "../../host/surfaces/messages.ts";
import { runTask, withProgress } from "../../host/shared/progressNotification.ts";
import { choose, confirm } from "../../host/shared/prompts.ts";
import { listQueryWords } from "../../texts/browse/listQueryWords.ts";
import { progressSteps } from "../../texts/shared/progressWords.ts";
import { describe, numeral } from "../../texts/shared/failureWords.ts";
import { countTargets } from "../../model/batch/batchTarget.ts";
import { usersType } from "../../model/foundation/address.ts";
import type { Address, CollectionAddress } from "../../model/foundation/address.ts";
import type { ContentList } from "../../model/browse/contentList.ts";
import type { SettingNotice } from "../../host/connect/connectionSetting.ts";
import { openSettingNotice } from "../../host/connect/connectionSettingEditor.ts";
import { headingOf } from "../../model/schemas/catalog.ts";
import { openAtTitle, openBeside } from "../shared/openDocument.ts";
import { resultsView, type ResultsTree } from "../../tree/resultsTree.ts";
import type { ChangeContext, ServiceContext } from "../shared/commandContexts.ts";

/** The rows of the tree view that commands without an argument act on, and that show results. */
export interface TreeRows {
  /** The row that the user clicked; undefined after a later click. */
  readonly clickedRow: () => Promise<{ readonly action?: string | undefined } | undefined>;
  readonly selectedRows: () => readonly object[];
  /** Scrolls to the row of a document, if there is one, and leaves the focus where it is. */
  readonly selectRow: (address: Address) => Promise<void>;
  readonly expandRow: (collection: CollectionAddress) => Promise<void>;
}

export function contentCommands(
  context: ChangeContext,
  targets: Targets,
  rows: Pick<TreeRows, "clickedRow" | "selectedRows">,
  results: Pick<ResultsTree, "selectedRows">,
): CommandTable {
  const { connections, lists, documents } = context;
  // The keys of the view Results pass its id.
  const rowsIn = (view?: string) => (view === resultsView ? results : rows).selectedRows();
  return {
    "cms.content.act": async () => {
      const row = await rows.clickedRow();
      if (row?.action !== undefined) await vscode.commands.executeCommand(row.action, row);
    },

    "cms.content.refresh": (row?: CommandRow) => {
      const { collection, connection } = row ?? {};
      const connectionId = collection?.connection ?? connection?.id;
      void refreshVisible(documents, (id) => id === (connectionId ?? id));
      if (collection) lists.refresh(collection);
      else if (connection) lists.refresh({ connection: connection.id });
      else for (const { id } of connections.all) lists.refresh({ connection: id });
    },

    "cms.content.retry": async (
      row?: CommandRow & { readonly parent?: { readonly id: string } },
    ) => {
      if (row?.collection) await lists.listing(row.collection).more();
      else if (row?.parent) lists.refresh({ connection: row.parent.id });
    },

    "cms.content.openNotice": ({ notice }: { readonly notice: SettingNotice }) =>
      openSettingNotice(notice),

    "cms.content.deleteSelected": (view?: string) =>
      runOnDocument(rowsIn(view), deleting, "cms.selection.delete"),

    "cms.content.copySelected": (view?: string) =>
      runOnDocument(rowsIn(view), copying, "cms.selection.copyIds"),

    "cms.content.publishSelected": (view?: string) =>
      runOnDocument(rowsIn(view), publishing, "cms.selection.publish"),

    // VS Code opens a row to the side with Alt+click, but has no key for the trees of extensions.
    "cms.content.openSelectedToSide": async (view?: string) => {
      const [row] = rowsIn(view) as readonly CommandRow[];
      if (row?.address) await openBeside(context, row.address, row.row?.title);
    },

    "cms.content.renameSelected": async (view?: string) => {
      const [row, ...others] = rowsIn(view) as readonly CommandRow[];
      const { address } = row ?? {};
      if (!address) await runOnDocument(rowsIn(view), { connection: "cms.connection.rename" });
      else if (others.length === 0) await openAtTitle(context, address, row?.row?.title);
    },

    "cms.collection.loadMore": async (row?: CommandRow) => {
      const title = vscode.l10n.t("Load More: Choose a Collection");
      const collection = await targets.collection(row, title);
      await withProgress(loadingMore(), () => lists.listing(collection).more());
    },

    "cms.collection.loadAll": async (row?: CommandRow) => {
      const title = vscode.l10n.t("Load All: Choose a Collection");
      const collection = await targets.collection(row, title);
      await loadAll(lists.listing(collection));
    },

    "cms.collection.count": async (row?: CommandRow) => {
      const title = vscode.l10n.t("Count Documents: Choose a Collection");
      await countMatches(context, await targets.collection(row, title));
    },

    "cms.collection.chooseLocale": async (row?: CommandRow) => {
      const title = vscode.l10n.t("Choose Locale: Choose a Content Type");
      await chooseLocale(context, await targets.localizedType(row, title));
    },
  };
}

type Commands = Readonly<Record<string, string>>;

const deleting: Commands = {
  connection: "cms.connection.remove",
  document: "cms.document.delete",
  single: "cms.document.delete",
  user: "cms.user.delete",
  mediaFile: "cms.media.delete",
};

const copying: Commands = {
  document: "cms.document.copyId",
  single: "cms.document.copyId",
  user: "cms.document.copyId",
  mediaFile: "cms.document.copyId",
};

const publishing: Commands = { document: "cms.document.publish", single: "cms.document.publish" };

/** A keyboard shortcut passes no row. */
async function runOnDocument(
  rows: readonly object[],
  commands: Commands,
  forMany?: string,
): Promise<void> {
  const [row] = rows;
  const { kind = "" } = (row ?? {}) as { readonly kind?: string };
  const command = rows.length > 1 ? forMany : commands[kind];
  if (row && command) await vscode.commands.executeCommand(command, row, rows);
}

async function countMatches(context: ServiceContext, address: ShownCollection): Promise<void> {
  const { connections, lists } = context;
  const { collection, locale, type, isListed } = await shownAs(context, address);
  const title = vscode.l10n.t("Counting {collection}", { collection });
  const target = {
    kind: "matching",
    collection: address,
    ...(locale && { locales: [locale] }),
  } as const;
  const counting = runTask(title, (signal) => countTargets(target, context, { signal }));
  if (isListed) await lists.listing(address).noteTotal(counting);
  const count = numeral(await counting);
  const connection = connections.get(address.connection)?.name ?? "";
  const words = locale
    ? vscode.l10n.t("{collection} on {connection}: {count} in {locale}", {
        collection,
        connection,
        count,
        locale,
      })
    : vscode.l10n.t("{collection} on {connection}: {count}", { collection, connection, count });
  // A sort order leaves nothing out.
  const limits = listQueryWords({ ...lists.listQuery(address), sort: undefined }, type);
  tell([words, ...limits].join(" · "));
}

/** For the active document: its collection, in its locale. */
type ShownCollection = CollectionAddress & { readonly locale?: string };

async function shownAs({ catalogs, lists }: ServiceContext, address: ShownCollection) {
  if (address.type === usersType)
    return { collection: vscode.l10n.t("Users"), isListed: true } as const;
  const { catalog, type } = must(await catalogs.type(address.connection, address.type));
  const listLocale = lists.locale(address, type, catalog.defaultLocale);
  const { locale = listLocale } = address;
  return { collection: headingOf(type), locale, type, isListed: locale === listLocale };
}

async function chooseLocale(
  { catalogs, lists }: ServiceContext,
  collection: CollectionAddress,
): Promise<void> {
  const { catalog, type } = must(await catalogs.type(collection.connection, collection.type));
  if (catalog.locales.length === 0) {
    throw new Guidance(describe({ code: "no-locale-list" }));
  }
  const current = lists.locale(collection, type, catalog.defaultLocale);
  const currentLabel = vscode.l10n.t("currently shown");
  const choices = catalog.locales.map(({ code, name }) => ({
    label: name,
    description: [name.includes(code) ? "" : code, code === current ? currentLabel : ""]
      .join(" ")
      .trim(),
    value: code,
  }));
  const title = vscode.l10n.t("Locale of {collection}", { collection: headingOf(type) });
  lists.changeListQuery(collection, { locale: await choose(choices, { title }) });
}

const loadingMore = (): string => vscode.l10n.t("Loading more items");

const maxRowsUnasked = 10_000;

/** The loaded rows stay when the user cancels. */
async function loadAll(listing: ContentList): Promise<void> {
  const { total = 0 } = await withProgress(loadingMore(), () => listing.open());
  if (total <= maxRowsUnasked) {
    await load(listing, maxRowsUnasked);
    // Where the service returns no count, the number of rows is known only now.
    const { hasMore, rows } = listing.view;
    if (!hasMore || rows.length < maxRowsUnasked) return;
  }
  await confirm(
    vscode.l10n.t("Load more than {count} items?", { count: numeral(maxRowsUnasked) }),
    vscode.l10n.t(
      "Loading all of them takes time and memory. To load only the items that you need, use a filter.",
    ),
    vscode.l10n.t("Load All"),
  );
  await load(listing, Infinity);
}

async function load(listing: ContentList, upTo: number): Promise<void> {
  const title = vscode.l10n.t("Loading all items");
  await runTask(title, async (signal, say) => {
    const { onRead: tell } = progressSteps(say);
    const outcome = await listing.load({ upTo, signal, tell });
    if (signal.aborted) throw new vscode.CancellationError();
    return outcome;
  });
}
