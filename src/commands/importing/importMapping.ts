import * as vscode from "vscode";
import { choose } from "../../host/prompts.ts";
import type { Choice } from "../../host/multiStep.ts";
import { listOf } from "../../host/words/lists.ts";
import { typeWord } from "../../host/words/typeWords.ts";
import { escapeIcons, numeral } from "../../host/words/words.ts";
import { isSetByService, mappingOf, mappableFieldsOf } from "../../model/bulk/importing/mapping.ts";
import type { Mapping, MappableField } from "../../model/bulk/importing/mapping.ts";
import type { FileSurvey } from "../../model/bulk/importing/recordFile.ts";
import { isList } from "../../model/schemas/catalog.ts";
import type { TypeInCatalog } from "../../model/schemas/catalog.ts";

/** Maps each key or column to a field; asks the user only where one has no field of its name. */
export async function askMapping(
  { keys }: FileSurvey,
  shape: TypeInCatalog,
  title: string,
): Promise<Mapping> {
  let mapping = mappingOf([...keys.keys()], shape);
  if (unmapped(keys, mapping).length === 0) return mapping;
  for (;;) {
    const key = await chooseKey(keys, mapping, title);
    if (key === undefined) return mapping;
    mapping = fieldFilledBy(mapping, key, await chooseField(key, shape, title));
  }
}

/** The keys that are not mapped, except those that the service sets itself. */
export const unmapped = (keys: FileSurvey["keys"], mapping: Mapping): readonly string[] =>
  [...keys.keys()].filter((key) => !mapping.has(key) && !isSetByService(key));

/** The key that the user wants to map to another field; undefined to continue. */
function chooseKey(
  keys: FileSurvey["keys"],
  mapping: Mapping,
  title: string,
): Promise<string | undefined> {
  const left = unmapped(keys, mapping);
  const goOn: Choice<string | undefined> = {
    label: vscode.l10n.t("Continue"),
    iconPath: new vscode.ThemeIcon("check"),
    description:
      left.length > 0
        ? vscode.l10n.t("not imported: {columns}", { columns: escapeIcons(listOf(left)) })
        : "",
    value: undefined,
    alwaysShow: true,
  };
  const own = [...keys].map(([key, count]) => ({
    label: escapeIcons(key),
    description: fieldWords(key, mapping.get(key)),
    detail: vscode.l10n.t("records with a value: {count}", { count: numeral(count) }),
    value: key,
  }));
  return choose<string | undefined>([goOn, ...own], {
    title: vscode.l10n.t("{action}: Map Columns to Fields", { action: title }),
    matchOnDescription: true,
  });
}

function fieldWords(key: string, slot: MappableField | undefined): string {
  if (slot) return vscode.l10n.t("imported into {field}", { field: slot.name });
  return isSetByService(key)
    ? vscode.l10n.t("not imported (set by the service)")
    : vscode.l10n.t("not imported");
}

function chooseField(
  key: string,
  shape: TypeInCatalog,
  title: string,
): Promise<MappableField | undefined> {
  const leaveOut: Choice<MappableField | undefined> = {
    label: vscode.l10n.t("Don't Import"),
    value: undefined,
  };
  const slots = mappableFieldsOf(shape).map((value) => ({
    label: value.name,
    description: typeWord(value.attribute.type, isList(value.attribute)),
    value,
  }));
  return choose<MappableField | undefined>([leaveOut, ...slots], {
    title: vscode.l10n.t("{action}: Field for {column}", { action: title, column: key }),
  });
}

/** Only one key can fill a field. */
function fieldFilledBy(mapping: Mapping, key: string, slot: MappableField | undefined): Mapping {
  const others = [...mapping].filter(([one, { name }]) => one !== key && name !== slot?.name);
  return new Map(slot ? [...others, [key, slot]] : others);
}
