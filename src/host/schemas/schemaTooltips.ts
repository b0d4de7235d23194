import * as vscode from "vscode";
import type { Catalog } from "../../model/schemas/catalog.ts";
import type { Json } from "../../model/foundation/json.ts";
import type { ServiceComparison } from "../../model/schemas/projectComparisons.ts";
import type { SchemaDifference } from "../../model/schemas/schemaDifferences.ts";
import { ago } from "../../texts/shared/textLanguage.ts";
import { listOf, nonEmpty } from "../../texts/shared/nameList.ts";

/** The source of a schema, for a row; empty for the default, the service itself. */
export function describeSource({ source }: Pick<Catalog, "source">): string {
  const words: Record<Catalog["source"], string> = {
    service: "",
    workspace: vscode.l10n.t("schema from the workspace"),
    inferred: vscode.l10n.t("schema inferred from documents"),
  };
  return words[source];
}

export function explainSource(
  catalog: Catalog,
  comparison: ServiceComparison | undefined,
): string[] {
  const time = ago(new Date(catalog.readAt).toISOString(), "long");
  const words: Record<Catalog["source"], string> = {
    service: vscode.l10n.t("Schema read from the service {time}.", { time }),
    workspace: vscode.l10n.t(
      "Schema read from the workspace {time}. The service doesn't expose its content types.",
      { time },
    ),
    inferred: vscode.l10n.t(
      "Schema inferred from documents {time}. Relations, components and media files are read-only.",
      { time },
    ),
  };
  const { project, unknown } = catalog;
  const path = project ? vscode.workspace.asRelativePath(vscode.Uri.parse(project.file)) : "";
  const folder = path.replace(/\/?src\/(api|components)\/.*/s, "") || ".";
  const unknownKeys = unknown?.map(({ uid, attribute, component }) =>
    component === undefined ? `${uid}.${attribute}` : `${uid}.${attribute} (${component})`,
  );
  const types = listOf([...new Set(comparison?.differences.map(({ uid }) => uid))]);
  return nonEmpty(
    words[catalog.source],
    project &&
      vscode.l10n.t(
        "The workspace has {count} Strapi projects. The project in {folder} is used, because its path sorts first.",
        { count: project.among, folder },
      ),
    unknownKeys &&
      vscode.l10n.t(
        "Skipped until the next refresh, because the service doesn't recognize them: {items}.",
        { items: listOf(unknownKeys) },
      ),
    types &&
      vscode.l10n.t("The schema in the workspace differs from the service in {types}.", { types }),
  );
}

export function describeDifference(difference: SchemaDifference, connection: string): string {
  const {
    path,
    why,
    property = "",
    projectValue: localValue = null,
    serviceValue: remoteValue = null,
  } = difference;
  const attribute = path.at(-1);
  if (why === "unequal") {
    return vscode.l10n.t(
      "{property} is {localValue} in the workspace and {remoteValue} on {connection}.",
      { property, localValue: valueOf(localValue), remoteValue: valueOf(remoteValue), connection },
    );
  }
  if (attribute === undefined)
    return vscode.l10n.t("{connection} doesn't have this content type or component.", {
      connection,
    });
  return why === "only-here"
    ? vscode.l10n.t("{connection} has no attribute {attribute}.", { connection, attribute })
    : vscode.l10n.t("{connection} has the additional attribute {attribute}.", {
        connection,
        attribute,
      });
}

const valueOf = (value: Json): string =>
  value === null
    ? vscode.l10n.t({ message: "not set", comment: ["Value of a property of the schema"] })
    : JSON.stringify(value);
