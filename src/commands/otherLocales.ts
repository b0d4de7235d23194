import * as vscode from "vscode";
import { must } from "../host/commandFailure.ts";
import { tell } from "../host/notifications.ts";
import { stateIcon } from "../host/stateIcons.ts";
import { stateWord } from "../host/words/words.ts";
import type { Address } from "../model/foundation/address.ts";
import { headingOf } from "../model/schemas/catalog.ts";
import type { State } from "../model/documents/snapshot/states.ts";
import { readForPreview } from "./previewedDocument.ts";
import type { PreviewedDocument, DocumentViews } from "./previewedDocument.ts";

/** A locale of the service, and whether a document is there in it. */
export interface LocaleOf {
  readonly code: string;
  /** As the service calls it, with its code. */
  readonly name: string;
  readonly isThere: boolean;
  /** Absent where the document is not there, and where there are no states. */
  readonly state?: State | undefined;
}

/** The locales other than its own; undefined where the type has none, and the person was told. */
export async function localesOf(
  showing: DocumentViews,
  address: Address,
): Promise<
  { readonly looked: PreviewedDocument; readonly others: readonly LocaleOf[] } | undefined
> {
  if (address.locale === undefined) {
    tell(vscode.l10n.t("This has no locales."));
    return undefined;
  }
  const { type, catalog } = must(await showing.catalogs.type(address.connection, address.type));
  const looked = await readForPreview(showing, address);
  const { facts, states = {} } = looked.snapshot;
  const there = new Set(facts.locales);
  const names = new Map(catalog.locales.map(({ code, name }) => [code, name]));
  const codes = new Set([...there, ...names.keys()]);
  codes.delete(address.locale);
  const others = [...codes].map((code): LocaleOf => {
    const name = names.get(code) ?? code;
    return {
      code,
      name: name.includes(code) ? name : `${name} (${code})`,
      isThere: there.has(code),
      state: states[code],
    };
  });
  if (others.length > 0) return { looked, others };
  tell(vscode.l10n.t("{0}: the token sees no other locale.", headingOf(type)));
  return undefined;
}

/** What a list of locales shows of one. */
export const toChoice = (locale: LocaleOf) => ({
  label: locale.name,
  description: localeStatusWords(locale),
  iconPath: locale.isThere ? stateIcon(locale.state) : new vscode.ThemeIcon("add"),
  value: locale,
});

function localeStatusWords({ isThere, state }: LocaleOf): string {
  if (!isThere) return vscode.l10n.t("missing");
  return state ? stateWord(state) : "";
}
