import * as vscode from "vscode";

interface Messages {
  /** The texts of all notifications since the test began. */
  readonly texts: readonly string[];
  /** From now on, presses this button in each notification that has it. */
  press(button: string): void;
  /** From now on, leaves notifications with this button open. Returns what presses it in one of them. */
  hold(button: string): (text: string) => void;
}

/**
 * Reads the information notifications in the tests of a describe() in place of the user. A notification without a
 * button to press is closed.
 */
export function useMessages(): Messages {
  const texts: string[] = [];
  const pressed = new Set<string>();
  const open = new Map<string, (button: string) => void>();
  let heldButton: string | undefined;
  const { showInformationMessage } = vscode.window;
  const answered = (words: string, ...buttons: readonly string[]) => {
    texts.push(words);
    if (buttons.some((button) => button === heldButton))
      return new Promise<string>((resolve) => open.set(words, resolve));
    return Promise.resolve(buttons.find((button) => pressed.has(button)));
  };

  before("read the notifications", () => {
    Object.assign(vscode.window, { showInformationMessage: answered });
  });
  beforeEach("forget earlier notifications", () => {
    texts.length = 0;
    pressed.clear();
    open.clear();
    heldButton = undefined;
  });
  after("leave the notifications to VS Code", () => {
    Object.assign(vscode.window, { showInformationMessage });
  });

  return {
    texts,
    press: (button) => {
      pressed.add(button);
    },
    hold: (button) => {
      heldButton = button;
      return (text) => open.get(text)?.(button);
    },
  };
}
