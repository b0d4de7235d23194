import * as vscode from "vscode";
import { choose } from "../../host/shared/prompts.ts";
import type { Choice } from "../../host/shared/stepInput.ts";
import { listOf } from "../../texts/shared/nameList.ts";
import { typeWord } from "../../texts/schemas/attributeTypeWords.ts";
import { numeral } from "../../texts/shared/failureWords.ts";
import {
  fieldFilledBy,
  isSetByService,
  mappingOf,
  mappableFieldsOf,
  unmappedKeys,
  identifiesDocuments,
  keyFieldsIn,
} from "../../model/import/fieldMapping.ts";
import type { Mapping, MappableField } from "../../model/import/fieldMapping.ts";
import type { FileSurvey } from "../../model/records/recordFile.ts";
import { isList } from "../../model/schemas/catalog.ts";
import type { TypeInCatalog } from "../../model/schemas/catalog.ts";
import { runTask } from "../../host/shared/progressNotification.ts";
import type { Imports } from "../../model/import/imports.ts";
import type { RelationKeyCounts } from "../../model/import/importPlan.ts";
import type { ImportTarget, RecordSource } from "../../model/import/sourceRecord.ts";

/** Asks the user only where a key or column has no field of its name. */
export async function askMapping({ keys }: FileSurvey, shape: TypeInCatalog): Promise<Mapping> {
  let mapping = mappingOf([...keys.keys()], shape);
  if (unmappedKeys(keys, mapping).length === 0) return mapping;
  for (;;) {
    const key = await chooseKey(keys, mapping);
    if (key === undefined) return mapping;
    mapping = fieldFilledBy(mapping, key, await chooseField(key, shape));
  }
}

/** The key that the user wants to map to another field; undefined to continue. */
function chooseKey(keys: FileSurvey["keys"], mapping: Mapping): Promise<string | undefined> {
  const unmappedNames = unmappedKeys(keys, mapping);
  const continueChoice: Choice<string | undefined> = {
    label: vscode.l10n.t("Continue"),
    iconPath: new vscode.ThemeIcon("check"),
    description:
      unmappedNames.length > 0
        ? vscode.l10n.t("not imported: {columns}", { columns: listOf(unmappedNames) })
        : "",
    value: undefined,
    alwaysShow: true,
  };
  const columns = [...keys].map(([key, count]) => ({
    label: key,
    description: fieldWords(key, mapping.get(key)),
    detail:
      count === 1
        ? vscode.l10n.t("1 record with a value")
        : vscode.l10n.t("{count} records with a value", { count: numeral(count) }),
    value: key,
  }));
  return choose<string | undefined>([continueChoice, ...columns], {
    title: vscode.l10n.t("Import: Map Columns to Fields"),
    matchOnDescription: true,
  });
}

function fieldWords(key: string, field: MappableField | undefined): string {
  if (field) return vscode.l10n.t("imported into {field}", { field: field.name });
  return isSetByService(key)
    ? vscode.l10n.t("not imported (set by the service)")
    : vscode.l10n.t("not imported");
}

function chooseField(key: string, shape: TypeInCatalog): Promise<MappableField | undefined> {
  const skipChoice: Choice<MappableField | undefined> = {
    label: vscode.l10n.t("Don't Import"),
    value: undefined,
  };
  const fields = mappableFieldsOf(shape).map((value) => ({
    label: value.name,
    description: typeWord(value.attribute.type, isList(value.attribute)),
    value,
  }));
  return choose<MappableField | undefined>([skipChoice, ...fields], {
    title: vscode.l10n.t("Import: Choose a Field for {column}", { column: key }),
  });
}

/** The field by which a record's document is found; undefined where every record creates one. */
export function askKey(mapping: Mapping): Promise<string | undefined> {
  const choices = keyFieldsIn(mapping).map((field) => ({
    label: field.name,
    description: identifiesDocuments(field) ? "" : vscode.l10n.t("not unique"),
    value: field.name,
  }));
  const createChoice: Choice<string | undefined> = {
    label: vscode.l10n.t("Always Create"),
    description: vscode.l10n.t("each record creates a document"),
    value: undefined,
  };
  return choose<string | undefined>([...choices, createChoice], {
    title: vscode.l10n.t("Import: Match Records By"),
    placeholder: vscode.l10n.t(
      "Matching documents are updated. Records without a match or a value create documents",
    ),
  });
}

/** The fields by which relations are found; asks where their documentIds are not enough. */
export async function askRelations(
  imports: Imports,
  source: RecordSource,
  target: ImportTarget,
): Promise<ImportTarget["relations"]> {
  const relations = await runTask(
    vscode.l10n.t("Looking up the relations of the records"),
    (signal) => imports.relations(source, target, signal),
  );
  const chosenKeys = new Map<string, string>();
  for (const relation of relations) {
    const keyName = await askRelation(relation);
    if (keyName !== undefined && keyName !== "documentId") chosenKeys.set(relation.path, keyName);
  }
  return chosenKeys;
}

async function askRelation({ path, keys }: RelationKeyCounts): Promise<string | undefined> {
  const byId = keys.get("documentId");
  if (keys.size === 0 || (byId && byId.matches > 0 && byId.missing === 0)) return undefined;
  const choices = [...keys]
    .sort(([, firstCounts], [, secondCounts]) => secondCounts.matches - firstCounts.matches)
    .map(([value, { matches: foundCount, missing }]) => ({
      label: value,
      description: vscode.l10n.t("{found} found, {missing} not found", {
        found: numeral(foundCount),
        missing: numeral(missing),
      }),
      value,
    }));
  return choose(choices, {
    title: vscode.l10n.t("Import: Match Targets of {field} By", { field: path }),
  });
}
