import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import type { Connections } from "../model/connections.ts";
import type { Store } from "./store.ts";

/**
 * Takes in what another window has made of the connections. VS Code tells of secrets; of the rest it tells nobody,
 * and so it is looked at when somebody turns to this window, or away from it.
 */
export function followOtherWindows(
  secrets: vscode.SecretStorage,
  store: Store,
  connections: Connections,
): vscode.Disposable {
  const known = store.kept();
  const look = (): void => {
    const now = store.kept();
    for (const id of new Set([...known.keys(), ...now.keys()])) {
      if (!isDeepStrictEqual(known.get(id), now.get(id))) connections.renew(id);
    }
  };
  return vscode.Disposable.from(
    vscode.window.onDidChangeWindowState(look),
    connections.onDidChange(({ id }) => {
      const now = store.kept().get(id);
      if (now) known.set(id, now);
      else known.delete(id);
    }),
    secrets.onDidChange(({ key }) => {
      const id = key.split("/")[1] ?? "";
      if (connections.get(id) && !store.isWriting(key)) connections.renew(id);
    }),
  );
}
