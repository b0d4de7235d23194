import * as vscode from "vscode";
import { typeHeading } from "../../texts/headings.ts";
import { listOf } from "../../texts/lists.ts";
import { stateIcon } from "../../host/stateIcons.ts";
import { describe, numeral, statusWord, untitled } from "../../texts/words.ts";
import { keyOf } from "../../model/foundation/address.ts";
import type { Connection } from "../../model/connections/connection.ts";
import type { SearchResults, TypeResults } from "../../model/query/finding/typeSearch.ts";
import { maxHits } from "../../model/query/finding/hits.ts";
import type { SearchHit } from "../../model/query/finding/hits.ts";
import type { TextMatch } from "../../model/content/textMatch.ts";
import type { Failure } from "../../model/failure.ts";

/** A document, the rest of a collection, or a remark, which opens nothing. */
export interface HitItem extends vscode.QuickPickItem {
  readonly id?: string;
  readonly hit?: SearchHit;
  readonly more?: TypeResults;
}

/** The actions on a found document besides opening it. */
export const hitButtons = {
  keep: {
    iconPath: new vscode.ThemeIcon("go-to-file"),
    tooltip: vscode.l10n.t("Open and Keep Searching"),
  },
  beside: {
    iconPath: new vscode.ThemeIcon("split-horizontal"),
    tooltip: vscode.l10n.t("Open to the Side"),
  },
} as const satisfies Readonly<Record<string, vscode.QuickInputButton>>;

/**
 * The results by collection; `elsewhere` is their connection where it is not the one that was
 * searched.
 */
export const hitItems = (found: SearchResults, elsewhere?: Connection): HitItem[] =>
  found.groups.flatMap((group) => [
    heading([typeHeading(group.type), elsewhere?.name].filter(Boolean).join(" · ")),
    ...group.hits.map(toItem),
    ...(group.more ? [toMore(group)] : []),
  ]);

/**
 * The remarks at the end of a search: that there are no results, and which types, fields and zones
 * were not searched.
 */
export function remarks({ groups, failures, unseen, cut }: SearchResults): HitItem[] {
  const unsearched = new Map<string, string[]>();
  const add = (why: string, name: string) => {
    unsearched.set(why, [...(unsearched.get(why) ?? []), name]);
  };
  for (const { type, failure } of failures) add(whyNot(failure), typeHeading(type));
  for (const field of unseen) add(vscode.l10n.t("The service can't search these fields"), field);
  const enough = vscode.l10n.t("Stopped after {count} documents", { count: numeral(maxHits) });
  for (const zone of cut) add(enough, zone);
  return [
    ...(groups.length === 0 ? [remark(vscode.l10n.t("No results found"))] : []),
    ...(unsearched.size > 0 ? [heading(vscode.l10n.t("Not searched"))] : []),
    ...[...unsearched].map(([why, names]) => remark(why, listOf(names))),
  ];
}

/** The progress of reading dynamic zones, while it runs. */
export const progressItems = ({ progress }: SearchResults): HitItem[] =>
  progress
    ? [
        {
          label: vscode.l10n.t("Reading dynamic zones: {done} of {total}", {
            done: numeral(progress.read),
            total: numeral(progress.total),
          }),
          iconPath: new vscode.ThemeIcon("loading~spin"),
        },
      ]
    : [];

/** One line for all types that the token can't read: the required permissions differ by type. */
const whyNot = (failure: Failure): string =>
  failure.code === "service" && failure.error.name === "ForbiddenError"
    ? vscode.l10n.t("The token has no permission to read these types")
    : describe(failure);

/** Why the search could not run. */
export const failureItem = (failure: Failure): HitItem => ({
  ...remark(describe(failure)),
  iconPath: new vscode.ThemeIcon("error"),
});

const heading = (label: string): HitItem => ({
  label,
  kind: vscode.QuickPickItemKind.Separator,
});

const remark = (label: string, detail?: string): HitItem => ({
  label,
  ...(detail && { detail }),
  iconPath: new vscode.ThemeIcon("info"),
});

function toItem(hit: SearchHit): HitItem {
  const { title, address, state, email, where } = hit;
  const parts = [state && statusWord(state), address.locale, email].filter(Boolean);
  return {
    id: keyOf(address),
    label: title || untitled(),
    description: parts.join(" · "),
    ...(where && { detail: whereWords(where) }),
    iconPath: email === undefined ? stateIcon(state) : new vscode.ThemeIcon("account"),
    buttons: Object.values(hitButtons),
    hit,
  };
}

const whereWords = ({ field, snippet }: TextMatch): string =>
  field === "" ? vscode.l10n.t("In a field that isn't shown") : `${field}: ${snippet}`;

const toMore = (group: TypeResults): HitItem => ({
  id: group.place.type,
  label: vscode.l10n.t("More in {type}…", { type: typeHeading(group.type) }),
  iconPath: new vscode.ThemeIcon("list-filter"),
  more: group,
});
