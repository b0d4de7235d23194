import * as vscode from "vscode";
import { visible, visibleLines } from "../../model/foundation/legible.ts";

/** The log of the extension. Each text is one line; the stack of an error has lines of its own. */
export type Log = Pick<vscode.LogOutputChannel, "debug" | "info" | "warn" | "error" | "dispose">;

/** Creates an output channel for a log. */
export function createLog(name: string): Log {
  const channel = vscode.window.createOutputChannel(name, { log: true });
  const shown = (value: unknown): unknown =>
    value instanceof Error
      ? visibleLines(value.stack ?? value.message)
      : typeof value === "string"
        ? visible(value)
        : value;
  const line = (level: "debug" | "info" | "warn" | "error") => (first: unknown, ...rest: unknown[]) => {
    channel[level](String(shown(first)), ...rest.map(shown));
  };
  return {
    ...{ debug: line("debug"), info: line("info"), warn: line("warn"), error: line("error") },
    dispose: () => {
      channel.dispose();
    },
  };
}
