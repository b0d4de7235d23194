import * as vscode from "vscode";
import { plainText } from "./plainText.ts";

/** An input box whose texts are plain, except for the value that the user edits. */
export const createInputBox = (): vscode.InputBox => plainInput(vscode.window.createInputBox());

/** A quick pick whose texts are plain, also those of its items and buttons. */
export const createQuickPick = <Item extends vscode.QuickPickItem>(): vscode.QuickPick<Item> =>
  plainInput(vscode.window.createQuickPick<Item>());

/** Returns undefined if the user cancels. */
export async function showQuickPick<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  { title = "", placeHolder = "", ...options }: vscode.QuickPickOptions,
): Promise<Item | undefined> {
  const texts = { title: plainText(title), placeHolder: plainText(placeHolder) };
  const item = await vscode.window.showQuickPick(items.map(plainCopy), { ...options, ...texts });
  return item && givenOf(item);
}

/** Properties of an input, an item or a button that VS Code shows. */
const textNames: ReadonlySet<string> = new Set([
  ...["title", "placeholder", "prompt", "validationMessage"],
  ...["label", "description", "detail", "tooltip", "message"],
]);

/** What was given for each copy that VS Code holds. */
const givens = new WeakMap<object, object>();

/** A copy of an item or a button with plain texts; the same object if its texts are plain. */
function plainCopy<Given extends object>(given: Given): Given {
  const changes = Object.entries(given)
    .filter(([name, value]) => textNames.has(name) && typeof value === "string")
    .map(([name, value]) => [name, plainText(value as string)] as const)
    .filter(([name, text]) => given[name as keyof Given] !== text);
  const { buttons } = given as { readonly buttons?: readonly object[] };
  const plainButtons = buttons?.map(plainCopy);
  const isPlain = plainButtons?.every((button, at) => button === buttons?.[at]) ?? true;
  if (changes.length === 0 && isPlain) return given;
  const copy = Object.assign({ ...given }, Object.fromEntries(changes), {
    ...(plainButtons && { buttons: plainButtons }),
  });
  givens.set(copy, given);
  return copy;
}

/** What the caller knows, in place of the copies that VS Code holds. */
function givenOf<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(givenOf) as Value;
  if (typeof value !== "object" || value === null) return value;
  const given = givens.get(value);
  if (given) return given as Value;
  // The event of a button on an item names both.
  const isPair = "item" in value && "button" in value;
  return isPair ? { ...value, item: givenOf(value.item), button: givenOf(value.button) } : value;
}

/** The value of a property of an input as VS Code gets it. */
function shownValue(input: object, name: string | symbol, value: unknown): unknown {
  if (typeof value === "string") return textNames.has(String(name)) ? plainText(value) : value;
  if (typeof value !== "object" || value === null) return value;
  switch (name) {
    case "items":
    case "buttons":
      return (value as readonly object[]).map(plainCopy);
    case "activeItems":
    case "selectedItems":
      return shownItems(input, new Set(value as readonly object[]));
    case "validationMessage":
      return plainCopy(value);
    default:
      return value;
  }
}

/** The items of a quick pick that stand for these given ones. */
function shownItems(pick: object, givenItems: ReadonlySet<object>): readonly object[] {
  const items = "items" in pick ? (pick.items as readonly object[]) : [];
  return items.filter((item) => givenItems.has(givens.get(item) ?? item));
}

/** The input with plain texts. Its caller sees only the items and buttons that it gave. */
function plainInput<Input extends vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>>(
  input: Input,
): Input {
  return new Proxy(input, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return givenOf(value);
      // An event calls its listener with items or buttons.
      return String(name).startsWith("onDid")
        ? (
            listener: (event: unknown) => unknown,
            self: unknown,
            disposables?: vscode.Disposable[],
          ) =>
            (value as vscode.Event<unknown>)(
              (event) => listener.call(self, givenOf(event)),
              undefined,
              disposables,
            )
        : (...args: unknown[]): unknown => Reflect.apply(value, target, args);
    },
    set: (target, name, value) =>
      Reflect.set(target, name, shownValue(target, name, value), target),
  });
}
