import type { AttributeSchema } from "../../client/index.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { isFullyKnown, isShared } from "../schemas/catalog.ts";
import { attributePaths, isPrivateOn, namesOn, zoneOn } from "../content/attributePaths.ts";
import { isRouteDecided } from "../content/unreadAttributes.ts";
import { pathBelow } from "../foundation/json.ts";

/** A field with searchable text, in the document itself or in a component of it. */
export interface TextField {
  /** Such as `seo.metaTitle`, or `sections[sections.quote].text` in a dynamic zone. */
  readonly path: string;
  /** The path of the component that has the field; empty for the document itself. */
  readonly owner: string;
  readonly type: "string" | "text" | "richtext" | "email" | "uid" | "blocks";
  /** For filters; absent in dynamic zones and for blocks, which the service can't filter by. */
  readonly filterPath?: readonly string[];
  readonly isShared: boolean;
}

const componentAt = (path: string, entry?: string): string =>
  entry === undefined ? path : `${path}[${entry}]`;

/** The path of a field in a component. In a dynamic zone, `entry` is the uid of the component. */
export const fieldBelow = (path: string, name: string, entry?: string): string =>
  pathBelow(componentAt(path, entry), name);

/** All text fields that are readable and writable. Excludes enumerations and JSON. */
export function textFieldsOf({ type, catalog }: TypedService): readonly TextField[] {
  const isWritten = ([, attribute]: readonly [string, AttributeSchema]) =>
    isFullyKnown(attribute, catalog) && !isRouteDecided(attribute, { type, catalog });
  const attributes = new Map([...type.attributes].filter(isWritten));
  return attributePaths({ type: { attributes }, catalog }).flatMap((path): TextField[] => {
    const { attribute, steps } = path;
    const [first] = steps;
    if (!first || isPrivateOn(path)) return [];
    let label = pathBelow("", first.name);
    let owner = "";
    for (const [index, { name }] of steps.slice(1).entries()) {
      const step = steps[index];
      const entry = step?.attribute.type === "dynamiczone" ? step.component : undefined;
      owner = componentAt(label, entry);
      label = fieldBelow(label, name, entry);
    }
    const field = { path: label, owner, isShared: isShared(first.attribute, type) };
    if (attribute.type === "blocks") return [{ ...field, type: "blocks" }];
    if (!isPlainText(attribute)) return [];
    const filterPath = zoneOn(path) ? undefined : namesOn(path);
    return [{ ...field, ...(filterPath && { filterPath }), type: attribute.type }];
  });
}

export const isPlainText = (
  attribute: AttributeSchema,
): attribute is AttributeSchema & { readonly type: Exclude<TextField["type"], "blocks"> } =>
  /^(string|text|richtext|email|uid)$/.test(attribute.type);
