import type { AttributeSchema } from "../../../client/index.ts";
import type { Attributes, Catalog } from "../../schemas/catalog.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import { isFullyKnown } from "../../changes/writing/changes.ts";
import { isRouteDecided } from "../../documents/content/unreadAttributes.ts";
import { isShared } from "../../schemas/catalog.ts";

/** A field whose texts can be searched, in the document itself or in what stands in it. */
export interface TextField {
  /** Such as `seo.metaTitle`; in a dynamic zone with its component, `sections[sections.quote].text`. */
  readonly path: string;
  readonly type: "string" | "text" | "richtext" | "email" | "uid" | "blocks";
  /** The names that the service can be asked for it by; absent where it can't: in zones and in blocks. */
  readonly filterPath?: readonly string[];
  /** Whether all localizations have it in common. */
  readonly isShared: boolean;
}

/** The attribute of the document that a field is, or stands in. */
export const attributeNameOf = ({ path }: Pick<TextField, "path">): string =>
  path.split(/[.[]/, 1).join();

/** The path of a field of a component; `entry` is the component's uid where it stands in a zone. */
export const fieldBelow = (path: string, name: string, entry?: string): string =>
  entry === undefined ? `${path}.${name}` : `${path}[${entry}].${name}`;

/** Every field with text that is read and may be sent; choices and JSON are no prose. */
export function textFieldsOf({ type, catalog }: TypedService): readonly TextField[] {
  return [...type.attributes]
    .filter(
      ([, attribute]) =>
        isFullyKnown(attribute, catalog) && !isRouteDecided(attribute, { type, catalog }),
    )
    .flatMap(([name, attribute]) => {
      const field = { path: name, filterPath: [name], isShared: isShared(attribute, type) };
      return fieldsAt(attribute, { field, catalog, above: [] });
    });
}

interface FieldWalk {
  readonly field: Omit<TextField, "type">;
  readonly catalog: Catalog;
  /** The components that are being walked: one that holds itself would have no end. */
  readonly above: readonly string[];
}

function fieldsAt(attribute: AttributeSchema, walk: FieldWalk): readonly TextField[] {
  if (attribute.private === true) return [];
  const { field } = walk;
  switch (attribute.type) {
    case "component":
      return inComponent(attribute.component, walk);
    case "dynamiczone": {
      const inZone = { ...walk, field: withoutFilterPath(field) };
      return (attribute.components ?? []).flatMap((uid) => inComponent(uid, inZone, uid));
    }
    case "blocks":
      return [{ ...withoutFilterPath(field), type: "blocks" }];
    default:
      return isPlainText(attribute) ? [{ ...field, type: attribute.type }] : [];
  }
}

const withoutFilterPath = ({ path, isShared: shared }: FieldWalk["field"]): FieldWalk["field"] => ({
  path,
  isShared: shared,
});

/** Whether an attribute's value is a text that a person wrote. */
export const isPlainText = (
  attribute: AttributeSchema,
): attribute is AttributeSchema & { readonly type: Exclude<TextField["type"], "blocks"> } =>
  /^(string|text|richtext|email|uid)$/.test(attribute.type);

function inComponent(uid = "", walk: FieldWalk, entry?: string): readonly TextField[] {
  const attributes: Attributes | undefined = walk.catalog.components.get(uid);
  if (!attributes || walk.above.includes(uid)) return [];
  const { field, above } = walk;
  return [...attributes].flatMap(([name, attribute]) => {
    const filterPath = field.filterPath && { filterPath: [...field.filterPath, name] };
    const inner = { ...field, ...filterPath, path: fieldBelow(field.path, name, entry) };
    return fieldsAt(attribute, { ...walk, field: inner, above: [...above, uid] });
  });
}
