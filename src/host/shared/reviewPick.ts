import * as vscode from "vscode";
import { createQuickPick } from "../surfaces/inputs.ts";
import { showError } from "../surfaces/messages.ts";
import { errorMessage, unlessCancelled } from "./commandFailure.ts";
import { answerIn, type Choice } from "./stepInput.ts";
import { pickMany } from "./prompts.ts";
import { separator } from "./stepInput.ts";

export interface ReviewItem<T> extends Choice<T> {
  /** The heading above the first of several items in a row that share it. */
  readonly heading?: string;
  /** Rows below the item, such as the values that would change. */
  readonly detailRows?: readonly vscode.QuickPickItem[];
}

/** A row that runs an action. The list opens again afterwards. */
export interface ReviewAction<T> {
  readonly label: string;
  /** The id of a codicon. */
  readonly icon: string;
  readonly description?: string;
  /** Returns the items to keep from then on; undefined to keep the same. */
  readonly run: (keptValues: readonly T[]) => Promise<readonly T[] | undefined>;
}

interface ListOptions<T> {
  readonly title: string;
  readonly placeholder: string;
  readonly actions?: readonly ReviewAction<T>[];
  /** Rows below the kept items, which can't be selected. Enter opens those that have a value. */
  readonly others?: (keptValues: readonly T[]) => readonly OtherRow<T>[];
  /** Shows an item. The list stays open, even if this fails. */
  readonly onOpen: (value: T) => Promise<void>;
}

export type OtherRow<T> = vscode.QuickPickItem & { readonly value?: T; readonly heading?: string };

interface ReviewOptions<T> extends ListOptions<T> {
  readonly proceed: (keptValues: readonly T[]) => string;
  readonly selectHint: string;
}

type Act<T> = "proceed" | "choose" | ReviewAction<T>;

type ReviewRow<T> = vscode.QuickPickItem & {
  readonly act?: Act<T>;
  readonly open?: { readonly value: T };
};

/**
 * Shows items that the user opens with Enter. Returns the kept items, at least one. Items with
 * `picked: false` are not kept at first. Throws CancellationError if the user cancels.
 */
export async function review<T>(
  items: readonly ReviewItem<T>[],
  options: ReviewOptions<T>,
): Promise<readonly T[]> {
  let keptValues: readonly T[] = items
    .filter(({ picked }) => picked !== false)
    .map(({ value }) => value);
  for (;;) {
    const actions = [...actionsOf(items, keptValues, options), ...actionRows(options)];
    const rows = items
      .filter(({ value }) => keptValues.includes(value))
      .flatMap(({ value, detailRows = [], heading, ...item }, at, all): ReviewRow<T>[] => [
        separator(heading === all[at - 1]?.heading ? "" : heading),
        { ...withoutRepeat(item, heading), picked: false, open: { value } },
        ...detailRows.map((row) => ({ ...row, open: { value } })),
      ]);
    const answer = await ask(keptValues, options, [...actions, ...rows]);
    if (answer === "proceed") return keptValues;
    const choose = () => {
      const choices = items.map(({ label, description = "", detail = "", value }) => ({
        ...{ label, description, detail, value },
        picked: keptValues.includes(value),
      }));
      return pickMany(choices, { title: options.title, placeholder: options.selectHint });
    };
    const change = answer === "choose" ? choose() : answer.run(keptValues);
    // If the user cancels the change, the list opens again.
    keptValues = (await unlessCancelled(change)) ?? keptValues;
  }
}

function ask<T>(
  keptValues: readonly T[],
  { title, placeholder, others, onOpen }: ListOptions<T>,
  rows: readonly ReviewRow<T>[],
): Promise<Act<T>> {
  const pick = createQuickPick<ReviewRow<T>>();
  const open = ({ open: opened }: ReviewRow<T>): void => {
    if (!opened) return;
    onOpen(opened.value).catch((error: unknown) => {
      void showError(errorMessage(error));
    });
  };
  return answerIn<Act<T>>(pick, { title }, (resolve) => {
    Object.assign(pick, { placeholder, matchOnDescription: true, matchOnDetail: true });
    pick.items = [...rows, ...otherRows(others?.(keptValues) ?? [])];
    pick.onDidTriggerItemButton(({ item }) => open(item));
    pick.onDidAccept(() => {
      const [row] = pick.activeItems;
      if (row?.act) resolve(row.act);
      else if (row) open(row);
    });
  });
}

function actionsOf<T>(
  items: readonly ReviewItem<T>[],
  keptValues: readonly T[],
  { proceed, selectHint }: ReviewOptions<T>,
): ReviewRow<T>[] {
  const proceedRow: ReviewRow<T> = {
    label: proceed(keptValues),
    iconPath: new vscode.ThemeIcon("check"),
    alwaysShow: true,
    act: "proceed",
  };
  const chooseRow: ReviewRow<T> = {
    label: vscode.l10n.t("Choose Items…"),
    iconPath: new vscode.ThemeIcon("checklist"),
    description: selectHint,
    alwaysShow: true,
    act: "choose",
  };
  return [
    ...(keptValues.length > 0 ? [proceedRow] : []),
    ...(items.length > Math.min(keptValues.length, 1) ? [chooseRow] : []),
  ];
}

const otherRows = <T>(others: readonly OtherRow<T>[]): ReviewRow<T>[] =>
  others.flatMap(({ value, heading, ...item }, at): ReviewRow<T>[] => [
    ...(heading === others[at - 1]?.heading ? [] : [separator(heading)]),
    { ...withoutRepeat(item, heading), ...(value !== undefined && { open: { value } }) },
  ]);

/** Leaves out a description that the heading above the item already says. */
const withoutRepeat = <Item extends vscode.QuickPickItem>(item: Item, heading?: string): Item =>
  item.description === heading ? { ...item, description: "" } : item;

const actionRows = <T>({ actions = [] }: ListOptions<T>): ReviewRow<T>[] =>
  actions.map((act) => ({
    label: act.label,
    iconPath: new vscode.ThemeIcon(act.icon),
    description: act.description ?? "",
    alwaysShow: true,
    act,
  }));
