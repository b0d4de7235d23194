import * as vscode from "vscode";
import { choose } from "../host/prompts.ts";
import type { Choice } from "../host/prompts.ts";
import { listed } from "../host/lists.ts";
import { inert, numeral } from "../host/words.ts";
import { isKeptByService, mappingOf } from "../model/importing/mapping.ts";
import type { Mapping } from "../model/importing/mapping.ts";
import type { Survey } from "../model/importing/recordFile.ts";
import { slotsOf } from "../model/importing/slots.ts";
import type { Shape, Slot } from "../model/importing/slots.ts";

/** What each key or column fills; the person is asked only where one has no field of its name. */
export async function askMapping({ keys }: Survey, shape: Shape): Promise<Mapping> {
  let mapping = mappingOf([...keys.keys()], shape);
  if (unmapped(keys, mapping).length === 0) return mapping;
  for (;;) {
    const key = await chooseKey(keys, mapping);
    if (key === undefined) return mapping;
    mapping = filling(mapping, key, await chooseSlot(key, shape));
  }
}

/** What is left out, though the service would not set it itself. */
export const unmapped = (keys: Survey["keys"], mapping: Mapping): readonly string[] =>
  [...keys.keys()].filter((key) => !mapping.has(key) && !isKeptByService(key));

/** Which one is to fill another field; undefined where all is as it should be. */
function chooseKey(keys: Survey["keys"], mapping: Mapping): Promise<string | undefined> {
  const left = unmapped(keys, mapping);
  const goOn: Choice<string | undefined> = {
    label: vscode.l10n.t("Go On"),
    iconPath: new vscode.ThemeIcon("check"),
    description: left.length > 0 ? vscode.l10n.t("left out: {0}", inert(listed(left))) : "",
    value: undefined,
    alwaysShow: true,
  };
  const own = [...keys].map(([key, count]) => ({
    label: inert(key),
    description: slotWords(key, mapping.get(key)),
    detail: vscode.l10n.t("has a value in {0} records", numeral(count)),
    value: key,
  }));
  const title = vscode.l10n.t("Import: Which Field Each Column Fills");
  const options = { title, matchOnDescription: true, ignoreFocusOut: true };
  return choose<string | undefined>([goOn, ...own], options);
}

function slotWords(key: string, slot: Slot | undefined): string {
  if (slot) return `→ ${slot.name}`;
  return isKeptByService(key)
    ? vscode.l10n.t("left out: the service sets it")
    : vscode.l10n.t("left out");
}

function chooseSlot(key: string, shape: Shape): Promise<Slot | undefined> {
  const leaveOut: Choice<Slot | undefined> = {
    label: vscode.l10n.t("Leave It Out"),
    value: undefined,
  };
  const slots = slotsOf(shape).map((value) => ({
    label: value.name,
    description: value.attribute.type,
    value,
  }));
  const title = vscode.l10n.t("Import: Which Field {0} Fills", key);
  return choose<Slot | undefined>([leaveOut, ...slots], { title, ignoreFocusOut: true });
}

/** A field is filled by one alone. */
function filling(mapping: Mapping, key: string, slot: Slot | undefined): Mapping {
  const others = [...mapping].filter(([one, { name }]) => one !== key && name !== slot?.name);
  return new Map(slot ? [...others, [key, slot]] : others);
}
