import * as l10n from "@vscode/l10n";

let language = "en";

/**
 * Sets the translations of all texts, and their language, which numbers and times in them have too.
 * Without a call, all texts are English.
 *
 * @param translations The bundle of VS Code, by message.
 * @param code The language's code, such as `de`.
 */
export function useTranslations(
  translations: Readonly<Record<string, string>>,
  code: string,
): void {
  l10n.config({ contents: { ...translations } });
  language = code;
}

export const textLanguage = (): string => language;

/** An ISO 8601 time as "2 min ago" or, if long, "2 minutes ago"; empty if it is not valid. */
export function ago(time: string, style: "short" | "long" = "short"): string {
  const seconds = (Date.parse(time) - Date.now()) / 1000;
  if (Number.isNaN(seconds)) return "";
  const unitEntry = units.find(([, length]) => -seconds >= length);
  // The service's clock may be ahead of the local clock. A future time counts as now.
  if (!unitEntry) return l10n.t("just now");
  const [unit, size] = unitEntry;
  const words = formats[style]().format(Math.round(seconds / size), unit);
  return style === "short" ? words.replaceAll(".", "") : words;
}

/** How long ago an ISO 8601 time is, such as "2h" or "1w"; empty if it is not valid. */
export function age(time: string): string {
  const seconds = (Date.now() - Date.parse(time)) / 1000;
  if (Number.isNaN(seconds)) return "";
  // Months are omitted: their letter is that of minutes.
  const unitEntry = units.find(([unit, length]) => unit !== "month" && seconds >= length);
  if (!unitEntry) return l10n.t({ message: "now", comment: ["Instead of an age such as 5m"] });
  const [unit, size] = unitEntry;
  const style = { style: "unit", unit, unitDisplay: "narrow" } as const;
  return new Intl.NumberFormat(textLanguage(), style).format(Math.floor(seconds / size));
}

/** Always a number of weeks or days: "last week" could mean eight days ago or one. */
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
