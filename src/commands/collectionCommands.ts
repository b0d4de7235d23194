import * as vscode from "vscode";
import type { CommandTable } from "../host/commands.ts";
import { must } from "../host/failed.ts";
import { withProgress } from "../host/progress.ts";
import { choose } from "../host/prompts.ts";
import { usersType } from "../model/address.ts";
import { headingOf } from "../model/catalog.ts";
import type { Place } from "../model/content.ts";
import type { Lifecycle } from "../model/lifecycle.ts";
import type { HasPlace, Models, Targets } from "./targets.ts";

/** Commands on what can be listed: collections, users, and the locale of single types. */
export function collectionCommands(
  models: Models,
  lifecycle: Lifecycle,
  targets: Targets,
): CommandTable {
  const { content } = models;
  return {
    "cms.collection.loadMore": async (row?: HasPlace) => {
      const place = await targets.place(row, vscode.l10n.t("Load more of which?"));
      await content.listing(place).more();
    },

    "cms.collection.count": async (row?: HasPlace) => {
      const place = await targets.place(row, vscode.l10n.t("Count which?"));
      await count(models, lifecycle, place);
    },

    "cms.collection.chooseLocale": async (row?: HasPlace) => {
      const place = await targets.localized(row, vscode.l10n.t("Choose the locale of which?"));
      await chooseLocale(models, place);
    },
  };
}

async function count(models: Models, lifecycle: Lifecycle, place: Place): Promise<void> {
  const { heading, locale } = await shownAs(models, place);
  const title = vscode.l10n.t("Counting {0}", heading);
  const counted = await withProgress(title, (signal) => lifecycle.count(place, locale, signal));
  const total = must(counted).toLocaleString(vscode.env.language);
  const name = models.connections.get(place.connection)?.name ?? "";
  void vscode.window.showInformationMessage(
    locale
      ? vscode.l10n.t("{0} on {1}: {2} in {3}", heading, name, total, locale)
      : vscode.l10n.t("{0} on {1}: {2}", heading, name, total),
  );
}

async function shownAs(
  { catalogs, content }: Models,
  place: Place,
): Promise<{ heading: string; locale?: string | undefined }> {
  if (place.type === usersType) return { heading: vscode.l10n.t("Users") };
  const { catalog, type } = must(await catalogs.type(place.connection, place.type));
  return { heading: headingOf(type), locale: content.locale(place, type, catalog.defaultLocale) };
}

async function chooseLocale({ catalogs, content }: Models, place: Place): Promise<void> {
  const { catalog, type } = must(await catalogs.type(place.connection, place.type));
  const current = content.locale(place, type, catalog.defaultLocale);
  const shown = vscode.l10n.t("shown now");
  const choices = catalog.locales.map(({ code, name }) => ({
    label: name,
    description: code === current ? `${code} · ${shown}` : code,
    value: code,
  }));
  const title = vscode.l10n.t("Locale of {0}", headingOf(type));
  content.chooseLocale(place, await choose(choices, { title }));
}
