import * as vscode from "vscode";
import { tellDone } from "../../host/notices.ts";
import { choose, confirm } from "../../host/prompts.ts";
import type { RecentFilters } from "../../host/recentFilters.ts";
import type { Connection } from "../../model/connections/connection.ts";
import type { Connections } from "../../model/connections/connections.ts";
import type { Content } from "../../model/query/listing/content.ts";
import type { Journal } from "../../model/changes/journal/journal.ts";
import type { SchemaCache } from "../../model/schemas/keptSchemas.ts";

/** What this computer keeps of connections, beside their tokens and unsaved edits. */
export interface LocalData {
  readonly connections: Connections;
  readonly content: Content;
  readonly journal: Journal;
  readonly keptSchemas: SchemaCache;
  readonly recentFilters: RecentFilters;
}

/** Forgets journal, schemas and filters of a connection, or of all, after a question that says what goes. */
export async function forgetData(
  { connections, content, journal, keptSchemas, recentFilters }: LocalData,
  asked: Connection | undefined,
): Promise<void> {
  const connection = asked ?? (await chooseConnection(connections));
  await confirm(
    connection
      ? vscode.l10n.t("Forget what is kept of {0} on this computer?", connection.name)
      : vscode.l10n.t("Forget what is kept of all connections on this computer?"),
    vscode.l10n.t(
      "The journal goes: what was saved, published or deleted so far can't be undone or restored any more. So does the schema that was kept of the service: it is read anew. And so do the filters, orders and locales that its collections are shown in. Unsaved changes, connections and tokens stay, and nothing changes on the service.",
    ),
    vscode.l10n.t("Forget"),
  );
  await (connection ? keptSchemas.drop(connection.id) : keptSchemas.dropAll());
  await content.clearListQueries(connection?.id);
  await recentFilters.drop(connection?.id);
  const count = await journal.forget(connection?.id);
  const words = vscode.l10n.t("Forgot {0} entries of the journal", count);
  tellDone(words);
}

/** Undefined stands for all, those too that were removed. */
async function chooseConnection({ all }: Connections): Promise<Connection | undefined> {
  const every = {
    label: vscode.l10n.t("All Connections"),
    description: vscode.l10n.t("removed ones too"),
    value: undefined,
  };
  const choices = all.map((value) => ({ label: value.name, description: value.url, value }));
  return choose<Connection | undefined>([...choices, every], {
    title: vscode.l10n.t("Forget Local Data"),
  });
}
