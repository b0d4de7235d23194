import * as vscode from "vscode";
import { createQuickPick } from "../../host/surfaces/inputs.ts";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import { reached } from "../../host/shared/contextKeys.ts";
import { tellCopied } from "../../host/surfaces/messages.ts";
import { searchWhileTyping, iconButton } from "../../host/shared/prompts.ts";
import { separator } from "../../host/shared/stepInput.ts";
import { toggleButton } from "../../host/shared/toggleInput.ts";
import type { Connection } from "../../model/connect/connection.ts";
import { maxHits, type SearchHit } from "../../model/find/searchHits.ts";
import { findContent, type SearchResults, type TypeResults } from "../../model/find/typeSearch.ts";
import type { Argument, CommandRow, Targets } from "../shared/targets.ts";
import { linkTo, openAtText } from "../shared/openDocument.ts";
import { revealDocument, type ShowRow } from "./revealDocument.ts";
import { typeHeading } from "../../texts/shared/headings.ts";
import { listOf, nonEmpty } from "../../texts/shared/nameList.ts";
import { contextOf } from "../../tree/rowNodes.ts";
import type { ResultList, ResultRow, ResultsTree } from "../../tree/resultsTree.ts";
import { runTask } from "../../host/shared/progressNotification.ts";
import { stateIcon } from "../../host/shared/statusIcons.ts";
import { describe, numeral, statusWord, untitled } from "../../texts/shared/failureWords.ts";
import { keyOf } from "../../model/foundation/address.ts";
import type { TextMatch } from "../../model/content/textMatch.ts";
import type { Failure } from "../../model/failure.ts";
import type { ChangeContext } from "../shared/commandContexts.ts";

type FindContext = ChangeContext & { readonly results: ResultsTree };

interface FindState {
  /** Whether dynamic zones are searched. Remembered while the window is open. */
  inZones: boolean;
  /** The results in the open list, which the user can move to the view. */
  results: ResultList | undefined;
  /** Whether these results took so long that the user doesn't lose them with the list. */
  isSlow: boolean;
}

async function showFindContent(
  context: FindContext,
  connection: Connection,
  text: string,
  state: FindState,
): Promise<void> {
  const pick = createQuickPick<HitItem>();
  Object.assign(pick, {
    placeholder: vscode.l10n.t("Enter text, an ID, a URL, or a user such as: user 12"),
    value: text,
    matchOnDetail: true,
    // Not in VS Code's types yet. Without it, the headings disappear as soon as the user types.
    sortByLabel: false,
  });
  showToggle(pick, connection, state);
  let typing: ReturnType<typeof searchWhileTyping> | undefined;
  /** Set by the button that moves the results to the view: whether the search was running. */
  let isPartial: boolean | undefined;
  let opening: Promise<void> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      followHit(context, pick, (step, isLast) => {
        opening = step;
        step.then(isLast ? resolve : undefined, reject);
      });
      pick.onDidHide(() => resolve());
      pick.onDidTriggerButton((button) => {
        if (button === keepButton) {
          isPartial = pick.busy;
          pick.hide();
          return;
        }
        state.inZones = !state.inZones;
        showToggle(pick, connection, state);
        typing?.again();
      });
      pick.show();
      typing = searchWhileTyping(pick, searching(context, connection, state), reject);
    });
  } finally {
    typing?.dispose();
    pick.dispose();
    // Also where a document can't be opened.
    await moveResults(context, state, isPartial);
  }
  // The tab takes the focus, which hides the list. Its document may still fail to open.
  await opening;
}

/** Moves the results to the view if the user pressed its button, or if the search was slow. */
async function moveResults(
  { results: view }: FindContext,
  { results, isSlow }: FindState,
  isPartial: boolean | undefined,
): Promise<void> {
  if (!results) return;
  if (isPartial === undefined) {
    if (isSlow) await view.add(results);
    return;
  }
  await view.show(results);
  // A search that was still running starts again in the view.
  if (isPartial) await view.refresh(results);
}

/** The title shows the state too, because the button looks the same on and off. */
function showToggle(
  pick: vscode.QuickPick<HitItem>,
  { name }: Connection,
  { inZones }: FindState,
): void {
  pick.title = inZones
    ? vscode.l10n.t("Find Content on {connection}, Including Dynamic Zones", { connection: name })
    : vscode.l10n.t("Find Content on {connection}", { connection: name });
  const label = vscode.l10n.t("Also search in dynamic zones");
  pick.buttons = [toggleButton({ icon: "layers", label }, inZones), keepButton];
}

/** Opens the chosen item and ends the search, unless its button keeps the search open. */
function followHit(
  context: ChangeContext,
  pick: vscode.QuickPick<HitItem>,
  follow: (opening: Promise<void>, isLast: boolean) => void,
): void {
  const open = async ({ hit, more: rest }: HitItem) => {
    if (hit) {
      await openHit(context, hit, pick.value);
      reached("found");
    } else if (rest) {
      await showMore(context, rest);
    }
  };
  pick.onDidAccept(() => {
    const [item] = pick.selectedItems;
    if (item?.hit || item?.more) follow(open(item), true);
  });
  pick.onDidTriggerItemButton(({ item: { hit }, button }) => {
    if (!hit) return;
    if (button === hitButtons.beside) {
      follow(openHit(context, hit, pick.value, vscode.ViewColumn.Beside), true);
      return;
    }
    // The quick pick stays open when the user looks into the editor.
    pick.ignoreFocusOut = true;
    const behind = { preserveFocus: true, preview: false };
    follow(openHit(context, hit, pick.value, behind), false);
  });
}

/** Limits the collection's own list to the search. */
async function showMore(
  { lists }: ChangeContext,
  { collection, more }: TypeResults,
): Promise<void> {
  const noLimits = { filter: undefined, state: undefined, search: undefined };
  lists.changeListQuery(collection, { ...noLimits, ...more });
  await vscode.commands.executeCommand("cms.content.focus");
}

/** Selects the match, which is in the title if the hit doesn't tell another field. */
function openHit(
  context: ChangeContext,
  { address, title, where }: SearchHit,
  text: string,
  options?: Parameters<typeof openAtText>[4],
): Promise<void> {
  const type = context.catalogs.remembered(address.connection)?.types.get(address.type);
  const field = where?.field ?? type?.titleField ?? "username";
  return openAtText(context, address, title, { text: text.trim(), field }, options);
}

/** In milliseconds. */
const slowSearchMs = 3_000;

const searching =
  (
    context: FindContext,
    connection: Connection,
    state: FindState,
  ): Parameters<typeof searchWhileTyping<HitItem>>[1] =>
  async (typedText, { signal, show }) => {
    Object.assign(state, { results: undefined, isSlow: false });
    const text = typedText.trim();
    if (text === "") return;
    const search = { connection, text, inZones: state.inZones };
    const take = (results: SearchResults, others: readonly HitItem[]): void => {
      if (signal.aborted) return;
      state.results = resultList(context, search, results);
      show([...hitItems(results, elsewhereOf(context, search, results)), ...others]);
    };
    const startedAt = Date.now();
    const [failure, results] = await findContent(context, {
      ...search,
      signal,
      show: (soFar) => take(soFar, progressItems(soFar)),
    });
    const iconPath = new vscode.ThemeIcon("error");
    if (failure) show([{ ...remark(describe(failure)), iconPath }]);
    else take(results, remarks(results));
    if (!signal.aborted) state.isSlow = Date.now() - startedAt > slowSearchMs;
  };

type Search = Pick<Parameters<typeof findContent>[1], "connection" | "text" | "inZones">;

/** A URL that the user searches for may belong to another connection. */
function elsewhereOf(
  { connections }: FindContext,
  { connection: { id } }: Search,
  { groups: [group] }: SearchResults,
): Connection | undefined {
  const { connection = id } = group?.collection ?? {};
  return connection === id ? undefined : connections.get(connection);
}

/** The results as a list in the view. */
function resultList(context: FindContext, search: Search, results: SearchResults): ResultList {
  const { connection, text, inZones } = search;
  const elsewhere = elsewhereOf(context, search, results);
  const count = results.groups.reduce((sum, { hits }) => sum + hits.length, 0);
  const toRow = (item: HitItem): ResultRow => ({
    label: item.label,
    description: nonEmpty(item.description, item.detail).join(" · "),
    ...(item.iconPath instanceof vscode.ThemeIcon && { iconPath: item.iconPath }),
  });
  return {
    id: `find ${connection.id} ${inZones} ${encodeURIComponent(text)}`,
    label: vscode.l10n.t("Find '{text}' on {connection}", { text, connection: connection.name }),
    description: numeral(count),
    rows: [
      ...results.groups.map((group) => ({
        label: nonEmpty(typeHeading(group.type), elsewhere?.name).join(" · "),
        description: numeral(group.hits.length),
        rows: [
          ...group.hits.map((hit) => ({
            ...hitRow(hit),
            address: hit.address,
            row: { title: hit.title },
            contextValue: group.type ? contextOf(group.type, hit.state) : "user",
            open: () => openHit(context, hit, text, { preserveFocus: true }),
          })),
          ...(group.more
            ? [{ ...toRow(toMore(group)), open: () => showMore(context, group) }]
            : []),
        ],
      })),
      ...remarks(results)
        .filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator)
        .map(toRow),
    ],
    read: async () => {
      const title = vscode.l10n.t("Searching {connection}", { connection: connection.name });
      const show = () => undefined;
      const newResults = await runTask(title, async (signal) => {
        const outcome = await findContent(context, { ...search, signal, show });
        // Otherwise the list would have only a part of the results.
        if (signal.aborted) throw new vscode.CancellationError();
        return outcome;
      });
      return resultList(context, search, newResults);
    },
  };
}

/** A narrow view shows the match. The icon says the status, and the tooltip says it in words. */
function hitRow(hit: SearchHit): ResultRow {
  const { label, description, detail, iconPath } = toItem(hit);
  const { address, email, where } = hit;
  const match = where && whereWords(where);
  return {
    label,
    description: nonEmpty(address.locale, email, match).join(" · "),
    tooltip: nonEmpty(label, description, detail),
    spoken: nonEmpty(label, description?.replaceAll(" · ", ", "), detail).join(", "),
    ...(iconPath instanceof vscode.ThemeIcon && { iconPath }),
  };
}

/** A document, the rest of a collection, or a remark, which opens nothing. */
interface HitItem extends vscode.QuickPickItem {
  readonly id?: string;
  readonly hit?: SearchHit;
  readonly more?: TypeResults;
}

const hitButtons = {
  keep: iconButton("go-to-file", vscode.l10n.t("Open and Keep Searching")),
  beside: iconButton("split-horizontal", vscode.l10n.t("Open to the Side")),
} as const satisfies Readonly<Record<string, vscode.QuickInputButton>>;

const keepButton = iconButton("list-tree", vscode.l10n.t("Keep Results in a View"));

/** The results by collection. `elsewhere` is their connection if it is not the searched one. */
export const hitItems = (results: SearchResults, elsewhere?: Connection): HitItem[] =>
  results.groups.flatMap((group) => [
    separator([typeHeading(group.type), elsewhere?.name].filter(Boolean).join(" · ")),
    ...group.hits.map(toItem),
    ...(group.more ? [toMore(group)] : []),
  ]);

export function remarks({ groups, failures, unseen, cut }: SearchResults): HitItem[] {
  const unsearched = new Map<string, string[]>();
  const add = (why: string, name: string) => {
    unsearched.set(why, [...(unsearched.get(why) ?? []), name]);
  };
  for (const { type, failure } of failures) add(whyNot(failure), typeHeading(type));
  for (const field of unseen) add(vscode.l10n.t("The service can't search these fields"), field);
  const enough = vscode.l10n.t("Stopped after {count} documents", { count: numeral(maxHits) });
  for (const zone of cut) add(enough, zone);
  return [
    ...(groups.length === 0 ? [remark(vscode.l10n.t("No results found"))] : []),
    ...(unsearched.size > 0 ? [separator(vscode.l10n.t("Not searched"))] : []),
    ...[...unsearched].map(([why, names]) => remark(why, listOf(names))),
  ];
}

export function progressItems({ progress }: SearchResults): HitItem[] {
  if (!progress) return [];
  const [done, total] = [numeral(progress.read), numeral(progress.total)];
  const label = vscode.l10n.t("Reading dynamic zones: {done} of {total}", { done, total });
  return [{ label, iconPath: new vscode.ThemeIcon("loading~spin") }];
}

/** One line for all types that the token can't read: the required permissions differ by type. */
const whyNot = (failure: Failure): string =>
  failure.code === "service" && failure.error.name === "ForbiddenError"
    ? vscode.l10n.t("The token has no permission to read these types")
    : describe(failure);

const remark = (label: string, detail?: string): HitItem => ({
  label,
  ...(detail && { detail }),
  iconPath: new vscode.ThemeIcon("info"),
});

function toItem(hit: SearchHit): HitItem {
  const { title, address, state, email, where } = hit;
  const parts = [state && statusWord(state), address.locale, email].filter(Boolean);
  return {
    id: keyOf(address),
    label: title || untitled(),
    description: parts.join(" · "),
    ...(where && { detail: whereWords(where) }),
    iconPath: email === undefined ? stateIcon(state) : new vscode.ThemeIcon("account"),
    buttons: Object.values(hitButtons),
    hit,
  };
}

const whereWords = ({ field, snippet }: TextMatch): string =>
  field === "" ? vscode.l10n.t("In a field that isn't shown") : `${field}: ${snippet}`;

const toMore = (group: TypeResults): HitItem => ({
  id: group.collection.type,
  label: vscode.l10n.t("More in {type}…", { type: typeHeading(group.type) }),
  iconPath: new vscode.ThemeIcon("list-filter"),
  more: group,
});

/** `extension` is the extension's own id, which its links begin with. */
export function findingCommands(
  context: FindContext,
  targets: Targets,
  extension: string,
  showRow: ShowRow,
): CommandTable {
  const state: FindState = { inZones: false, results: undefined, isSlow: false };
  return {
    // A key binding or another extension may pass the text.
    "cms.content.find": async (on?: CommandRow & { readonly text?: string }) =>
      showFindContent(context, await targets.connection(on), on?.text ?? "", state),

    "cms.document.copyLink": async (on?: Argument) => {
      const address = await targets.document(on, vscode.l10n.t("Copy a Link to a Document"));
      await vscode.env.clipboard.writeText(linkTo(context, address, extension));
      tellCopied(vscode.l10n.t("Copied the link"));
    },

    "cms.document.reveal": async (on?: Argument) => {
      const address = await targets.document(on, vscode.l10n.t("Reveal in Tree"));
      await revealDocument(context, address, showRow);
    },
  };
}
