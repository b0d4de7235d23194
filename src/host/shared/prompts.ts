import { homedir } from "node:os";
import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import type { Truncated } from "../../model/reading/readOptions.ts";
import { createQuickPick } from "../surfaces/inputs.ts";
import {
  agrees,
  showError,
  showModal,
  showOpenDialog,
  showSaveDialog,
} from "../surfaces/messages.ts";
import { errorMessage, unlessCancelled } from "./commandFailure.ts";
import {
  answerIn,
  askLine,
  askPick,
  askPickOrButton,
  question,
  separator,
  withBack,
  withHeadings,
} from "./stepInput.ts";
import type { Choice, LineOptions, PickQuestion, StepPosition } from "./stepInput.ts";
import { showProgress, type Detail } from "../surfaces/messages.ts";
import { untitled } from "../../texts/shared/failureWords.ts";

/** Throws CancellationError if the user cancels. */
export const ask = ({ title, ...options }: Titled & LineOptions): Promise<string> =>
  question<string>(title, (at, value = options.value) => askLine(at, { ...options, value }));

type Titled = Pick<StepPosition, "title">;

/**
 * Asks for one of several choices. Returns an only choice without asking. Throws CancellationError
 * if the user cancels.
 */
export async function choose<T>(
  choices: readonly Choice<T>[],
  { title, ...options }: Titled & Omit<PickQuestion<T>, "choices" | "value">,
): Promise<T> {
  const [only, ...others] = choices;
  if (only && others.length === 0) return only.value;
  return question<T>(title, (at, value) => askPick(at, { ...options, choices, value }));
}

/** `icon` is the id of a codicon. */
export const iconButton = (icon: string, tooltip: string): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon(icon),
  tooltip,
});

/** Throws CancellationError unless the user agrees. */
export async function confirm(question: string, detail: Detail, action: string): Promise<void> {
  if (!(await agrees(question, detail, action))) throw new vscode.CancellationError();
}

/** Throws CancellationError if the user cancels. */
export async function decide<T extends string>(
  question: string,
  detail: Detail,
  answers: readonly T[],
): Promise<T> {
  const answer = await showModal(question, detail, answers);
  if (answer === undefined) throw new vscode.CancellationError();
  return answer;
}

export async function askCertificate(title: string): Promise<string | undefined> {
  const openLabel = vscode.l10n.t("Trust");
  const file = await unlessCancelled(askFile({ title, openLabel }));
  return file?.fsPath;
}

export type Matches<T> = Pick<Truncated<Choice<T>>, "rows" | "isTruncated">;

/**
 * `find` may show its matches before it has all that belongs to them. Throws CancellationError if
 * the user cancels.
 */
export const search = <T>(
  { title, placeholder }: TitledPick,
  find: (
    text: string,
    output: { readonly signal: AbortSignal; readonly show: (matches: Matches<T>) => void },
  ) => Promise<Matches<T>>,
): Promise<T> =>
  question<T>(title, async (at) => {
    const pick = createQuickPick<vscode.QuickPickItem & Partial<Choice<T>>>();
    let typing: vscode.Disposable | undefined;
    try {
      return await answerIn<T>(pick, at, (resolve, reject) => {
        pick.placeholder = placeholder;
        pick.onDidAccept(() => {
          const [choice] = pick.selectedItems;
          if (choice) resolve(choice.value as T);
        });
        typing = searchWhileTyping(
          pick,
          async (text, { signal, show }) => {
            const showMatches = ({ rows, isTruncated }: Matches<T>): void => {
              const first = vscode.l10n.t("The first {count} matches", { count: rows.length });
              show(isTruncated ? [separator(first), ...rows] : rows);
            };
            showMatches(await find(text, { signal, show: showMatches }));
          },
          reject,
        );
      });
    } finally {
      typing?.dispose();
    }
  });

type TitledPick = Titled & { readonly placeholder: string };

/** Asks for files, at least one. Throws CancellationError if the user cancels. */
export async function askFiles(options: vscode.OpenDialogOptions): Promise<readonly vscode.Uri[]> {
  const files = await showOpenDialog({ ...options, defaultUri: startFolder() });
  if (!files) throw new vscode.CancellationError();
  return files;
}

/** Throws CancellationError if the user cancels. */
export async function askFile(options: vscode.OpenDialogOptions): Promise<vscode.Uri> {
  const [file] = await askFiles(options);
  if (!file) throw new vscode.CancellationError();
  return file;
}

const startFolder = (): vscode.Uri =>
  vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());

/**
 * Returns undefined if the user cancels. The suggested name has a title, which may contain any
 * character, and an ending such as `json`.
 */
export function askSaveTarget(
  { title, ending }: { readonly title: string; readonly ending: string },
  options: Omit<vscode.SaveDialogOptions, "defaultUri">,
): Thenable<vscode.Uri | undefined> {
  const folder = startFolder();
  const name = `${title.replace(/[/\\:*?"<>|]/g, " ").trim() || untitled()}.${ending}`;
  return showSaveDialog({ ...options, defaultUri: vscode.Uri.joinPath(folder, name) });
}

/** A quick pick item that can be identified when the items are replaced. */
type IdentifiedItem = vscode.QuickPickItem & { readonly id?: string };

const searchDelayMs = 250;

/**
 * Searches for the text of a quick pick, now and on every change, until it is disposed. `find`
 * shows the results so far, even those that VS Code itself would filter out. Call `again` when an
 * option of the search has changed.
 */
export function searchWhileTyping<Item extends IdentifiedItem>(
  pick: vscode.QuickPick<Item>,
  find: (
    text: string,
    output: { readonly signal: AbortSignal; readonly show: (items: readonly Item[]) => void },
  ) => Promise<void>,
  fail: (error: unknown) => void,
): vscode.Disposable & { readonly again: () => void } {
  let abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const start = async (text: string): Promise<void> => {
    abort = new AbortController();
    const { signal } = abort;
    pick.busy = true;
    const show = (items: readonly Item[]): void => {
      if (!signal.aborted) putUp(pick, items);
    };
    try {
      const finding = find(text, { signal, show });
      // VS Code shows that a quick pick is busy only after 800 ms.
      const progress = { location: vscode.ProgressLocation.Window, title: pick.title ?? "" };
      void showProgress(progress, () => Promise.allSettled([finding]));
      await finding;
      if (!signal.aborted) pick.busy = false;
    } catch (error) {
      if (!signal.aborted) fail(error);
    }
  };
  const again = (): void => {
    // Enter must select a result for this text, not for the previous one.
    abort.abort();
    pick.items = [];
    pick.busy = true;
    clearTimeout(timer);
    timer = setTimeout(() => void start(pick.value), searchDelayMs);
  };
  const typing = pick.onDidChangeValue(again);
  void start(pick.value);
  return {
    again,
    dispose: () => {
      typing.dispose();
      clearTimeout(timer);
      abort.abort();
    },
  };
}

/** Replaces the items. An item that the user has moved to stays active. */
function putUp<Item extends IdentifiedItem>(
  pick: vscode.QuickPick<Item>,
  items: readonly Item[],
): void {
  const [activeItem] = pick.activeItems;
  const isFirst =
    activeItem === pick.items.find(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
  const sameItems =
    activeItem && !isFirst
      ? items.filter(({ id }) => id !== undefined && id === activeItem.id)
      : [];
  pick.keepScrollPosition = sameItems.length > 0;
  pick.items = items.map((item) => ({ ...item, alwaysShow: true }));
  const activeItems = pick.items.filter(({ id }) => sameItems.some((item) => item.id === id));
  if (activeItems.length > 0) pick.activeItems = activeItems;
}

/** Asks for a choice, or for a button of one. Throws CancellationError if the user cancels. */
export const chooseOrPress = <T>(
  choices: readonly Choice<T>[],
  { title, placeholder }: TitledPick,
): ReturnType<typeof askPickOrButton<T>> =>
  question(title, (at) => askPickOrButton(at, { choices, placeholder }));

type PickManyOptions<T> = TitledPick & {
  /** Allows to select nothing, and is the placeholder then. */
  readonly noneHint?: string;
  /** Called for an item button. The quick pick and its selection stay, even if this fails. */
  readonly onButton?: (value: T) => Promise<void>;
};

/**
 * Asks for at least one of several choices, or for none with `noneHint`. Choices are selected at
 * first, unless they have `picked: false`. Throws CancellationError if the user cancels.
 */
export const pickMany = <T>(
  choices: readonly Choice<T>[],
  { title, placeholder, noneHint, onButton }: PickManyOptions<T>,
): Promise<readonly T[]> =>
  question<readonly T[]>(title, (at, former) => {
    const pick = createQuickPick<vscode.QuickPickItem | Choice<T>>();
    const isSelected = ({ value, picked }: Choice<T>): boolean =>
      former
        ? former.some((formerValue) => isDeepStrictEqual(formerValue, value))
        : picked !== false;
    return answerIn<readonly T[]>(pick, at, (resolve) => {
      Object.assign(pick, { placeholder, canSelectMany: true });
      Object.assign(pick, { matchOnDescription: true, matchOnDetail: true });
      pick.items = withHeadings(choices);
      pick.selectedItems = choices.filter(isSelected);
      pick.onDidTriggerItemButton(({ item }) => {
        const pressed = choices.find((choice) => choice === item);
        if (pressed)
          onButton?.(pressed.value).catch((error: unknown) => {
            void showError(errorMessage(error));
          });
      });
      pick.onDidChangeSelection(({ length }) => {
        const none = noneHint ?? vscode.l10n.t("Select at least one item");
        pick.placeholder = length > 0 ? placeholder : none;
      });
      pick.onDidAccept(() => {
        const items: ReadonlySet<vscode.QuickPickItem> = new Set(pick.selectedItems);
        const selectedChoices = choices.filter((choice) => items.has(choice));
        if (selectedChoices.length > 0 || noneHint !== undefined)
          resolve(selectedChoices.map(({ value }) => value));
      });
    });
  });

/**
 * Asks twice for a new password, because the input box hides the text. Throws CancellationError if
 * the user cancels.
 */
export function askNewPassword(title: string, connection: string): Promise<string> {
  return withBack(async () => {
    const password = await ask({
      title: vscode.l10n.t("New Password of {user}", { user: title }),
      prompt: vscode.l10n.t(
        "Takes effect immediately on {connection} and isn't stored on this computer",
        { connection },
      ),
      password: true,
      validateInput: (typed) => (typed === "" ? vscode.l10n.t("Enter a password.") : undefined),
    });
    const differs = vscode.l10n.t("The passwords don't match.");
    return ask({
      title: vscode.l10n.t("Repeat the New Password of {user}", { user: title }),
      prompt: vscode.l10n.t("Enter the password again"),
      password: true,
      validateInput: (typed) => (typed === password ? undefined : differs),
    });
  });
}
