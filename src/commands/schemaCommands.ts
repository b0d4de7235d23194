import * as vscode from "vscode";
import { Guidance } from "../host/commandFailure.ts";
import type { CommandTable } from "../host/commands.ts";
import type { StepPosition } from "../host/multiStep.ts";
import { askLine } from "../host/multiStep.ts";
import { isTypeName } from "../model/connections/connection.ts";
import type { HasConnection, TargetDependencies, Targets } from "./targets.ts";

/** Commands on the schema of a service. */
export function schemaCommands(
  { connections, catalogs }: TargetDependencies,
  targets: Targets,
): CommandTable {
  return {
    "cms.connection.nameCollections": async (row?: HasConnection) => {
      const connection = await targets.connection(row);
      const [, service] = await catalogs.service(connection.id);
      if (service && service.catalog.source !== "inferred") {
        throw new Guidance(
          vscode.l10n.t(
            "The content types of {connection} are already known. You don't need to name collections.",
            { connection: connection.name },
          ),
        );
      }
      const { name, collections } = connection;
      const at = { title: vscode.l10n.t("Name Collections of {connection}", { connection: name }) };
      const prompt = vscode.l10n.t(
        "Enter the names from the collection URLs, separated by commas. Attributes are inferred from the documents",
      );
      await connections.change(connection, {
        collections: await askNames(at, { prompt }, collections),
      });
    },
  };
}

/** Asks for names of types, which the user types or pastes. */
export async function askNames(
  at: StepPosition,
  options: { readonly prompt?: string },
  names: readonly string[] = [],
): Promise<readonly string[]> {
  const text = await askLine(at, {
    placeholder: "articles, homepage",
    ...options,
    value: names.join(", "),
    validateInput: (typed) => {
      const odd = namesIn(typed).find((one) => !isTypeName(one));
      return odd && vscode.l10n.t("{name} is not a valid collection name.", { name: odd });
    },
  });
  return namesIn(text);
}

/** Also finds names in pasted URLs. */
const namesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((one) => one.slice(one.lastIndexOf("/") + 1).replace(/\?.*/, ""))
      .filter(Boolean),
  ),
];
