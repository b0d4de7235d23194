import * as vscode from "vscode";
import { errorMessage } from "./commandFailure.ts";
import type { Choice } from "./multiStep.ts";
import { pickMany } from "./prompts.ts";
import { escapeLinks } from "../texts/words.ts";

/** An item that the user reviews. */
export interface ReviewItem<T> extends Choice<T> {
  /** Rows below the item, such as the values that would change. */
  readonly places?: readonly vscode.QuickPickItem[];
}

interface ReviewOptions<T> {
  readonly title: string;
  readonly placeholder: string;
  /** The label of the row that continues with the kept items. */
  readonly proceed: (kept: readonly T[]) => string;
  /** The placeholder of the list in which the user selects items. */
  readonly selectHint: string;
  /** Shows an item. The list stays open, even if this fails. */
  readonly onOpen: (value: T) => Promise<void>;
}

type ReviewRow<T> = vscode.QuickPickItem & {
  readonly act?: "proceed" | "choose";
  readonly open?: { readonly value: T };
};

/**
 * Shows items that the user opens with Enter. Returns the kept items, at least one. Items with
 * `picked: false` are not kept at first. Throws CancellationError if the user cancels.
 */
export async function review<T>(
  items: readonly ReviewItem<T>[],
  reviewing: ReviewOptions<T>,
): Promise<readonly T[]> {
  let kept: readonly T[] = valuesOf(items.filter(({ picked }) => picked !== false));
  for (;;) {
    const answer = await ask(items, kept, reviewing);
    if (answer === "proceed") return kept;
    kept = (await chooseAgain(items, kept, reviewing)) ?? kept;
  }
}

const valuesOf = <T>(items: readonly Choice<T>[]): T[] => items.map(({ value }) => value);

/** Returns undefined if the user went back. */
async function chooseAgain<T>(
  items: readonly ReviewItem<T>[],
  kept: readonly T[],
  { title, selectHint }: ReviewOptions<T>,
): Promise<readonly T[] | undefined> {
  const choices = items.map(({ label, description = "", detail = "", value }) => ({
    ...{ label, description, detail, value },
    picked: kept.includes(value),
  }));
  try {
    return await pickMany(choices, { title, placeholder: selectHint });
  } catch (error) {
    if (error instanceof vscode.CancellationError) return undefined;
    throw error;
  }
}

async function ask<T>(
  items: readonly ReviewItem<T>[],
  kept: readonly T[],
  reviewing: ReviewOptions<T>,
): Promise<"proceed" | "choose"> {
  const { title, placeholder, onOpen } = reviewing;
  const pick = vscode.window.createQuickPick<ReviewRow<T>>();
  // The list stays open while the user looks at an item in an editor.
  Object.assign(pick, { title, placeholder, ignoreFocusOut: true });
  Object.assign(pick, { matchOnDescription: true, matchOnDetail: true });
  pick.items = [...actionsOf(items, kept, reviewing), ...rowsOf(items, kept)];
  const open = ({ open: opened }: ReviewRow<T>): void => {
    if (!opened) return;
    onOpen(opened.value).catch((error: unknown) => {
      void vscode.window.showErrorMessage(escapeLinks(errorMessage(error)));
    });
  };
  try {
    return await new Promise((resolve, reject) => {
      pick.onDidTriggerItemButton(({ item }) => {
        open(item);
      });
      pick.onDidAccept(() => {
        const [row] = pick.activeItems;
        if (row?.act) resolve(row.act);
        else if (row) open(row);
      });
      pick.onDidHide(() => {
        reject(new vscode.CancellationError());
      });
      pick.show();
    });
  } finally {
    pick.dispose();
  }
}

function actionsOf<T>(
  items: readonly ReviewItem<T>[],
  kept: readonly T[],
  { proceed, selectHint }: ReviewOptions<T>,
): ReviewRow<T>[] {
  const going: ReviewRow<T> = {
    label: proceed(kept),
    iconPath: new vscode.ThemeIcon("check"),
    alwaysShow: true,
    act: "proceed",
  };
  const choosing: ReviewRow<T> = {
    label: vscode.l10n.t("Choose Items…"),
    iconPath: new vscode.ThemeIcon("checklist"),
    description: selectHint,
    alwaysShow: true,
    act: "choose",
  };
  return [
    ...(kept.length > 0 ? [going] : []),
    ...(items.length > 1 || kept.length === 0 ? [choosing] : []),
  ];
}

function rowsOf<T>(items: readonly ReviewItem<T>[], kept: readonly T[]): ReviewRow<T>[] {
  return items
    .filter(({ value }) => kept.includes(value))
    .flatMap(({ value, places = [], ...item }): ReviewRow<T>[] => [
      { kind: vscode.QuickPickItemKind.Separator, label: "" },
      { ...item, picked: false, open: { value } },
      ...places.map((place) => ({ ...place, open: { value } })),
    ]);
}
