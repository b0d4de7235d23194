import * as vscode from "vscode";

/** An item that can be known again when the items are put up anew. */
interface IdentifiedItem extends vscode.QuickPickItem {
  readonly id?: string;
}

interface SearchOutput<Item> {
  /** Fires when something else was typed. */
  readonly signal: AbortSignal;
  /** Puts up what was found so far, whatever VS Code itself would filter out. */
  readonly show: (items: readonly Item[]) => void;
}

/** A search that follows what a person types, until it is disposed. */
export interface TypingSearch {
  readonly dispose: () => void;
  /** Searches for the same text again, after the pause: an option of the search has changed. */
  readonly again: () => void;
}

/** How long a person pauses before what was typed is searched for, in milliseconds. */
const pause = 250;

/** Searches for what stands in a box, and for what is typed there, until it is disposed. */
export function searchWhileTyping<Item extends IdentifiedItem>(
  pick: vscode.QuickPick<Item>,
  find: (text: string, wanted: SearchOutput<Item>) => Promise<void>,
  fail: (error: unknown) => void,
): TypingSearch {
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
      await find(text, { signal, show });
      if (!signal.aborted) pick.busy = false;
    } catch (error) {
      if (!signal.aborted) fail(error);
    }
  };
  const again = (): void => {
    // Enter takes what was found for this text, not for the one before.
    abort.abort();
    pick.items = [];
    pick.busy = true;
    clearTimeout(timer);
    timer = setTimeout(() => void start(pick.value), pause);
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

/** Who has gone down to an item stays at it, whatever else comes. */
function putUp<Item extends IdentifiedItem>(
  pick: vscode.QuickPick<Item>,
  items: readonly Item[],
): void {
  const [at] = pick.activeItems;
  const isFirst = at === pick.items.find(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
  const same = at && !isFirst ? items.filter(({ id }) => id !== undefined && id === at.id) : [];
  pick.keepScrollPosition = same.length > 0;
  pick.items = items.map((item) => ({ ...item, alwaysShow: true }));
  const shown = pick.items.filter(({ id }) => same.some((one) => one.id === id));
  if (shown.length > 0) pick.activeItems = shown;
}
