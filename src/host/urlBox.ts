import * as vscode from "vscode";

interface Asking {
  readonly title: string;
  readonly prompt: string;
  readonly value: string;
  readonly flawOf: (text: string) => string | undefined;
  /** What is put into a box that is still empty, and what is said of it; the box does not wait for it. */
  readonly offer: (signal: AbortSignal) => Promise<Offer | undefined>;
}

export interface Offer {
  readonly value: string;
  readonly prompt: string;
}

/** A URL, with one that is likely offered when it is known; throws CancellationError when given up. */
export async function askUrlWith({ flawOf, offer, ...asked }: Asking): Promise<string> {
  const input = vscode.window.createInputBox();
  const leaving = new AbortController();
  const placeholder = "https://cms.example.com";
  Object.assign(input, { ...asked, placeholder, ignoreFocusOut: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      const check = (): boolean => {
        const flaw = flawOf(input.value);
        input.validationMessage = flaw;
        return flaw === undefined;
      };
      input.onDidChangeValue(check);
      input.onDidAccept(() => {
        if (check()) resolve(input.value);
      });
      input.onDidHide(() => {
        reject(new vscode.CancellationError());
      });
      input.show();
      offer(leaving.signal).then((offered) => {
        if (!offered || leaving.signal.aborted || input.value !== "") return;
        const valueSelection = [0, offered.value.length];
        Object.assign(input, { ...offered, valueSelection });
      }, reject);
    });
  } finally {
    leaving.abort();
    input.dispose();
  }
}
