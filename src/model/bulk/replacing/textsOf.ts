import type { AttributeSchema } from "../../../client/index.ts";
import type { Catalog } from "../../schemas/catalog.ts";
import { isComponent } from "../../schemas/catalog.ts";
import { attributesOf } from "../../documents/content/differing.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject, ownIn } from "../../foundation/json.ts";
import { fieldBelow, isPlainText } from "./textFields.ts";

interface TextVisitor {
  readonly catalog: Catalog;
  /** The path of the field that it is, as `TextField` has it. */
  readonly path: string;
  /** Makes a text anew; hears all of them in the order in which they stand. */
  readonly replace: (text: string, field: string) => string;
}

/** The value of an attribute with every text in it made anew, and all else as it is. */
export function withTexts(value: Json, attribute: AttributeSchema, texts: TextVisitor): Json {
  const one = (item: Json) => itemWithTexts(item, attribute, texts);
  return isArray(value) ? value.map(one) : one(value);
}

function itemWithTexts(value: Json, attribute: AttributeSchema, texts: TextVisitor): Json {
  if (attribute.type === "blocks") return nodeWithTexts(value, texts);
  if (isObject(value)) return componentWithTexts(value, attribute, texts);
  return typeof value === "string" && isPlainText(attribute)
    ? texts.replace(value, texts.path)
    : value;
}

function componentWithTexts(
  value: JsonObject,
  attribute: AttributeSchema,
  texts: TextVisitor,
): Json {
  const inner = isComponent(attribute) ? attributesOf(attribute, value, texts.catalog) : undefined;
  const uid = attribute.type === "dynamiczone" ? ownIn(value, "__component") : undefined;
  const entry = typeof uid === "string" ? uid : undefined;
  const made = [...(inner ?? [])].flatMap(([name, below]): [string, Json][] => {
    const old = ownIn(value, name);
    const path = fieldBelow(texts.path, name, entry);
    return old === undefined ? [] : [[name, withTexts(old, below, { ...texts, path })]];
  });
  return { ...value, ...Object.fromEntries(made) };
}

/** Of blocks, what a person reads there: where a link leads is no text. */
function nodeWithTexts(node: Json, texts: TextVisitor): Json {
  if (!isObject(node)) return node;
  const { text, children } = node;
  return {
    ...node,
    ...(typeof text === "string" && { text: texts.replace(text, texts.path) }),
    ...(isArray(children) && { children: children.map((child) => nodeWithTexts(child, texts)) }),
  };
}
