import * as vscode from "vscode";
import { activeAddress } from "../../files/shared/openEditors.ts";
import { Guidance } from "../../host/shared/commandFailure.ts";
import type { CommandTable } from "../../host/failures/commandRegistry.ts";
import { isCopyAllowed } from "../../host/browse/listSettings.ts";
import { withBack } from "../../host/shared/stepInput.ts";
import { choose } from "../../host/shared/prompts.ts";
import type { Address, CollectionAddress } from "../../model/foundation/address.ts";
import { environmentAndLock } from "../../texts/connect/environmentWords.ts";
import { bringHereSteps, copySteps } from "../../texts/copy/copyWords.ts";
import { allThatMatch, connectionOf, selectedRows } from "../runs/batchSelection.ts";
import type { BatchSelection } from "../runs/batchSelection.ts";
import { addConnection, addressOf, isDocument, rowOf, saved } from "../shared/targets.ts";
import type { Argument, CommandRow, Targets } from "../shared/targets.ts";
import { comparisonResults, type CompareContext } from "../compare/comparisonList.ts";
import { compareAndCopy, type CopyRequest } from "./copyAction.ts";
import type { ComparisonRequest } from "../compare/matchingPrompts.ts";
import type { ServiceContext } from "../shared/commandContexts.ts";

export const environmentCommands = (
  dependencies: CompareContext,
  targets: Targets,
): CommandTable => ({
  "cms.content.compareWithConnection": async (on?: Argument, rows?: readonly CommandRow[]) => {
    const title = vscode.l10n.t("Compare with Connection");
    const compared =
      on ?? (activeAddress() ? undefined : await targets.connectionOrCollection(title));
    const { connection, collection, address } =
      compared instanceof vscode.Uri ? {} : { ...compared };
    const isWhole = connection && !collection && !address;
    const selection = isWhole
      ? ({ target: { kind: "connection", connection: connection.id }, detail: [] } as const)
      : await selectionOf(dependencies, targets, title, compared, rows);
    const request = await askRequest(dependencies, selection, { title });
    await dependencies.results.show(await comparisonResults(dependencies, request));
  },

  "cms.content.copyToConnection": async (on?: Argument, rows?: readonly CommandRow[]) => {
    const title = vscode.l10n.t("Copy to Connection");
    const selection = await selectionOf(dependencies, targets, title, on, rows);
    const request = await withBack(async () => {
      const request = await askRequest(dependencies, selection, { title, isCopy: true });
      return { ...request, ...(await askCopyMode(request.names.from, title)), steps: copySteps };
    });
    await compareAndCopy(dependencies, request);
  },

  "cms.document.bringHere": async (on?: Argument) => {
    const title = vscode.l10n.t("Bring Here");
    const selection = documentSelection(await targets.document(on, title), on);
    const question = { title, isCopy: true, isDevelopment: true };
    const request = await askRequest(dependencies, selection, question);
    await compareAndCopy(dependencies, {
      ...request,
      ...{ publish: false, asksPersonal: true, steps: bringHereSteps },
    });
  },
});

async function selectionOf(
  dependencies: CompareContext,
  targets: Targets,
  title: string,
  on?: Argument,
  rows: readonly CommandRow[] = [],
): Promise<BatchSelection> {
  if (on instanceof vscode.Uri || !on) {
    const address = on ? addressOf(on) : activeAddress();
    if (address) return documentSelection(address, on);
    return allThatMatch(dependencies, await targets.anyCollection(title));
  }
  if (on.collection && !on.address) {
    requireDocuments(on.collection);
    return allThatMatch(dependencies, on.collection);
  }
  return selectedRows(on, rows, isDocument);
}

function requireDocuments(collection: CollectionAddress): void {
  if (isDocument(collection)) return;
  throw new Guidance(vscode.l10n.t("Users and media files can't be compared or copied."));
}

function documentSelection(address: Address, on: Argument | undefined): BatchSelection {
  requireDocuments(saved(address));
  const items = [{ address, title: rowOf(on)?.title ?? "" }];
  return { target: { kind: "selected", items }, detail: [] };
}

async function askRequest(
  { connections, locks }: ServiceContext,
  selection: ComparisonRequest["selection"],
  {
    title,
    isCopy = false,
    isDevelopment = false,
  }: {
    readonly title: string;
    /** Whether the setting `cms.copy.allow` must offer a copy to the connection. */
    readonly isCopy?: boolean;
    readonly isDevelopment?: boolean;
  },
): Promise<ComparisonRequest> {
  const from = connectionOf(selection.target);
  const source = connections.get(from);
  const { name: connection = "" } = source ?? {};
  const others = connections.all.filter(
    ({ id, environment }) => id !== from && (!isDevelopment || environment === "development"),
  );
  if (others.length === 0) {
    const isOnly = isDevelopment && source?.environment === "development";
    const onlyWords = vscode.l10n.t(
      "{connection} is the only development connection, so there is no other to bring the document to.",
      { connection },
    );
    const words = isDevelopment
      ? isOnly
        ? onlyWords
        : vscode.l10n.t(
            "Add a connection with the environment Development first, or set the environment of a connection.",
          )
      : vscode.l10n.t("Add a second connection first.");
    throw new Guidance(words, addConnection());
  }
  const offered = others.filter((target) => !isCopy || (source && isCopyAllowed(source, target)));
  if (offered.length === 0) {
    throw new Guidance(
      vscode.l10n.t("The setting cms.copy.allow doesn't allow this copy from {connection}.", {
        connection,
      }),
      {
        title: vscode.l10n.t("Open Settings"),
        command: "workbench.action.openSettings",
        arguments: ["cms.copy.allow"],
      },
    );
  }
  const choices = offered.map((value) => ({
    label: value.name,
    description: [...environmentAndLock(locks, value), value.url].join(" · "),
    value,
  }));
  const { id: to, name } = await choose(choices, { title });
  const names = { from: connection, to: name };
  return { connections: { from, to }, names, selection, version: "draft" };
}

type CopyMode = Pick<CopyRequest, "version" | "publish">;

/** Enter chooses drafts. */
const askCopyMode = (connection: string, title: string): Promise<CopyMode> =>
  choose<CopyMode>(
    [
      {
        label: vscode.l10n.t("Copy as Drafts"),
        detail: vscode.l10n.t("Copies the drafts, and publishes nothing"),
        value: { version: "draft", publish: false },
      },
      {
        label: vscode.l10n.t("Copy with Publication Status"),
        detail: vscode.l10n.t(
          "Also publishes what is published in {connection} without later changes",
          { connection },
        ),
        value: { version: "draft", publish: true },
      },
      {
        label: vscode.l10n.t("Copy Published Versions as Drafts"),
        detail: vscode.l10n.t("Leaves out unpublished changes of {connection}", {
          connection,
        }),
        value: { version: "published", publish: false },
      },
      {
        label: vscode.l10n.t("Copy Published Versions and Publish"),
        detail: vscode.l10n.t(
          "Leaves out unpublished changes of {connection}, and publishes the copies",
          { connection },
        ),
        value: { version: "published", publish: true },
      },
    ],
    { title, placeholder: vscode.l10n.t("Choose the version and the status of the copies") },
  );
