import * as vscode from "vscode";
import { plainLines, plainText } from "./plainText.ts";

/** The log of the extension. Each text is one line; the stack of an error has lines of its own. */
export type Log = Pick<vscode.LogOutputChannel, "debug" | "warn" | "error" | "show" | "dispose">;

export function createLog(name: string): Log {
  const channel = vscode.window.createOutputChannel(name, { log: true });
  const line =
    (level: "debug" | "warn" | "error") =>
    (...values: readonly unknown[]): void =>
      channel[level](values.map(logText).join(" "));
  return {
    ...{ debug: line("debug"), warn: line("warn"), error: line("error") },
    show: () => channel.show(),
    dispose: () => channel.dispose(),
  };
}

const logText = (value: unknown): string =>
  value instanceof Error
    ? plainLines((value.stack ?? value.message).split("\n"))
    : plainText(String(value));
