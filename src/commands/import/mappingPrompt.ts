import * as vscode from "vscode";
import { choose } from "../../host/shared/prompts.ts";
import type { Choice } from "../../host/shared/stepInput.ts";
import { requiredWords } from "../../texts/import/importWords.ts";
import { listOf } from "../../texts/shared/nameList.ts";
import { typeWord } from "../../texts/schemas/attributeTypeWords.ts";
import { numeral } from "../../texts/shared/failureWords.ts";
import {
  fieldFilledBy,
  isSetByService,
  mappingOf,
  mappableFieldsOf,
  unmappedKeys,
  unmappedRequired,
  identifiesDocuments,
  importKeyOf,
  keyFieldsIn,
} from "../../model/import/fieldMapping.ts";
import type { Mapping, MappableField } from "../../model/import/fieldMapping.ts";
import type { Format } from "../../model/records/recordFormat.ts";
import type { FileSurvey } from "../../model/records/recordFile.ts";
import { isList, type TypeInCatalog } from "../../model/schemas/catalog.ts";
import { runTask } from "../../host/shared/progressNotification.ts";
import type { Imports } from "../../model/import/imports.ts";
import type { ImportTarget, RecordSource } from "../../model/import/sourceRecord.ts";

/** Asks the user only where a key or column has no field of its name. */
export async function askMapping(
  { keys }: FileSurvey,
  shape: TypeInCatalog,
  format: Format,
): Promise<Mapping> {
  let mapping = mappingOf([...keys.keys()], shape, format);
  if (unmappedKeys(keys, mapping).length === 0) return mapping;
  const skipChoice: Choice<MappableField | undefined> = {
    label: vscode.l10n.t("Don't Import"),
    value: undefined,
  };
  const fields = mappableFieldsOf(shape).map((value) => ({
    label: value.name,
    description: typeWord(value.attribute.type, isList(value.attribute)),
    value,
  }));
  for (;;) {
    const key = await chooseKey(keys, mapping, unmappedRequired(mapping, shape.type));
    if (key === undefined) return mapping;
    const field = await choose<MappableField | undefined>([skipChoice, ...fields], {
      title: vscode.l10n.t("Import: Choose a Field for {column}", { column: key }),
    });
    mapping = fieldFilledBy(mapping, key, field);
  }
}

/** The key that the user wants to map to another field; undefined to continue. */
function chooseKey(
  keys: FileSurvey["keys"],
  mapping: Mapping,
  requiredNames: readonly string[],
): Promise<string | undefined> {
  const unmappedNames = listOf(unmappedKeys(keys, mapping));
  const continueChoice: Choice<string | undefined> = {
    label: vscode.l10n.t("Continue"),
    iconPath: new vscode.ThemeIcon("check"),
    description: unmappedNames
      ? vscode.l10n.t("not imported: {columns}", { columns: unmappedNames })
      : "",
    detail: requiredNames.length > 0 ? requiredWords(requiredNames) : "",
    value: undefined,
    alwaysShow: true,
  };
  const columns = [...keys].map(([key, count]) => {
    const field = mapping.get(key)?.name;
    const notImported = isSetByService(key)
      ? vscode.l10n.t("not imported (set by the service)")
      : vscode.l10n.t("not imported");
    return {
      label: key,
      description:
        field === undefined ? notImported : vscode.l10n.t("imported into {field}", { field }),
      detail:
        count === 1
          ? vscode.l10n.t("1 record with a value")
          : vscode.l10n.t("{count} records with a value", { count: numeral(count) }),
      value: key,
    };
  });
  return choose<string | undefined>([continueChoice, ...columns], {
    title: vscode.l10n.t("Import: Map Columns to Fields"),
    matchOnDescription: true,
  });
}

/** The field by which a record's document is found; undefined where every record creates one. */
export function askKey(mapping: Mapping): Promise<string | undefined> {
  const choices = keyFieldsIn(mapping).map((field) => ({
    label: field.name,
    description: identifiesDocuments(field) ? "" : vscode.l10n.t("not unique"),
    value: importKeyOf(field),
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

/** The targets with the fields by which relations are found; asks where documentIds are not enough. */
export async function askRelations(
  imports: Imports,
  source: RecordSource,
  targets: readonly ImportTarget[],
): Promise<readonly ImportTarget[]> {
  const relations = await runTask(
    vscode.l10n.t("Looking up the relations of the records"),
    (signal) => imports.relations(source, targets, signal),
  );
  const chosenKeys = new Map<string, [string, string][]>();
  for (const { type, path, keys } of relations) {
    const byId = keys.get("documentId");
    if (keys.size === 0 || (byId && byId.matches > 0 && byId.missing === 0)) continue;
    const choices = [...keys]
      .sort(([, counts], [, otherCounts]) => otherCounts.matches - counts.matches)
      .map(([value, counts]) => {
        const [found, missing] = [numeral(counts.matches), numeral(counts.missing)];
        const description = vscode.l10n.t("{found} found, {missing} not found", { found, missing });
        return { label: value, description, value };
      });
    const field = targets.length > 1 ? `${type}.${path}` : path;
    const title = vscode.l10n.t("Import: Match Targets of {field} By", { field });
    const keyName = await choose(choices, { title });
    if (keyName === "documentId") continue;
    chosenKeys.set(type, [...(chosenKeys.get(type) ?? []), [path, keyName]]);
  }
  return targets.map((target) => ({ ...target, relations: new Map(chosenKeys.get(target.type)) }));
}
