import type { AttributeSchema } from "../../../client/index.ts";
import { isObject, valueIn, type Json, type JsonObject } from "../../foundation/json.ts";
import {
  attributesOf,
  componentsUsedBy,
  isComponent,
  isInverse,
  type Attributes,
} from "../../schemas/catalog.ts";
import { contentDigests } from "../folderForm.ts";
import type { SourceType } from "../folderSource.ts";

interface ComparedContents {
  readonly file: JsonObject;
  /** What the service has, in the form of a file. */
  readonly content: JsonObject;
  readonly attributes: Attributes;
}

/**
 * Whether a component would lose what the folder leaves out of it, or get that of another one: it is
 * removed, or its list has other items than before or another order.
 */
export function losesLeftOutParts(
  name: string,
  { file, content, attributes }: ComparedContents,
  { read, service: { catalog } }: SourceType,
): boolean {
  const isLeftOut = (uid: string) =>
    [...(read.catalog.components.get(uid) ?? [])].some(
      ([part, attribute]) => !isInverse(attribute) && !catalog.components.get(uid)?.has(part),
    );
  const keyOf = (attribute: AttributeSchema, item: Json) =>
    contentDigests({ item: [item] }, new Map([["item", attribute]]), catalog).get("item");
  const uidOf = (item: Json) => (isObject(item) ? item["__component"] : undefined);
  const isInOrder = (
    attribute: AttributeSchema,
    before: readonly Json[],
    after: readonly Json[],
  ) => {
    const keys = before.map((item) => keyOf(attribute, item));
    const isMoved = (item: Json, at: number) => {
      const key = keyOf(attribute, item);
      return key !== keys[at] && keys.includes(key);
    };
    const isSameType = (item: Json, at: number) => uidOf(item) === uidOf(after[at] ?? null);
    return before.length === after.length && before.every(isSameType) && !after.some(isMoved);
  };
  const loses = (attribute: AttributeSchema | undefined, before: Json, after: Json): boolean => {
    if (!attribute || !isComponent(attribute)) return false;
    const [items, others] = [before, after].map((value) =>
      [value].flat().filter((item) => item !== null),
    );
    if (!items || !others || items.length === 0) return false;
    const uids = componentsUsedBy(new Map([["item", attribute]]), read.catalog);
    if (![...uids].some(isLeftOut)) return false;
    return (
      !isInOrder(attribute, items, others) ||
      items.some((item, at) => {
        const other = others[at];
        if (!isObject(item) || !isObject(other)) return false;
        return [...(attributesOf(attribute, item, catalog) ?? [])].some(([part, partAttribute]) =>
          loses(partAttribute, valueIn(item, part), valueIn(other, part)),
        );
      })
    );
  };
  return loses(attributes.get(name), valueIn(content, name), valueIn(file, name));
}
