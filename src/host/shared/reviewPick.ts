import * as vscode from "vscode";
import { createQuickPick } from "../surfaces/inputs.ts";
import { showError } from "../surfaces/messages.ts";
import { errorMessage } from "./commandFailure.ts";
import { answerIn, type Choice } from "./stepInput.ts";
import { pickMany } from "./prompts.ts";
import { separator } from "./stepInput.ts";

/** Thrown by an action to end the list, because what it lists has to be read again. */
export class ListOutdated extends Error {
  override readonly name = "ListOutdated";
}

/** A row that runs an action. The list opens again afterwards, even if the action fails. */
export interface ReviewAction<T, State = readonly T[]> {
  readonly label: string;
  /** The id of a codicon. */
  readonly icon: string;
  readonly description?: string;
  /** Returns what the list shows from then on; undefined to show the same. */
  readonly run: (state: State) => Promise<State | undefined>;
}

/** A row that can't be selected. Enter opens it if it has a value. Rows in a row share a heading. */
export type OtherRow<T> = vscode.QuickPickItem & { readonly value?: T; readonly heading?: string };

export interface ReviewList<T, State = readonly T[]> {
  readonly title: string;
  readonly placeholder: string;
  /** The row that ends the list; absent if the user can only close it. */
  readonly proceed?:
    | {
        readonly label: string;
        /** A number that the user types to confirm. */
        readonly number?: number | undefined;
      }
    | undefined;
  readonly actions: readonly ReviewAction<T, State>[];
  readonly rows: readonly OtherRow<T>[];
  /** Shows a row. The list stays open, even if this fails. */
  readonly onOpen: (value: T) => Promise<unknown>;
}

type ReviewRow<T, State> = OtherRow<T> & {
  readonly act?: ReviewAction<T, State> | "proceed";
};

/**
 * Shows a list until the user proceeds, and returns its state. Actions change the state. Throws
 * CancellationError if the user cancels.
 */
export async function review<T, State = readonly T[]>(
  initialState: State,
  listOf: (state: State) => ReviewList<T, State> | Promise<ReviewList<T, State>>,
): Promise<State> {
  let state = initialState;
  let list = await listOf(state);
  for (;;) {
    const act = await ask(list);
    if (act === "proceed") return state;
    try {
      const changedState = await act.run(state);
      if (changedState === undefined) continue;
      list = await listOf(changedState);
      state = changedState;
    } catch (error) {
      if (error instanceof ListOutdated) throw error;
      // The list is lost only if the user closes it.
      if (!(error instanceof vscode.CancellationError)) void showError(errorMessage(error));
    }
  }
}

function ask<T, State>(
  list: ReviewList<T, State>,
): Promise<NonNullable<ReviewRow<T, State>["act"]>> {
  const { title, placeholder, proceed, onOpen } = list;
  const pick = createQuickPick<ReviewRow<T, State>>();
  const number = proceed?.number?.toString();
  const hint = number && vscode.l10n.t("Type {count} to continue", { count: number });
  // Enter after a search must not proceed: this row stays only where users type a number.
  const proceedRows = proceed
    ? [{ ...actionRow(proceed.label, "check", "proceed", hint), alwaysShow: number !== undefined }]
    : [];
  const rows: ReviewRow<T, State>[] = [
    ...proceedRows,
    ...list.actions.map((act) => actionRow(act.label, act.icon, act, act.description)),
    ...list.rows.flatMap(({ heading, ...row }, at) => [
      ...(heading === list.rows[at - 1]?.heading ? [] : [separator(heading)]),
      // The heading above the row already says it.
      row.description === heading ? { ...row, description: "" } : row,
    ]),
  ];
  const open = ({ value }: ReviewRow<T, State>): void => {
    if (value === undefined) return;
    onOpen(value).catch((error: unknown) => {
      void showError(errorMessage(error));
    });
  };
  return answerIn(pick, { title }, (resolve) => {
    Object.assign(pick, { placeholder: hint ?? placeholder });
    Object.assign(pick, { matchOnDescription: true, matchOnDetail: true });
    pick.items = rows;
    const isTyped = (): boolean => number === undefined || pick.value.trim() === number;
    // Enter after the number must not open an item that contains it.
    let listedRows = rows;
    pick.onDidChangeValue(() => {
      const newRows = number !== undefined && isTyped() ? proceedRows : rows;
      if (newRows !== listedRows) pick.items = newRows;
      listedRows = newRows;
    });
    pick.onDidTriggerItemButton(({ item }) => open(item));
    pick.onDidAccept(() => {
      const [row] = pick.activeItems;
      if (row?.act === undefined) open(row ?? { label: "" });
      else if (row.act !== "proceed" || isTyped()) resolve(row.act);
    });
  });
}

const actionRow = <const Act>(label: string, icon: string, act: Act, description = "") => ({
  ...{ label, description, act },
  iconPath: new vscode.ThemeIcon(icon),
  alwaysShow: true,
});

/** The row with which the user selects items. `select` returns what the list shows from then on. */
export const choosing = <T, Item, State>(
  items: readonly Choice<Item>[],
  { title, hint }: Record<"title" | "hint", string>,
  select: (selectedItems: readonly Item[]) => State,
): ReviewAction<T, State> => ({
  label: vscode.l10n.t("Choose Items…"),
  icon: "checklist",
  description: hint,
  run: async () => {
    const choices = items.map(({ label, description = "", detail = "", picked = true, value }) => ({
      ...{ label, description, detail, picked, value },
    }));
    return select(await pickMany(choices, { title, placeholder: hint }));
  },
});

/** The words of a text in lines of at most 84 characters, or of one word. */
const noteLines = /.{1,84}(?:\s+|$)|\S+/gu;

/** Rows that show whole texts, although VS Code cuts off what is wider than the list. */
export const noteRows = (notes: readonly string[]): OtherRow<never>[] =>
  notes.flatMap((note) =>
    (note.match(noteLines) ?? []).map((label, at) => ({
      label: label.trim(),
      heading: "",
      iconPath: new vscode.ThemeIcon(at === 0 ? "info" : "blank"),
    })),
  );
