import type { AttributeSchema } from "../../client/index.ts";
import { fromText } from "../content/documentText.ts";
import { isSameValue } from "../content/equality.ts";
import { nothingUnread, unreadIn, type UnreadAttributes } from "../content/unreadAttributes.ts";
import { isUser, type Address } from "../foundation/address.ts";
import { finds, toExpression } from "../foundation/regularExpressions.ts";
import type {
  Finding,
  ValueFlaw,
  RefusalTime,
  ReportFlaw,
  PatternCheck,
} from "../foundation/valueProblem.ts";
import { valueIn, pick, type JsonObject } from "../foundation/json.ts";
import { done, failed } from "../foundation/outcome.ts";
import { databases, isRefusedBy, type Database } from "../foundation/storableText.ts";
import { isInverse, isUnread, serviceOwned, isFullyKnown } from "../schemas/catalog.ts";
import type { TypeInCatalog } from "../schemas/catalog.ts";
import type { TypedService, Catalogs } from "../schemas/catalogs.ts";
import { serviceFor } from "../schemas/userType.ts";
import type { ChangeResult } from "../journal/changeFailure.ts";
import type { UnsavedEdits } from "./unsavedEdits.ts";
import { unreadProblem, userChanges } from "../writing/changedFields.ts";
import { checkValue } from "./valueRules.ts";

interface FoundFlaw<F = ValueFlaw> {
  readonly flaw: F;
  readonly when: RefusalTime;
  readonly path: Finding["path"];
}

/**
 * Finds the values of a document that a service would reject, without a request. A value that it
 * does not save is an error. A value that it saves in a draft but does not publish is a warning. A
 * value that only some databases reject is an error if the service has such a database. It is a
 * warning if the database is unknown or a different one. A value that the service is known to store
 * as another one is a warning. `base` is the base of the text: an
 * unchanged attribute is not sent, and so is never an error. Uniqueness and relation targets are
 * not checked, since only the service knows them. `read` is the document as it was last read, if
 * the base is a saved text.
 */
export async function validate(
  content: JsonObject,
  { type, catalog, capabilities }: ValidatedService,
  base: JsonObject | undefined,
  read = base,
): Promise<readonly Finding[]> {
  const unseen = read ? unreadIn(read, { type, catalog }) : nothingUnread;
  const document = { content, base, unseen, type, catalog };
  const names = new Set([...Object.keys(content), ...Object.keys(base ?? {})]);
  // The facts from the service are never sent.
  for (const name of ["$", "$schema"]) names.delete(name);
  const checks = [...names].map(async (name) => {
    const flaws: FoundFlaw<ValueFlaw | PatternCheck>[] = [];
    const report: ReportFlaw = (flaw, when, path = []) => {
      flaws.push({ flaw, when, path: [name, ...path] });
    };
    checkAttribute(name, document, report);
    if (flaws.length === 0) return [];
    const isKept = isUnchanged(name, document);
    const checkedFlaws = (await Promise.all(flaws.map(checkPattern))).flat();
    const isLive = !type.draftAndPublish;
    return checkedFlaws.flatMap((foundFlaw) =>
      severityOf(foundFlaw, isKept, isLive, capabilities.database),
    );
  });
  return (await Promise.all(checks)).flat();
}

/**
 * Finds the values that keep a draft from being published. A publish checks a draft as a save checks a
 * document of a type without drafts.
 */
export async function findBlockers(
  content: JsonObject,
  { type, ...service }: Pick<TypedService, "type" | "catalog" | "capabilities">,
): Promise<readonly Finding[]> {
  const live = { ...service, type: { ...type, draftAndPublish: false } };
  const findings = await validate(content, live, undefined, content);
  return findings.filter(({ severity }) => severity === "error");
}

async function checkPattern({
  flaw,
  ...location
}: FoundFlaw<ValueFlaw | PatternCheck>): Promise<readonly FoundFlaw[]> {
  if (flaw.code !== "untried") return [{ ...location, flaw }];
  const { pattern, text } = flaw;
  const isMatch = await finds(toExpression(pattern), text);
  if (isMatch === true) return [];
  const code = isMatch === undefined ? "slow-pattern" : "not-matching";
  return [{ ...location, flaw: { code, pattern } }];
}

type ValidatedService = TypeInCatalog & {
  readonly capabilities: Pick<TypedService["capabilities"], "database">;
};

interface CheckedDocument extends TypeInCatalog {
  readonly content: JsonObject;
  readonly base: JsonObject | undefined;
  readonly unseen: UnreadAttributes;
}

function checkAttribute(name: string, document: CheckedDocument, report: ReportFlaw): void {
  const { content, base, type, catalog } = document;
  const attribute = type.attributes.get(name);
  const value = valueIn(content, name);
  const unread = unreadFlaw(name, attribute, document);
  if (unread) {
    // An attribute that was not read completely must not change.
    if (base && !isUnchanged(name, document)) report(unread, "save");
  } else if (attribute && !isInverse(attribute)) {
    if (!Object.hasOwn(content, name) && isUnread(attribute)) return;
    const position = { isNew: false, owner: content, catalog, report };
    checkValue(attribute, { value, base: base && valueIn(base, name), ...position });
  } else if (value !== null) {
    // To a save, null and an absent key are the same.
    const foreignCode = serviceOwned.has(name) ? "service-owned" : "unknown-key";
    report({ code: attribute ? "inverse-side" : foreignCode }, "save");
  }
}

/** Undefined if the attribute was read completely. */
function unreadFlaw(
  name: string,
  attribute: AttributeSchema | undefined,
  { catalog, unseen }: CheckedDocument,
): ValueFlaw | undefined {
  if (!isFullyKnown(attribute, catalog)) return { code: "not-seen-whole" };
  const { why, missing = [] } = unreadProblem(name, unseen) ?? {};
  if (why === "route-decides") return { code: why };
  return why === "not-wholly-read" ? { code: why, missing } : undefined;
}

const isUnchanged = (name: string, { content, base, type, catalog }: CheckedDocument): boolean =>
  base !== undefined &&
  isSameValue(type.attributes.get(name), valueIn(content, name), valueIn(base, name), catalog);

function severityOf(
  { flaw, when, path }: FoundFlaw,
  isKept: boolean,
  isLive: boolean,
  database: Database | undefined,
): Finding[] {
  const isRejecting = when === "save" || when === "publish";
  // If the value is unchanged, the service has stored it already.
  if (isKept && (isLive || !isRejecting)) return [];
  if (databases.some((other) => other === when && other !== database)) return [];
  // A regular expression that was not tested may match.
  const isCertain = !isKept && flaw.code !== "slow-pattern";
  const isRefused =
    when === "other-database"
      ? isRefusedBy(database, flaw.code)
      : when === "save" || (when === "publish" && isLive);
  return [{ ...flaw, path, severity: isCertain && isRefused ? "error" : "warning" }];
}

/** Unlike in a document, the role is given by its id. */
export async function validateUser(
  content: JsonObject,
  service: Pick<TypedService, "type" | "catalog" | "capabilities">,
  base: JsonObject = {},
): Promise<readonly Finding[]> {
  const { type } = service;
  const attributes = new Map(
    [...type.attributes].filter(([name, attribute]) => name !== "role" && !isUnread(attribute)),
  );
  const names = [...attributes.keys()];
  const scalars = { ...service, type: { ...type, attributes } };
  const [failure] = userChanges(base, content, service);
  const problems = failure?.code === "not-sendable" ? failure.problems : [];
  // A new user needs a role: the service does not set a default role.
  const hasNoRole = !Object.hasOwn(base, "id") && valueIn(content, "role") === null;
  return [
    ...(await validate(pick(content, names), scalars, pick(base, names))),
    ...(hasNoRole ? [{ code: "needs-role", path: ["role"], severity: "error" } as const] : []),
    ...problems.flatMap(({ path, why }): Finding[] =>
      // Attributes of users are never read in part.
      why === "not-wholly-read" ? [] : [{ code: why, path: [path], severity: "error" }],
    ),
  ];
}

export async function findingsIn(
  text: string,
  address: Address,
  { catalogs, edits }: { readonly catalogs: Catalogs; readonly edits: UnsavedEdits },
): ChangeResult<readonly Finding[]> {
  const [invalid, content] = fromText(text);
  if (invalid) return failed(invalid);
  const [unknown, service] = await serviceFor(address, content, catalogs);
  if (unknown) return failed(unknown);
  const base = await edits.base(address);
  if (isUser(address)) return done(await validateUser(content, service, base));
  return done(await validate(content, service, base, edits.lastContent(address)));
}
