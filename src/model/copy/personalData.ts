import type { AttributeSchema } from "../../client/index.ts";
import type { Intent } from "../import/importPlan.ts";
import { groupedBy } from "../foundation/chunks.ts";
import type { CopyTypes } from "../compare/copyTypes.ts";
import type { FieldOfType } from "../compare/fieldSet.ts";
import { componentsUsedBy } from "../schemas/catalog.ts";

export interface PersonalField extends FieldOfType {
  /** Why the user should leave it empty; undefined for a field that is only offered. */
  readonly kind: PersonalKind | undefined;
  readonly isLeftEmpty: boolean;
  /** Whether the user decided to copy it in an earlier copy. */
  readonly isKept: boolean;
  /** Whether it is the key of its type. Without it, only remembered pairs match. */
  readonly isKey: boolean;
}

export type PersonalKind = "email" | "phone";

/** Attributes that can hold personal data. Others, such as enumerations and files, are not offered. */
const personalTypes = /^(string|text|richtext|email|json|integer|biginteger|date|datetime)$/;

/** The personal data that an attribute probably holds, by its type or its name. */
export function personalKindOf(
  name: string,
  { type }: Pick<AttributeSchema, "type">,
): PersonalKind | undefined {
  if (type === "email") return "email";
  if (!personalTypes.test(type) || type.startsWith("date")) return undefined;
  if (/e[-_]?mail/i.test(name)) return "email";
  return /phone/i.test(name) ? "phone" : undefined;
}

/** The fields that a copy writes or leaves empty, by type, also those inside components. */
export function personalFieldsOf(
  planned: readonly { readonly document: { readonly type: string }; readonly intent: Intent }[],
  types: CopyTypes,
): PersonalField[] {
  const { leaveEmpty, keep } = types.personal;
  const fields = new Map<string, PersonalField>();
  const addFields = (owner: string, attributes: Iterable<readonly [string, AttributeSchema]>) => {
    for (const [name, attribute] of attributes) {
      const isLeftEmpty = leaveEmpty.has(owner, name);
      if (!isLeftEmpty && !personalTypes.test(attribute.type)) continue;
      fields.set(`${owner} ${name}`, {
        ...{ owner, name, isLeftEmpty, kind: personalKindOf(name, attribute) },
        isKept: keep.has(owner, name),
        isKey: types.keys.get(owner) === name,
      });
    }
  };
  for (const [uid, copies] of groupedBy(planned, ({ document }) => document.type)) {
    const whole = types.of(uid)?.whole;
    if (!whole) continue;
    const written = [...whole.type.attributes].filter(([name]) =>
      copies.some(({ intent }) => writes(intent, name)),
    );
    addFields(uid, written);
    for (const component of componentsUsedBy(written, whole.catalog)) {
      addFields(component, whole.catalog.components.get(component) ?? []);
    }
  }
  return [...fields.values()];
}

const writes = (intent: Intent, name: string): boolean =>
  intent.kind !== "link" && (intent.kind !== "change" || intent.names.includes(name));
