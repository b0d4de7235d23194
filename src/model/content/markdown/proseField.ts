import type { AttributeSchema } from "../../../client/index.ts";
import { encoded } from "../../foundation/address.ts";
import type { Attributes, TypeInCatalog } from "../../schemas/catalog.ts";

/** An entry of a list of components. Its index can change, so its id identifies it. */
export interface EntryStep {
  readonly id: string;
  /** The uid of the component. Only in dynamic zones, where ids are unique only per component. */
  readonly component?: string;
}

/** The path from the document to a field: keys, and after the key of a list, the entry. */
export type ProseFieldPath = readonly (string | EntryStep)[];

export type ProseKind = "richtext" | "blocks";

/** The segments of a path that names a field. None contains a slash or consists only of dots. */
export const toSegments = (field: ProseFieldPath): string[] =>
  field.map((step) =>
    typeof step === "string"
      ? encoded(step).replace(/^\.+$/, (dots) => dots.replaceAll(".", "%2E"))
      : `${encoded(step.component ?? "")}@${encoded(step.id)}`,
  );

/** Returns the field that the segments name; undefined if they don't name a field. */
export function fromSegments(segments: readonly string[]): ProseFieldPath | undefined {
  try {
    const field = segments.map((segment): string | EntryStep => {
      const [first = "", id] = segment.split("@").map(decodeURIComponent);
      if (id === undefined) return first;
      return { id, ...(first !== "" && { component: first }) };
    });
    return typeof field[0] === "string" && typeof field.at(-1) === "string" ? field : undefined;
  } catch {
    // The segments were not created by encodeURIComponent.
    return undefined;
  }
}

export const isSameProseField = (a: ProseFieldPath, b: ProseFieldPath): boolean =>
  toSegments(a).join("/") === toSegments(b).join("/");

export const proseFieldName = (field: ProseFieldPath): string => {
  const last = field.at(-1);
  return typeof last === "string" ? last : "";
};

/** Undefined if the field doesn't hold prose. */
export function proseKindAt(
  field: ProseFieldPath,
  { type, catalog }: TypeInCatalog,
): ProseKind | undefined {
  let attributes: Attributes | undefined = type.attributes;
  let attribute: AttributeSchema | undefined;
  for (const step of field) {
    if (typeof step === "string") {
      attribute = attributes?.get(step);
      attributes = catalog.components.get(attribute?.component ?? "");
    } else if (step.component !== undefined) {
      attributes = catalog.components.get(step.component);
    }
  }
  return attribute && proseKindOf(attribute);
}

export const proseKindOf = ({ type }: AttributeSchema): ProseKind | undefined =>
  type === "richtext" || type === "blocks" ? type : undefined;
