import * as vscode from "vscode";
import type { Connections } from "../model/connections/connections.ts";
import type { JournalSettings } from "../model/journal/journal.ts";

const day = 86_400_000;
const megabyte = 1_000_000;

/** The settings `cms.journal.*`, as they are whenever they are asked. */
export const journalSettings = (connections: Connections): JournalSettings => ({
  get maxAge() {
    return number("maxAgeDays", 30) * day;
  },
  get maxSize() {
    return number("maxSizeMB", 50) * megabyte;
  },
  of(connection) {
    const { name = "" } = connections.get(connection) ?? {};
    const all = setting("connections");
    const own = isRecord(all) && Object.hasOwn(all, name) ? all[name] : {};
    const { enabled, omit } = isRecord(own) ? own : {};
    return { enabled: enabled !== false, omit: [omit].flat().filter(isText) };
  },
});

const setting = (name: string): unknown =>
  vscode.workspace.getConfiguration("cms.journal").get(name);

function number(name: string, otherwise: number): number {
  const asked = setting(name);
  return typeof asked === "number" && asked > 0 ? asked : otherwise;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === "string";
