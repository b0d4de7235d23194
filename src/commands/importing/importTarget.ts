import * as vscode from "vscode";
import { must } from "../../host/commandFailure.ts";
import { withProgress } from "../../host/progress.ts";
import { choose } from "../../host/prompts.ts";
import type { Choice } from "../../host/multiStep.ts";
import { numeral } from "../../texts/words.ts";
import type { Imports } from "../../model/bulk/importing/imports.ts";
import { identifiesDocuments, keyFieldsIn } from "../../model/bulk/importing/mapping.ts";
import type { Mapping, MappableField } from "../../model/bulk/importing/mapping.ts";
import type { RelationKeyCounts } from "../../model/bulk/importing/plan.ts";
import type { ImportTarget, RecordSource } from "../../model/bulk/importing/sourceRecord.ts";

/** The field by which a record's document is found; undefined where every record creates one. */
export function askKey(mapping: Mapping): Promise<string | undefined> {
  const choices = keyFieldsIn(mapping).map(toChoice);
  const createChoice: Choice<string | undefined> = {
    label: vscode.l10n.t("Always Create"),
    description: vscode.l10n.t("each record creates a document"),
    value: undefined,
  };
  return choose<string | undefined>([...choices, createChoice], {
    title: vscode.l10n.t("Import: Match Records By"),
    placeHolder: vscode.l10n.t(
      "Matching documents are updated. Records without a match or a value create documents",
    ),
  });
}

function toChoice(field: MappableField): Choice<string | undefined> {
  const { name } = field;
  return {
    label: name,
    description: identifiesDocuments(field) ? "" : vscode.l10n.t("not unique"),
    value: name,
  };
}

/** The fields by which relations are found; asks where their documentIds are not enough. */
export async function askRelations(
  imports: Imports,
  source: RecordSource,
  target: ImportTarget,
): Promise<ImportTarget["relations"]> {
  const seen = await withProgress(
    vscode.l10n.t("Looking up the relations of the records"),
    async (signal) => must(await imports.relations(source, target, signal)),
  );
  const chosen = new Map<string, string>();
  for (const relation of seen) {
    const by = await askRelation(relation);
    if (by !== undefined && by !== "documentId") chosen.set(relation.path, by);
  }
  return chosen;
}

async function askRelation({ path, keys }: RelationKeyCounts): Promise<string | undefined> {
  const byId = keys.get("documentId");
  if (keys.size === 0 || (byId && byId.found > 0 && byId.missing === 0)) return undefined;
  const choices = [...keys]
    .sort(([, one], [, other]) => other.found - one.found)
    .map(([value, { found, missing }]) => ({
      label: value,
      description: vscode.l10n.t("{found} found, {missing} not found", {
        found: numeral(found),
        missing: numeral(missing),
      }),
      value,
    }));
  return choose(choices, {
    title: vscode.l10n.t("Import: Match Targets of {field} By", { field: path }),
  });
}
