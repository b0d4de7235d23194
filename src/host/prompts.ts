import * as vscode from "vscode";
import { setUpInput, question } from "./multiStep.ts";
import type { StepPosition, Choice } from "./multiStep.ts";
import { startFolder } from "./saveTarget.ts";
import { askLine } from "./stepInput.ts";
import { askPick } from "./stepPick.ts";
import { searchWhileTyping } from "./typing.ts";
import type { TypingSearch } from "./typing.ts";

interface PromptOptions {
  readonly title: string;
  readonly prompt?: string;
  readonly placeHolder?: string;
  readonly value?: string;
  readonly password?: boolean;
  /** Why a text can't be taken; undefined where it can. */
  readonly validateInput?: (text: string) => Promise<string | undefined> | string | undefined;
}

/** A line of text; throws CancellationError when the person gives up. */
export const ask = ({ title, placeHolder, ...asked }: PromptOptions): Promise<string> =>
  question<string>(title, (at, former = asked.value) =>
    askLine(at, {
      ...asked,
      value: former,
      ...(placeHolder !== undefined && { placeholder: placeHolder }),
    }),
  );

interface ChooseOptions {
  readonly title: string;
  readonly placeHolder?: string;
  readonly matchOnDescription?: boolean;
}

/** One of some; the only one there is without asking. Throws CancellationError when given up. */
export async function choose<T>(
  choices: readonly Choice<T>[],
  { title, placeHolder, ...choosing }: ChooseOptions,
): Promise<T> {
  const [only, ...others] = choices;
  if (only && others.length === 0) return only.value;
  return question<T>(title, (at, value) =>
    askPick(at, {
      ...choosing,
      choices,
      value,
      ...(placeHolder !== undefined && { placeholder: placeHolder }),
    }),
  );
}

/** A modal question: whether the person agrees. */
export async function agrees(question: string, detail: string, action: string): Promise<boolean> {
  const options = { modal: true, detail };
  return (await vscode.window.showWarningMessage(question, options, action)) === action;
}

/** A modal question; throws CancellationError unless the person agrees. */
export async function confirm(question: string, detail: string, action: string): Promise<void> {
  if (!(await agrees(question, detail, action))) throw new vscode.CancellationError();
}

/** A modal question with several answers; throws CancellationError when given up. */
export async function decide<T extends string>(
  question: string,
  detail: string,
  answers: readonly T[],
): Promise<T> {
  const options = { modal: true, detail };
  const answer = await vscode.window.showWarningMessage<string>(question, options, ...answers);
  const decided = answers.find((one) => one === answer);
  if (decided === undefined) throw new vscode.CancellationError();
  return decided;
}

/** The path of a file of certificates to trust; undefined when the person gives up. */
export async function askCertificate(name: string): Promise<string | undefined> {
  const title = vscode.l10n.t("Certificate File for {0}", name);
  const openLabel = vscode.l10n.t("Trust");
  const options = { title, openLabel, defaultUri: startFolder() };
  const [file] = (await vscode.window.showOpenDialog(options)) ?? [];
  return file?.fsPath;
}

interface SearchOptions<T> {
  readonly placeholder: string;
  readonly find: (text: string) => Promise<readonly Choice<T>[]>;
}

/** A choice that is searched for while typing; throws CancellationError when given up. */
export const search = <T>(
  { title, placeholder }: { readonly title: string; readonly placeholder: string },
  find: SearchOptions<T>["find"],
): Promise<T> => question<T>(title, (at) => searchAt(at, { placeholder, find }));

async function searchAt<T>(at: StepPosition, { placeholder, find }: SearchOptions<T>): Promise<T> {
  const pick = vscode.window.createQuickPick<Choice<T>>();
  let typing: TypingSearch | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      setUpInput(pick, at, reject);
      pick.placeholder = placeholder;
      pick.onDidAccept(() => {
        const [chosen] = pick.selectedItems;
        if (chosen) resolve(chosen.value);
      });
      pick.show();
      typing = searchWhileTyping(
        pick,
        async (text, { show }) => {
          show(await find(text));
        },
        reject,
      );
    });
  } finally {
    typing?.dispose();
    pick.dispose();
  }
}
