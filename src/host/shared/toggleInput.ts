import * as vscode from "vscode";
import { createInputBox } from "../surfaces/inputs.ts";
import { iconButton } from "./prompts.ts";
import { answerIn, question } from "./stepInput.ts";
import { listOf } from "../../texts/shared/nameList.ts";

interface Toggle<Name extends string> {
  readonly name: Name;
  /** The id of a codicon. */
  readonly icon: string;
  readonly label: string;
}

interface ToggleInputResult<Name extends string> {
  readonly text: string;
  readonly on: ReadonlySet<Name>;
}

/**
 * Asks for a text with options to switch on and off. The prompt is shown while all of them are off.
 * `flawOf` returns why a text is invalid; undefined if it is valid. Throws CancellationError if the
 * user cancels.
 */
export const askWithToggles = <Name extends string>(
  { title, prompt }: { readonly title: string; readonly prompt: string },
  toggles: readonly Toggle<Name>[],
  flawOf: (text: string, on: ReadonlySet<Name>) => string | undefined,
): Promise<ToggleInputResult<Name>> =>
  question<ToggleInputResult<Name>>(title, (at, former) => {
    const input = createInputBox();
    const on = new Set(former?.on);
    return answerIn<ToggleInputResult<Name>>(input, at, (resolve) => {
      const backButtons = input.buttons;
      // A button looks the same on and off, so the prompt shows the active toggles.
      const showState = (): void => {
        const labels = toggles.filter(({ name }) => on.has(name)).map(({ label }) => label);
        input.prompt = labels.length > 0 ? listOf(labels) : prompt;
        const buttons = toggles.map((toggle) => toggleButton(toggle, on.has(toggle.name)));
        input.buttons = [...backButtons, ...buttons];
      };
      const check = (): boolean => {
        const flaw = flawOf(input.value, on);
        input.validationMessage = flaw;
        return flaw === undefined;
      };
      input.onDidTriggerButton((button) => {
        const pressed = toggles[input.buttons.indexOf(button) - backButtons.length];
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

/** The button of a toggle. It looks the same on and off, so its tooltip shows the state. */
export const toggleButton = (
  { icon, label }: Pick<Toggle<string>, "icon" | "label">,
  isOn: boolean,
): vscode.QuickInputButton =>
  iconButton(
    icon,
    isOn
      ? vscode.l10n.t("{option} (on)", { option: label })
      : vscode.l10n.t("{option} (off)", { option: label }),
  );
