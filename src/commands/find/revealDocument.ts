import * as vscode from "vscode";
import { Guidance, must } from "../../host/shared/commandFailure.ts";
import { typeHeading } from "../../texts/shared/headings.ts";
import { runTask } from "../../host/shared/progressNotification.ts";
import { confirm } from "../../host/shared/prompts.ts";
import { isSingle, isUser, type Address } from "../../model/foundation/address.ts";
import { headingOf } from "../../model/schemas/catalog.ts";
import { hidesRows, clearedListQuery } from "../../model/content/listQuery.ts";
import type { ServiceContext } from "../shared/commandContexts.ts";

/** Selects the document's tree item; resolves with whether there is one. */
export type ShowRow = (address: Address) => Promise<boolean>;

export async function revealDocument(
  context: ServiceContext,
  address: Address,
  showRow: ShowRow,
): Promise<void> {
  const isInList = isSingle(address) || (await list(context, address));
  if (isInList && (await showRow(address))) return;
  throw new Guidance(
    vscode.l10n.t("The service doesn't list the document. It may have been deleted."),
  );
}

/** Shows the document in its collection. If the user agrees, it removes limits that hide it. */
async function list(context: ServiceContext, address: Address): Promise<boolean> {
  const progressTitle = vscode.l10n.t("Looking up the document");
  const look = async () => {
    const listing = context.lists.listing(address);
    return (await runTask(progressTitle, () => listing.find(address.id))) !== undefined;
  };
  if (await look()) return true;
  for (const show of [showLocale, showAll]) {
    if ((await show(context, address)) && (await look())) return true;
  }
  return false;
}

/** Whether another locale is shown now. */
async function showLocale({ catalogs, lists }: ServiceContext, address: Address): Promise<boolean> {
  const { locale } = address;
  if (locale === undefined) return false;
  const { type: contentType, catalog } = must(
    await catalogs.type(address.connection, address.type),
  );
  const currentLocale = lists.locale(address, contentType, catalog.defaultLocale) ?? "";
  if (currentLocale === locale) return false;
  const type = headingOf(contentType);
  await confirm(
    vscode.l10n.t(
      "The tree shows {type} in the locale {locale}, but the document doesn't exist in it.",
      { type, locale: currentLocale },
    ),
    vscode.l10n.t("Show {type} in {locale}?", { type, locale }),
    vscode.l10n.t("Show {locale}", { locale }),
  );
  lists.changeListQuery(address, { locale });
  return true;
}

/** Whether rows that the list query left out are shown now. */
async function showAll({ catalogs, lists }: ServiceContext, address: Address): Promise<boolean> {
  const type = isUser(address)
    ? undefined
    : must(await catalogs.type(address.connection, address.type)).type;
  if (!hidesRows(lists.listQuery(address), type)) return false;
  const collection = typeHeading(type);
  await confirm(
    vscode.l10n.t("The filter on {collection} hides this document.", { collection }),
    vscode.l10n.t("Clear the filter and show everything? The sort order doesn't change."),
    vscode.l10n.t("Show All"),
  );
  // The sort order hides nothing.
  lists.changeListQuery(address, { ...clearedListQuery, sort: lists.listQuery(address).sort });
  return true;
}
