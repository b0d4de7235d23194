import * as vscode from "vscode";
import { textLanguage } from "./textLanguage.ts";

/** How long ago a time in ISO 8601 was: "2 min ago", or "2 minutes ago" in a sentence; empty for no time. */
export function ago(time: string, style: "short" | "long" = "short"): string {
  const seconds = (Date.parse(time) - Date.now()) / 1000;
  if (Number.isNaN(seconds)) return "";
  const found = units.find(([, length]) => -seconds >= length);
  // A service's clock may be ahead of ours: a time to come counts as now.
  if (!found) return vscode.l10n.t("just now");
  const [unit, size] = found;
  const words = formats[style]().format(Math.round(seconds / size), unit);
  return style === "short" ? words.replaceAll(".", "") : words;
}

/** Weeks and days are counted: "last week" could be eight days ago or one. */
const formatOf = (style: "short" | "long") => {
  let format: Intl.RelativeTimeFormat | undefined;
  return () =>
    (format ??= new Intl.RelativeTimeFormat(textLanguage(), { numeric: "always", style }));
};

const formats = { short: formatOf("short"), long: formatOf("long") };

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
