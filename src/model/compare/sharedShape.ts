import type { AttributeSchema } from "../../client/index.ts";
import { roleUid, userUid } from "../foundation/address.ts";
import type { OddRow } from "../content/oddRows.ts";
import type { DeniedCall } from "../check/uncheckedParts.ts";
import type { Attributes, Catalog, ContentType, TypeInCatalog } from "../schemas/catalog.ts";
import {
  componentsUsedBy,
  isInverse,
  isList,
  isReadOnly,
  isStructured,
  isUnread,
} from "../schemas/catalog.ts";
import { FieldSet, type FieldOfType } from "./fieldSet.ts";
import type { Side, Sides } from "./documentPairs.ts";
import type { CountedUnreadPart } from "./unreadParts.ts";

/** A part of the content that is not compared and not copied. */
export type LeftOutPart =
  | { readonly code: "type"; readonly type: string; readonly lackedBy: Side }
  /** A side has no route for the documents of a type, or denies access to it. */
  | {
      readonly code: "denied";
      readonly type: string;
      readonly side: Side;
      readonly call: DeniedCall;
    }
  | (FieldOfType & { readonly code: "attribute"; readonly lackedBy: Side })
  /** An attribute whose values don't fit the other side, such as a text and a number. */
  | (FieldOfType & { readonly code: "other-kind" })
  /** Personal data that a side leaves empty; `isInside` if only in fields of its components. */
  | (FieldOfType & { readonly code: "left-empty"; readonly side: Side; readonly isInside?: true })
  /** Relations to user accounts and roles, which are never copied. */
  | (FieldOfType & { readonly code: "users" })
  /** An attribute that no service returns, such as a private one, or that it rejects. */
  | (FieldOfType & { readonly code: "unseen" })
  | { readonly code: "locale"; readonly locale: string; readonly lackedBy: Side }
  /** Only one side has localizations, so only its default locale is compared. */
  | { readonly code: "localizations"; readonly type: string; readonly lackedBy: Side }
  | CountedUnreadPart
  /** A service does not describe its types, so the schema of the other side is used. */
  | { readonly code: "schema"; readonly side: Side }
  /** A document that no request can name. */
  | { readonly code: "row"; readonly type: string; readonly side: Side; readonly row: OddRow }
  /** A selected document that no longer exists, or that has no published version to compare. */
  | {
      readonly code: "gone" | "not-published";
      readonly type: string;
      readonly documentId: string;
    };

/** Collects the parts that are left out, each of them once. */
export class LeftOutParts {
  readonly all: LeftOutPart[] = [];
  readonly #known = new Set<string>();

  add(...parts: readonly LeftOutPart[]): void {
    for (const part of parts) {
      const key = JSON.stringify(part);
      if (!this.#known.has(key)) this.all.push(part);
      this.#known.add(key);
    }
  }
}

/** The attributes that both sides have and that can be copied, in the order of the source. */
export interface SharedShape {
  /** By uid, for types that both sides have. */
  readonly types: ReadonlyMap<string, readonly string[]>;
  /** By uid, also for components that only one side has. */
  readonly components: ReadonlyMap<string, readonly string[]>;
  /** The attribute that identifies the documents of a type on both sides, by uid. */
  readonly keys: ReadonlyMap<string, string>;
  /** The same for the targets of relations. Without keys that a side leaves empty. */
  readonly relationKeys: ReadonlyMap<string, string>;
}

/** `keyOf`: the attribute that the user chose. Fields that a side leaves empty are not shared. */
export function sharedShapeOf(
  { from, to }: Sides<Catalog>,
  keyOf: (type: string) => string | undefined = () => undefined,
  empty: Sides<FieldSet> = { from: FieldSet.none, to: FieldSet.none },
): SharedShape {
  const types = new Map<string, readonly string[]>();
  const keys = new Map<string, string>();
  const namesIn = (owner: string, sides: Sides<Attributes>): string[] =>
    [...sides.from].flatMap(([name, attribute]) => {
      const isEmpty = emptySideOf(owner, [name, attribute], empty, from);
      return isEmpty || obstacleOf(owner, name, sides) ? [] : [name];
    });
  for (const [uid, type] of from.targets) {
    const other = to.targets.get(uid);
    if (!other) continue;
    types.set(uid, namesIn(uid, { from: type.attributes, to: other.attributes }));
    const key = naturalKeyOf({ from: type, to: other }, keyOf(uid));
    if (key !== undefined) keys.set(uid, key);
  }
  const uids = new Set([...from.components.keys(), ...to.components.keys()]);
  const components = [...uids].map((uid) => {
    const either = from.components.get(uid) ?? to.components.get(uid) ?? new Map();
    const sides = { from: either, to: to.components.get(uid) ?? either };
    return [uid, namesIn(uid, sides)] as const;
  });
  const relationKeys = new Map(
    [...keys].filter(([uid, key]) => !empty.from.has(uid, key) && !empty.to.has(uid, key)),
  );
  return { types, components: new Map(components), keys, relationKeys };
}

/**
 * Why an attribute of a type or component can't be copied; undefined if it can. `inverse`: the owning
 * side of the relation is copied instead.
 */
function obstacleOf(
  owner: string,
  name: string,
  { from, to }: Sides<Attributes>,
): LeftOutPart | "inverse" | undefined {
  const [fromAttribute, toAttribute] = [from.get(name), to.get(name)];
  const attributes = [fromAttribute ?? [], toAttribute ?? []].flat();
  if (attributes.some(isOfUsers)) return { code: "users", owner, name };
  if (attributes.some(isUnportable)) return { code: "unseen", owner, name };
  if (attributes.some(isInverse)) return "inverse";
  if (!fromAttribute || !toAttribute)
    return { code: "attribute", owner, name, lackedBy: fromAttribute ? "to" : "from" };
  const isSameKind =
    fromAttribute.type === toAttribute.type &&
    (!isStructured(fromAttribute) ||
      (isList(fromAttribute) === isList(toAttribute) &&
        fromAttribute.target === toAttribute.target &&
        fromAttribute.component === toAttribute.component));
  return isSameKind ? undefined : { code: "other-kind", owner, name };
}

/**
 * The side that leaves an attribute empty, if any. Lists of components are replaced as a whole, so a
 * list that the source leaves partly empty would clear the fields of the target.
 */
function emptySideOf(
  owner: string,
  [name, attribute]: readonly [string, AttributeSchema],
  empty: Sides<FieldSet>,
  catalog: Catalog,
): { readonly side: Side; readonly isInside?: true } | undefined {
  if (empty.to.has(owner, name)) return { side: "to" };
  if (empty.from.has(owner, name)) return { side: "from" };
  const clears = isList(attribute) && empty.from.within(attribute, catalog).length > 0;
  return clears ? { side: "from", isInside: true } : undefined;
}

/**
 * The name under which the digest of an attribute is remembered: up to the first space, that of the
 * attribute. It changes with the fields inside the attribute that are left empty, because the
 * digest does, too.
 */
export function baseNameOf(
  name: string,
  attribute: AttributeSchema | undefined,
  catalog: Catalog,
  empty: Sides<FieldSet>,
): string {
  const within = attribute
    ? [empty.from, empty.to].flatMap((fields) => fields.within(attribute, catalog))
    : [];
  const leftOutNames = [...new Set(within.map((field) => `${field.owner}.${field.name}`))].sort();
  return leftOutNames.length > 0 ? `${name} without ${leftOutNames.join(" ")}` : name;
}

/** Whether a service doesn't return or accept an attribute, or hides where a relation points. */
function isUnportable(attribute: AttributeSchema): boolean {
  const { type, relation, target, visible } = attribute;
  const isUntargeted =
    type === "relation" && visible === false && relation !== "morphToMany" && target === undefined;
  return isUnread(attribute) || isReadOnly(attribute) || isUntargeted;
}

const isOfUsers = ({ type, target = "" }: AttributeSchema): boolean =>
  type === "relation" && (target === userUid || target === roleUid || target.startsWith("admin::"));

const keyTypes = new Set(["uid", "string", "email", "integer", "biginteger"]);

/** The names of the attributes that can identify the documents of a type on both sides. */
export function keyNamesOf({ from, to }: Sides<Pick<ContentType, "attributes">>): string[] {
  const canBeKey = (attribute: AttributeSchema | undefined): boolean =>
    attribute !== undefined && !isUnread(attribute) && keyTypes.has(attribute.type);
  return [...from.attributes].flatMap(([name, attribute]) =>
    canBeKey(attribute) && canBeKey(to.attributes.get(name)) ? [name] : [],
  );
}

/** The attribute that the user chose, else the first uid, else the first unique attribute. */
function naturalKeyOf(types: Sides<ContentType>, chosen: string | undefined): string | undefined {
  const possible = keyNamesOf(types);
  if (chosen !== undefined && possible.includes(chosen)) return chosen;
  const named = (isWanted: (attribute: AttributeSchema) => boolean): string[] =>
    possible.filter((name) =>
      [types.from, types.to].every(({ attributes }) => {
        const attribute = attributes.get(name);
        return attribute !== undefined && isWanted(attribute);
      }),
    );
  // Both directions choose the same key, whatever the order of the attributes.
  const [key] = [
    ...named(({ type }) => type === "uid").sort(),
    ...named(({ unique }) => unique === true).sort(),
  ];
  return key;
}

/** The attributes of a type and of its components that a side lacks or leaves empty. */
export function leftOutOf(
  { from, to }: Sides<TypeInCatalog>,
  empty: Sides<FieldSet>,
): LeftOutPart[] {
  const components = new Set([
    ...componentsUsedBy(from.type.attributes, from.catalog),
    ...componentsUsedBy(to.type.attributes, to.catalog),
  ]);
  const leftOutIn = (owner: string, sides: Sides<Attributes>): LeftOutPart[] => [
    ...[...new Set([...sides.from.keys(), ...sides.to.keys()])].flatMap((name) => {
      const obstacle = obstacleOf(owner, name, sides);
      return obstacle && obstacle !== "inverse" ? obstacle : [];
    }),
    ...[...sides.from].flatMap(([name, attribute]): LeftOutPart | [] => {
      const emptySide = emptySideOf(owner, [name, attribute], empty, from.catalog);
      if (!emptySide || !sides.to.has(name)) return [];
      return { code: "left-empty", owner, name, ...emptySide };
    }),
  ];
  return [
    ...leftOutIn(from.type.uid, { from: from.type.attributes, to: to.type.attributes }),
    ...[...components].flatMap((uid) => {
      const [ours, theirs] = [from, to].map(({ catalog }) => catalog.components.get(uid));
      return ours && theirs ? leftOutIn(uid, { from: ours, to: theirs }) : [];
    }),
  ];
}

/** Limits the type and the components of one side to a shared shape. */
export function viewOf({ type, catalog }: TypeInCatalog, shape: SharedShape): TypeInCatalog {
  const limited = (attributes: Attributes, names: readonly string[] = []): Attributes =>
    new Map(
      names.flatMap((name) => {
        const attribute = attributes.get(name);
        return attribute ? [[name, attribute] as const] : [];
      }),
    );
  const components = [...catalog.components].map(
    ([uid, attributes]) => [uid, limited(attributes, shape.components.get(uid))] as const,
  );
  return {
    type: { ...type, attributes: limited(type.attributes, shape.types.get(type.uid)) },
    catalog: { ...catalog, components: new Map(components) },
  };
}
