import { isDeepStrictEqual } from "node:util";
import type { AttributeSchema } from "../../../client/index.ts";
import { isInverse, isUnread, serviceOwned } from "../../schemas/catalog.ts";
import type { TypeInCatalog } from "../../schemas/catalog.ts";
import type { TypedService } from "../../schemas/service.ts";
import { isSeenWhole, unreadProblem } from "../writing/changes.ts";
import { nothingUnseen, unseenIn } from "../../documents/content/unseen.ts";
import type { UnseenAttributes } from "../../documents/content/unseen.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { valueIn } from "../../foundation/json.ts";
import { finds } from "../../foundation/expressions.ts";
import type { Finding, Flaw, Moment, Report, Untried } from "../../foundation/finding.ts";
import { isRefusedBy } from "../../foundation/storable.ts";
import type { Database } from "../../foundation/storable.ts";
import { checkValue } from "./structures.ts";

interface Found<F = Flaw> {
  readonly flaw: F;
  readonly when: Moment;
  readonly path: Finding["path"];
}

/**
 * What a service would refuse in a document, without asking it: as an error what it refuses to save, as a
 * warning what it takes in a draft and refuses to publish. What its database refuses is an error; a warning where the
 * database is not known, or is another one. `base` is what the text is a change of: an
 * attribute that is as it was is not sent, and so is no error whatever it holds. What only the service
 * knows (what must be unique, what a relation points to) is not looked at. `read` is the document as it was
 * last read, where the base is a text that was saved.
 */
export async function validate(
  content: JsonObject,
  { type, catalog, capabilities }: Pick<TypedService, "type" | "catalog" | "capabilities">,
  base: JsonObject | undefined,
  read = base,
): Promise<readonly Finding[]> {
  const unseen = read ? unseenIn(read, { type, catalog }) : nothingUnseen;
  const names = new Set([...Object.keys(content), ...Object.keys(base ?? {})]);
  // What the service says of the document is never sent.
  for (const name of ["$", "$schema"]) names.delete(name);
  const all = [...names].map(async (name) => {
    const found: Found<Flaw | Untried>[] = [];
    const report: Report = (flaw, when, path = []) => {
      found.push({ flaw, when, path: [name, ...path] });
    };
    check(name, { content, base, unseen, type, catalog }, report);
    if (found.length === 0) return [];
    const isKept = base !== undefined && isUnchanged(name, content, base);
    const tried = (await Promise.all(found.map(tryOut))).flat();
    const { database } = capabilities;
    return tried.flatMap((one) => weigh(one, { isKept, isLive: !type.draftAndPublish, database }));
  });
  return (await Promise.all(all)).flat();
}

/** Tries an expression of the schema, where one is to be tried. */
async function tryOut({ flaw, ...place }: Found<Flaw | Untried>): Promise<readonly Found[]> {
  if (flaw.code !== "untried") return [{ ...place, flaw }];
  const { pattern, text } = flaw;
  const isMatch = await finds(new RegExp(pattern), text);
  if (isMatch === true) return [];
  const code = isMatch === undefined ? "slow-pattern" : "not-matching";
  return [{ ...place, flaw: { code, pattern } }];
}

interface Looked extends TypeInCatalog {
  readonly content: JsonObject;
  readonly base: JsonObject | undefined;
  readonly unseen: UnseenAttributes;
}

function check(name: string, looked: Looked, report: Report): void {
  const { content, base, type, catalog } = looked;
  const attribute = type.attributes.get(name);
  const value = valueIn(content, name);
  const unread = unreadFlaw(name, attribute, looked);
  if (unread) checkUnseen(name, looked, unread, report);
  else if (attribute && !isInverse(attribute)) {
    if (!Object.hasOwn(content, name) && isUnread(attribute)) return;
    const known = base && valueIn(base, name);
    checkValue(attribute, { value, base: known, isMade: false, owner: content, catalog, report });
  } else if (value !== null) {
    // No value and an absent key are one thing to a save.
    report({ code: unsendable(name, attribute) }, "save");
  }
}

/** Why an attribute must stay as it is; undefined where it was read whole. */
function unreadFlaw(
  name: string,
  attribute: AttributeSchema | undefined,
  { catalog, unseen }: Looked,
): Flaw | undefined {
  if (!isSeenWhole(attribute, catalog)) return { code: "not-seen-whole" };
  const { why, missing = [] } = unreadProblem(name, unseen) ?? {};
  if (why === "route-decides") return { code: why };
  return why === "not-wholly-read" ? { code: why, missing } : undefined;
}

/** What was not seen whole must not be changed. */
function checkUnseen(name: string, { content, base }: Looked, flaw: Flaw, report: Report): void {
  const isChanged = base !== undefined && !isUnchanged(name, content, base);
  if (isChanged) report(flaw, "save");
}

function unsendable(
  name: string,
  attribute: AttributeSchema | undefined,
): "inverse-side" | "service-owned" | "unknown-key" {
  if (attribute) return "inverse-side";
  return serviceOwned.has(name) ? "service-owned" : "unknown-key";
}

const isUnchanged = (name: string, content: JsonObject, base: JsonObject): boolean =>
  isDeepStrictEqual(valueIn(content, name), valueIn(base, name));

interface Weighing {
  readonly isKept: boolean;
  readonly isLive: boolean;
  readonly database: Database | undefined;
}

function weigh({ flaw, when, path }: Found, { isKept, isLive, database }: Weighing): Finding[] {
  // Where nothing changed, the service has stored the value already.
  if (isKept && (isLive || when === "other-database")) return [];
  const isRefusedNow =
    when === "other-database" ? isRefusedBy(database, flaw.code) : when === "save" || isLive;
  // An expression that was not tried may match.
  const isError = isRefusedNow && !isKept && flaw.code !== "slow-pattern";
  return [{ ...flaw, path, severity: isError ? "error" : "warning" }];
}
