import * as vscode from "vscode";
import { activeAddress } from "../../files/openDocuments.ts";
import { addressIn } from "../../files/textUri.ts";
import { Guidance } from "../../host/commandFailure.ts";
import type { CommandTable } from "../../host/commands.ts";
import { withBack } from "../../host/multiStep.ts";
import { choose } from "../../host/prompts.ts";
import { browse } from "../../host/reviewPick.ts";
import { isNew, isUser, mediaType, usersType } from "../../model/foundation/address.ts";
import type { Address } from "../../model/foundation/address.ts";
import type { Connection } from "../../model/connections/connection.ts";
import { allThatMatch, connectionOf, selectedRows } from "../batch/batchTargets.ts";
import type { BatchSelection } from "../batch/batching.ts";
import type { CommandRow, Targets } from "../targets.ts";
import {
  compareConnections,
  comparisonActions,
  leftOutRows,
  listedGroups,
  maxListed,
  rowItem,
  rowsIn,
  showRow,
  summaryOf,
} from "./comparisonList.ts";
import { compareAndCopy } from "./copying.ts";
import type { CopyRequest } from "./copying.ts";
import type { ComparisonRequest, EnvironmentCommands } from "./environments.ts";
import { untilCurrent } from "./matchingChoices.ts";
import { otherConnection } from "./otherConnection.ts";

type Argument = CommandRow | vscode.Uri;

/** Commands that compare and copy documents between two connections. */
export function environmentCommands(
  environments: EnvironmentCommands,
  targets: Targets,
): CommandTable {
  return {
    "cms.content.compareWithConnection": async (on?: Argument, rows?: readonly CommandRow[]) => {
      const title = vscode.l10n.t("Compare with Connection");
      const selection = await selectionOf(environments, targets, title, on, rows);
      const to = await otherConnection(environments, connectionOf(selection.target), { title });
      const request = requestOf(environments, selection, to);
      await untilCurrent(() => compare(environments, request));
    },

    "cms.content.copyToConnection": async (on?: Argument, rows?: readonly CommandRow[]) => {
      const title = vscode.l10n.t("Copy to Connection");
      const selection = await selectionOf(environments, targets, title, on, rows);
      const from = connectionOf(selection.target);
      const { to, mode } = await withBack(async () => {
        const to = await otherConnection(environments, from, { title, isCopy: true });
        return { to, mode: await copyMode(environments.connections.get(from), title) };
      });
      await compareAndCopy(environments, { ...requestOf(environments, selection, to), ...mode });
    },

    "cms.document.bringHere": async (on?: Argument) => {
      const title = vscode.l10n.t("Bring Here");
      const address = await targets.document(on, title);
      const to = await otherConnection(environments, address.connection, {
        ...{ title, isCopy: true, isDevelopment: true },
      });
      const selection = documentSelection(address, on);
      const request = requestOf(environments, selection, to);
      await compareAndCopy(environments, { ...request, publish: false, asksPersonal: true });
    },
  };
}

/** The selected documents, the collection, or the document of the editor. */
async function selectionOf(
  environments: EnvironmentCommands,
  targets: Targets,
  title: string,
  on?: Argument,
  rows: readonly CommandRow[] = [],
): Promise<BatchSelection> {
  if (on instanceof vscode.Uri || !on) {
    const address = on ? addressIn(on) : activeAddress();
    if (address) return documentSelection(address, on);
    return allThatMatch(environments, await targets.collection(undefined, title));
  }
  if (on.place && !on.address) {
    requireDocuments(on.place);
    return allThatMatch(environments, on.place);
  }
  return selectedRows(on, rows, isDocument);
}

const isDocument = (address: Address): boolean => !isUser(address) && address.type !== mediaType;

function requireDocuments({ type }: { readonly type: string }): void {
  if (type !== usersType && type !== mediaType) return;
  throw new Guidance(vscode.l10n.t("Users and media files can't be compared or copied."));
}

function documentSelection(address: Address, on: Argument | undefined): BatchSelection {
  if (isNew(address)) throw new Guidance(vscode.l10n.t("Save the new document first."));
  requireDocuments(address);
  const row = on instanceof vscode.Uri ? undefined : on?.row;
  const title = row?.title ?? "";
  return { target: { kind: "selected", items: [{ address, title }] }, detail: [] };
}

function requestOf(
  { connections }: EnvironmentCommands,
  selection: BatchSelection,
  to: Connection,
): ComparisonRequest {
  const from = connectionOf(selection.target);
  return {
    connections: { from, to: to.id },
    names: { from: connections.get(from)?.name ?? "", to: to.name },
    selection,
    version: "draft",
  };
}

/** Asks which version to copy, and whether to publish the copies. Enter chooses drafts. */
function copyMode(
  from: Connection | undefined,
  title: string,
): Promise<Pick<CopyRequest, "version" | "publish">> {
  const connection = from?.name ?? "";
  return choose<Pick<CopyRequest, "version" | "publish">>(
    [
      {
        label: vscode.l10n.t("Copy as Drafts"),
        description: vscode.l10n.t("copies the drafts, and publishes nothing"),
        value: { version: "draft", publish: false },
      },
      {
        label: vscode.l10n.t("Copy with Publication Status"),
        description: vscode.l10n.t(
          "also publishes the documents that are published in {connection} without later changes",
          { connection },
        ),
        value: { version: "draft", publish: true },
      },
      {
        label: vscode.l10n.t("Copy Published Versions as Drafts"),
        description: vscode.l10n.t("leaves out unpublished changes of {connection}", {
          connection,
        }),
        value: { version: "published", publish: false },
      },
      {
        label: vscode.l10n.t("Copy Published Versions and Publish"),
        description: vscode.l10n.t(
          "leaves out unpublished changes of {connection}, and publishes the copies",
          { connection },
        ),
        value: { version: "published", publish: true },
      },
    ],
    { title, placeholder: vscode.l10n.t("Choose the version and the status of the copies") },
  );
}

/** Lists the differences until the user closes the list. Writes nothing. */
async function compare(
  environments: EnvironmentCommands,
  request: ComparisonRequest,
): Promise<void> {
  const requested = await compareConnections(environments, request);
  const rows = rowsIn(requested, listedGroups).slice(0, maxListed);
  await browse({
    title: vscode.l10n.t("Compare {from} with {to}: {summary}", {
      from: request.names.from,
      to: request.names.to,
      summary: summaryOf(requested),
    }),
    placeholder:
      rows.length > 0
        ? vscode.l10n.t("Press Enter on a document to show its differences")
        : vscode.l10n.t("No differences found"),
    actions: comparisonActions(environments, requested),
    others: () => [...rows.map((row) => rowItem(requested, row)), ...leftOutRows(requested)],
    onOpen: (row) => showRow(environments, requested, row),
  });
}
