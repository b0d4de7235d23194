import * as vscode from "vscode";

/** How long ago a time in ISO 8601 was: "2 min. ago", or "2 minutes ago" in a sentence; empty for no time. */
export function ago(time: string, style: "short" | "long" = "short"): string {
  // A service's clock may be ahead of ours: nothing has happened in the future.
  const seconds = Math.min(0, (Date.parse(time) - Date.now()) / 1000);
  if (Number.isNaN(seconds)) return "";
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  const format = new Intl.RelativeTimeFormat(vscode.env.language, { numeric: "auto", style });
  return format.format(Math.round(seconds / size), unit);
}

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
