import type * as vscode from "vscode";

/** Ends a thing with what it was opened for. */
export type Owner = <T extends { dispose(): unknown }>(thing: T) => T;

/** Opens things that end together. Where one can't be opened, none stays. */
export function together<T>(open: (own: Owner) => T): [T, { dispose(): void }] {
  const things: { dispose(): unknown }[] = [];
  const end = (): void => {
    for (const thing of things.splice(0)) thing.dispose();
  };
  try {
    const opened = open((thing) => {
      things.push(thing);
      return thing;
    });
    return [opened, { dispose: end }];
  } catch (error) {
    end();
    throw error;
  }
}

/** Disposes what it is given when the extension is deactivated. */
export const ownedBy =
  ({ subscriptions }: vscode.ExtensionContext): Owner =>
  (thing) => {
    subscriptions.push(thing);
    return thing;
  };
