import type { AttributeSchema } from "../../../client/index.ts";
import { encoded } from "../../foundation/address.ts";
import type { Attributes, Catalog, TypeInCatalog } from "../../schemas/catalog.ts";

/** An entry of a list of components: its place changes, so it goes by its id. */
export interface EntryStep {
  readonly id: string;
  /** Which component it is of; in dynamic zones alone, where ids are only unique beside it. */
  readonly component?: string;
}

/** From the document down to a field: keys, and behind that of a list the entry. */
export type ProseFieldPath = readonly (string | EntryStep)[];

/** How a field holds prose. */
export type ProseKind = "richtext" | "blocks";

/** The segments of a path in which a field is named; none has a slash in it, or leads up. */
export const toSegments = (field: ProseFieldPath): string[] =>
  field.map((step) =>
    typeof step === "string"
      ? encoded(step).replace(/^\.+$/, (dots) => dots.replaceAll(".", "%2E"))
      : `${encoded(step.component ?? "")}@${encoded(step.id)}`,
  );

/** The field that segments name; undefined where they name none. */
export function fromSegments(segments: readonly string[]): ProseFieldPath | undefined {
  try {
    const field = segments.map(toPathStep);
    return typeof field[0] === "string" && typeof field.at(-1) === "string" ? field : undefined;
  } catch {
    // Not what encodeURIComponent makes.
    return undefined;
  }
}

function toPathStep(segment: string): string | EntryStep {
  const [first = "", id] = segment.split("@").map(decodeURIComponent);
  if (id === undefined) return first;
  return { id, ...(first !== "" && { component: first }) };
}

export const isSameProseField = (a: ProseFieldPath, b: ProseFieldPath): boolean =>
  toSegments(a).join("/") === toSegments(b).join("/");

/** The key that a person knows a field by. */
export const proseFieldName = (field: ProseFieldPath): string => {
  const last = field.at(-1);
  return typeof last === "string" ? last : "";
};

/** How a field holds prose by the schema; undefined where it holds none. */
export function proseKindAt(
  field: ProseFieldPath,
  { type, catalog }: TypeInCatalog,
): ProseKind | undefined {
  let attributes: Attributes | undefined = type.attributes;
  let attribute: AttributeSchema | undefined;
  for (const step of field) {
    if (typeof step === "string") {
      attribute = attributes?.get(step);
      attributes = componentOf(attribute, catalog);
    } else if (step.component !== undefined) {
      attributes = catalog.components.get(step.component);
    }
  }
  return attribute && proseKindOf(attribute);
}

export const proseKindOf = ({ type }: AttributeSchema): ProseKind | undefined =>
  type === "richtext" || type === "blocks" ? type : undefined;

const componentOf = (
  attribute: AttributeSchema | undefined,
  { components }: Catalog,
): Attributes | undefined => components.get(attribute?.component ?? "");
