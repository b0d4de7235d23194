import type { AttributeSchema } from "../../../client/index.ts";
import type { Attributes, Catalog } from "../../schemas/catalog.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import { isFullyKnown, isShared } from "../../schemas/catalog.ts";
import { isRouteDecided } from "../../content/unreadAttributes.ts";

/** A field with searchable text, in the document itself or in a component of it. */
export interface TextField {
  /**
   * For example `seo.metaTitle`. In a dynamic zone it includes the component:
   * `sections[sections.quote].text`.
   */
  readonly path: string;
  readonly type: "string" | "text" | "richtext" | "email" | "uid" | "blocks";
  /**
   * The path for filters; absent in dynamic zones and for blocks, which the service can't filter
   * by.
   */
  readonly filterPath?: readonly string[];
  /** Whether all localizations share the field. */
  readonly isShared: boolean;
}

/** The attribute of the document that is or contains the field. */
export const attributeNameOf = ({ path }: Pick<TextField, "path">): string =>
  path.split(/[.[]/, 1).join();

/** The path of a field in a component. In a dynamic zone, `entry` is the uid of the component. */
export const fieldBelow = (path: string, name: string, entry?: string): string =>
  entry === undefined ? `${path}.${name}` : `${path}[${entry}].${name}`;

/** All text fields that are readable and writable. Excludes enumerations and JSON. */
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
  /**
   * The components that enclose the field. A component that contains itself would recurse
   * endlessly.
   */
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

/** Whether the attribute's value is text that the user writes. */
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
