import { createHash } from "node:crypto";
import type { Address } from "../../foundation/address.ts";
import { isEmpty, toWire } from "../../changes/writing/wire.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import { withoutIds } from "../../changes/writing/componentIds.ts";
import { differs } from "../../documents/content/differing.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { ownIn, pick } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { Draft } from "../../documents/snapshot/reader.ts";
import { isShared } from "../../schemas/shared.ts";
import type { Finding } from "../../foundation/finding.ts";
import { validate } from "../../changes/validation/validate.ts";
import type { Listed } from "./listed.ts";
import { overlaid } from "./overlaying.ts";
import type { Resolved } from "./resolving.ts";

/** A change of a draft. */
export interface Edit {
  /** The whole content as it is to be. */
  readonly content: JsonObject;
  /** The attributes that get other values. */
  readonly names: readonly string[];
}

/** What a record makes of a draft; no names where that says so already. */
export async function editOf(
  now: Draft,
  said: JsonObject,
  service: TypedService,
): Promise<Outcome<Edit>> {
  if (now.isReadonly) return failed({ code: "read-only" });
  const content = laidOver(now.content, said, service);
  const names = changedNames(now, said, service);
  const findings = (await validate(content, service, now.content)).filter(
    ({ severity, path: [name] }) => severity === "error" && names.includes(String(name)),
  );
  if (findings.length > 0) return failed({ code: "not-valid", findings });
  // What differs in form alone stays as it is.
  return done({ content: { ...now.content, ...pick(content, names) }, names });
}

/** Whether a draft has all that a record says. */
export const hasAll = (now: Draft, said: JsonObject, service: TypedService): boolean =>
  !now.isReadonly && changedNames(now, said, service).length === 0;

/** The attributes that a record gives other values. */
function changedNames({ content: now }: Draft, said: JsonObject, service: TypedService): string[] {
  const { type, catalog } = service;
  const content = laidOver(now, said, service);
  return Object.keys(said).filter((name) =>
    differs(type.attributes.get(name), ownIn(now, name), ownIn(content, name), catalog),
  );
}

/** What a new document is made of. */
export async function beginningOf(
  said: JsonObject,
  service: TypedService,
): Promise<Outcome<JsonObject>> {
  const whole = { ...defaultsOf(service), ...laidOver({}, said, service) };
  return soundOr(whole, await validate({ ...emptiesOf(service), ...whole }, service, undefined));
}

/** What a document gets that lacks a locale: the service fills in what the others say. */
export async function localizationOf(
  said: JsonObject,
  service: TypedService,
): Promise<Outcome<JsonObject>> {
  const whole = laidOver({}, said, service);
  return soundOr(unshared(whole, service), await validate(whole, service, undefined));
}

/**
 * What a record may say of a document that is there. What its locales share is its first record's to say, and
 * stays as it is where a record adds a locale.
 */
export const sayable = (
  { content, later }: Resolved,
  { first }: Listed,
  { service, adds }: { readonly service: TypedService; readonly adds: boolean },
): Resolved => {
  const own = adds || first ? unshared(content, service) : content;
  return { content: own, later: later.filter((name) => Object.hasOwn(own, name)) };
};

/** What is said of a document that is there before all that it points to is: its relations stay till then. */
export const without = (content: JsonObject, later: readonly string[]): JsonObject =>
  pick(
    content,
    Object.keys(content).filter((name) => !later.includes(name)),
  );

const unshared = (content: JsonObject, { type }: TypedService): JsonObject =>
  Object.fromEntries(
    Object.entries(content).filter(([name]) => {
      const attribute = type.attributes.get(name);
      return !attribute || !isShared(attribute, type);
    }),
  );

const laidOver = (now: JsonObject, said: JsonObject, { type, catalog }: TypedService) =>
  overlaid(now, said, { attributes: type.attributes, catalog });

function soundOr(content: JsonObject, all: readonly Finding[]): Outcome<JsonObject> {
  const findings = all.filter(({ severity }) => severity === "error");
  return findings.length > 0 ? failed({ code: "not-valid", findings }) : done(content);
}

/** What the service would put in: so that what it made is known again. */
const defaultsOf = ({ type }: TypedService): JsonObject =>
  Object.fromEntries(
    [...type.attributes].flatMap(([name, { default: usual = null }]) =>
      usual === null ? [] : [[name, usual as Json]],
    ),
  );

/** What must be there, and is not until somebody says it. */
const emptiesOf = ({ type }: TypedService): JsonObject =>
  Object.fromEntries(
    [...type.attributes].flatMap(([name, { required }]) =>
      required === true ? [[name, null]] : [],
    ),
  );

/** What stands in some attributes, in short: to tell later whether it still does. */
export function digestsOf(
  content: JsonObject,
  names: readonly string[],
  service: TypedService,
): ReadonlyMap<string, string> {
  const { type, catalog } = service;
  const digestOf = (name: string, value: Json): string => {
    // What a relation's target is called belongs to the target: as it is sent, it has its documentId alone.
    const place = { catalog, path: name, problems: [], cleared: [] };
    return isEmpty(value) ? "" : JSON.stringify(toWire(type.attributes.get(name), value, place));
  };
  const own = withoutIds(pick(content, names), service);
  return new Map(names.map((name) => [name, hash(digestOf(name, own[name] ?? null))]));
}

const hash = (text: string): string =>
  createHash("sha256").update(text).digest("base64url").slice(0, 12);

/** Whether all that a change would overwrite stands there as it was looked at. */
export const isAsLookedAt = (
  { content }: Pick<Draft, "content">,
  { names }: Pick<Edit, "names">,
  {
    overwrites,
    service,
  }: {
    readonly overwrites: ReadonlyMap<string, string> | undefined;
    readonly service: TypedService;
  },
): boolean =>
  [...digestsOf(content, names, service)].every(
    ([name, digest]) => overwrites?.get(name) === digest,
  );

/** Where a record's document stands. */
export const addressOf = (
  { connection, type }: Pick<Address, "connection" | "type">,
  { id, locale }: { readonly id: string; readonly locale: string | undefined },
): Address => ({ connection, type, id, ...(locale !== undefined && { locale }) });
