import * as vscode from "vscode";
import { createInputBox } from "./surfaces/inputs.ts";
import { answerIn, question } from "./multiStep.ts";
import { listOf } from "../texts/lists.ts";

interface Toggle<Name extends string> {
  readonly name: Name;
  /** The id of a codicon. */
  readonly icon: string;
  readonly label: string;
}

interface ToggleInputOptions<Name extends string> {
  readonly title: string;
  /** The prompt that is shown while all toggles are off. */
  readonly prompt: string;
  readonly toggles: readonly Toggle<Name>[];
  readonly given?: ToggleInputResult<Name>;
  /** Returns why a text is invalid; undefined if it is valid. */
  readonly flawOf: (text: string, on: ReadonlySet<Name>) => string | undefined;
}

interface ToggleInputResult<Name extends string> {
  readonly text: string;
  readonly on: ReadonlySet<Name>;
}

/** Throws CancellationError if the user cancels. */
export const askWithToggles = <Name extends string>(
  asking: ToggleInputOptions<Name>,
): Promise<ToggleInputResult<Name>> =>
  question<ToggleInputResult<Name>>(asking.title, (at, former = asking.given) => {
    const input = createInputBox();
    const on = new Set(former?.on);
    return answerIn<ToggleInputResult<Name>>(input, at, (resolve) => {
      const backButtons = input.buttons;
      const showState = (): void => {
        showToggles(input, asking, on);
        input.buttons = [...backButtons, ...input.buttons];
      };
      const check = (): boolean => {
        const flaw = asking.flawOf(input.value, on);
        input.validationMessage = flaw;
        return flaw === undefined;
      };
      input.onDidTriggerButton((button) => {
        const pressed = asking.toggles[input.buttons.indexOf(button) - backButtons.length];
        if (!pressed) return;
        if (!on.delete(pressed.name)) on.add(pressed.name);
        showState();
        if (input.value !== "") check();
      });
      input.onDidChangeValue(check);
      input.onDidAccept(() => {
        if (check()) resolve({ text: input.value, on });
      });
      input.value = former?.text ?? "";
      showState();
    });
  });

/** Shows the active toggles in texts, because a button looks the same on and off. */
function showToggles<Name extends string>(
  input: vscode.InputBox,
  { toggles, prompt }: ToggleInputOptions<Name>,
  on: ReadonlySet<Name>,
): void {
  const labels = toggles.filter(({ name }) => on.has(name)).map(({ label }) => label);
  input.prompt = labels.length > 0 ? listOf(labels) : prompt;
  input.buttons = toggles.map((toggle) => toggleButton(toggle, on.has(toggle.name)));
}

/** The button of a toggle. It looks the same on and off, so its tooltip shows the state. */
export const toggleButton = (
  { icon, label }: Pick<Toggle<string>, "icon" | "label">,
  isOn: boolean,
): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon(icon),
  tooltip: isOn
    ? vscode.l10n.t("{option} (on)", { option: label })
    : vscode.l10n.t("{option} (off)", { option: label }),
});
