import type * as vscode from "vscode";

/** Ends a thing with the extension. */
export type Own = <T extends { dispose(): unknown }>(thing: T) => T;

/** Whose things end when VS Code ends the extension. */
export const ownedBy =
  ({ subscriptions }: vscode.ExtensionContext): Own =>
  (thing) => {
    subscriptions.push(thing);
    return thing;
  };
