import * as vscode from "vscode";
import type { Connections } from "../../model/connect/connections.ts";
import { isObject, valueIn } from "../../model/foundation/json.ts";
import type { JournalSettings } from "../../model/journal/journal.ts";

const day = 86_400_000;
const megabyte = 1_000_000;

/** The settings `cms.journal.*`. Each access reads the current value. */
export const journalSettings = (connections: Pick<Connections, "get">): JournalSettings => ({
  get maxAge() {
    return number("maxAgeDays", 30) * day;
  },
  get maxSize() {
    return number("maxSizeMB", 50) * megabyte;
  },
  of(connection) {
    const { name = "" } = connections.get(connection) ?? {};
    const all = setting("connections");
    const connectionSetting = isObject(all) ? valueIn(all, name) : {};
    const { enabled, omit } = isObject(connectionSetting) ? connectionSetting : {};
    return {
      enabled: enabled !== false,
      omit: [omit].flat().filter((path) => typeof path === "string"),
    };
  },
});

/** Copies the journal setting of one connection to another, unless the other has its own. */
export async function copyJournalSetting(sourceName: string, targetName: string): Promise<void> {
  const all = configuration().inspect("connections")?.globalValue;
  if (!isObject(all) || !Object.hasOwn(all, sourceName) || Object.hasOwn(all, targetName)) return;
  const value = { ...all, [targetName]: valueIn(all, sourceName) };
  await configuration().update("connections", value, vscode.ConfigurationTarget.Global);
}

const configuration = () => vscode.workspace.getConfiguration("cms.journal");

const setting = (name: string): unknown => configuration().get(name);

function number(name: string, otherwise: number): number {
  const value = setting(name);
  return typeof value === "number" && value > 0 ? value : otherwise;
}
