import * as vscode from "vscode";
import type { Catalog, ChosenProject, UnknownKey } from "../../model/schemas/catalog.ts";
import type { Json } from "../../model/foundation/json.ts";
import type { Comparison } from "../../model/schemas/comparisons.ts";
import type { SchemaDifference } from "../../model/schemas/differences.ts";
import { ago } from "./ago.ts";
import { listOf } from "./lists.ts";

/** The source of a schema, for a row; empty for the default, the service itself. */
export function describeSource({ source }: Pick<Catalog, "source">): string {
  const words: Record<Catalog["source"], string> = {
    service: "",
    workspace: vscode.l10n.t("schema from the workspace"),
    inferred: vscode.l10n.t("schema inferred from documents"),
  };
  return words[source];
}

/** The source of a schema in sentences, with its differences from the workspace. */
export function explainSource(catalog: Catalog, comparison: Comparison | undefined): string[] {
  const when = ago(new Date(catalog.readAt).toISOString(), "long");
  const words: Record<Catalog["source"], string> = {
    service: vscode.l10n.t("Schema from the service, read {0}.", when),
    workspace: vscode.l10n.t(
      "Schema from the workspace, read {0}: the service does not tell its own.",
      when,
    ),
    inferred: vscode.l10n.t(
      "Schema inferred from documents {0}: relations, components and media can be read, not changed.",
      when,
    ),
  };
  const differing = new Set(comparison?.differences.map(({ uid }) => uid));
  const names = listOf([...differing]);
  return [
    words[catalog.source],
    ...(catalog.project ? [describeProject(catalog.project)] : []),
    ...(catalog.unknown ? [describeUnknown(catalog.unknown)] : []),
    ...(names ? [vscode.l10n.t("The workspace's schema differs in {0}.", names)] : []),
  ];
}

function describeUnknown(unknown: readonly UnknownKey[]): string {
  const names = unknown.map(({ uid, attribute, component }) =>
    [uid, attribute, component].filter(Boolean).join(" "),
  );
  return vscode.l10n.t(
    "The service does not know of {0}: this is left out until a refresh.",
    listOf(names),
  );
}

/** Which of several projects is used. */
function describeProject({ file, among }: ChosenProject): string {
  const path = vscode.workspace.asRelativePath(vscode.Uri.parse(file));
  const folder = path.replace(/\/?src\/(api|components)\/.*$/, "") || ".";
  return vscode.l10n.t(
    "Of {0} Strapi projects, that in {1} is taken: the first by path.",
    among,
    folder,
  );
}

/** The text of a difference at its location in the workspace. */
export function describeDifference(difference: SchemaDifference, connection: string): string {
  const { path, why, property = "", here = null, there = null } = difference;
  const name = path.at(-1);
  if (why === "unequal") {
    return vscode.l10n.t(
      "{0} is {1} here, and {2} on {3}.",
      property,
      valueOf(here),
      valueOf(there),
      connection,
    );
  }
  if (name === undefined) return vscode.l10n.t("{0} has nothing of this kind.", connection);
  return why === "only-here"
    ? vscode.l10n.t("{0} has no attribute {1}.", connection, name)
    : vscode.l10n.t("{0} has an attribute {1}, too.", connection, name);
}

const valueOf = (value: Json): string =>
  value === null ? vscode.l10n.t("not set") : JSON.stringify(value);
