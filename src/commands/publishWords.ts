import * as vscode from "vscode";
import { listed } from "../host/words/lists.ts";
import { describe, stateWord, untitled } from "../host/words/words.ts";
import type { Address } from "../model/address.ts";
import type { Failure } from "../model/outcome.ts";
import type { Publishing } from "../model/lifecycle/publishing.ts";

/** What goes live with a publish, in a sentence. */
export function whatGoesLive({ published, live }: Publishing): string {
  if (!published) return vscode.l10n.t("It goes live for the first time.");
  return live.length > 0
    ? vscode.l10n.t("Goes live: {0}.", listed(live))
    : vscode.l10n.t("Nothing that you can see here differs from what is live.");
}

/** The same of one locale among others. */
export function whatGoesLiveIn({ locale = "" }: Address, { published, live }: Publishing): string {
  if (!published) return vscode.l10n.t("{0}: for the first time", locale);
  return live.length > 0
    ? `${locale}: ${listed(live)}`
    : vscode.l10n.t("{0}: nothing that you can see here", locale);
}

/** What does not go live with it: other locales, and relations that the service leaves out. */
export function whatStays({ others, leftOut }: Publishing): string[] {
  const locales = Object.entries(others).map(([code, state]) => `${code} (${stateWord(state)})`);
  const words = vscode.l10n.t("Other locales stay as they are: {0}.", listed(locales));
  return [...(locales.length > 0 ? [words] : []), ...whatIsLeftOut(leftOut)];
}

/** A relation that several locales have is named once. */
export function whatIsLeftOut(leftOut: Publishing["leftOut"]): string[] {
  const named = leftOut.map(({ path, title }) => `${path} '${title || untitled()}'`);
  const words = vscode.l10n.t(
    "Left out, because never published: {0}.",
    listed([...new Set(named)]),
  );
  return named.length > 0 ? [words] : [];
}

/** What became of one locale. */
export interface Result {
  readonly address: Address;
  readonly outcome: "published" | "cancelled" | "failed";
  readonly failure?: Failure;
}

/** What became of all locales: which are published, which are not, and why. */
export function whatBecame(title: string, results: readonly Result[]): string {
  const codesOf = (wanted: Result["outcome"]) =>
    results.flatMap(({ outcome, address }) =>
      outcome === wanted && address.locale ? [address.locale] : [],
    );
  const [published, cancelled] = [codesOf("published"), codesOf("cancelled")];
  // What went wrong first: a notification that is folded shows the beginning.
  return [
    ...results.flatMap(({ address, failure }) => (failure ? whyNotIn(address, failure) : [])),
    published.length > 0
      ? vscode.l10n.t("Published {0}: {1}.", title, published.join(", "))
      : vscode.l10n.t("Nothing of {0} was published.", title),
    ...(cancelled.length > 0
      ? [vscode.l10n.t("You cancelled before {0}.", cancelled.join(", "))]
      : []),
  ].join(" ");
}

const whyNotIn = ({ locale = "" }: Address, failure: Failure): string =>
  isUncertain(failure)
    ? vscode.l10n.t("Whether {0} was published is not known: {1}", locale, describe(failure))
    : vscode.l10n.t("{0} was not published: {1}", locale, describe(failure));

export const whyNotPublished = (failure: Failure, name: string): string =>
  isUncertain(failure)
    ? vscode.l10n.t("Whether {0} was published is not known: look before you try again.", name)
    : vscode.l10n.t("{0} was not published.", name);

/** Whether it may have been done all the same. */
export const isUncertain = (failure: Failure): boolean =>
  failure.code === "service" && failure.arrived === "unknown";
