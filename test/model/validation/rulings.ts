import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import { fromText } from "../../../src/model/documents/content/documentText.ts";
import type { Finding } from "../../../src/model/foundation/contentProblem.ts";
import { validate } from "../../../src/model/changes/validation/validate.ts";
import { deskOn, edited } from "../desk.ts";
import type { Desk } from "../desk.ts";
import { ask, draft, magazine, makeArticle } from "../magazine.ts";
import { must } from "../outcomes.ts";

/** What becomes of a document: a save is refused, only a publish is, or neither. */
export type Ruling = "error" | "warning" | "fine";

interface Ruled {
  /** What is said without asking. */
  readonly said: Ruling;
  /** What the service does. */
  readonly done: Ruling;
  readonly findings: readonly Finding[];
  /** What the service has of it in the end. */
  readonly kept: JsonObject;
}

let desk: Desk | undefined;

after(() => desk?.close());

/** A change of an article, as it is judged here and as a save and a publish of it go. */
export async function ruleArticle(change: JsonObject, made: JsonObject = {}): Promise<Ruled> {
  desk ??= deskOn(magazine());
  const id = await makeArticle(made, "status=draft");
  const address = desk.article(id);
  const snapshot = await desk.open(address);
  const text = edited(snapshot, fill(change, snapshot.content));
  const findings = await findingsIn(desk, text, snapshot.content);
  const [refused] = await desk.save(address, text);
  const done = refused ? "error" : (await publishes(id)) ? "fine" : "warning";
  const kept = (await draft(`articles/${id}`, "populate=*")) ?? {};
  return { said: rulingOf(findings), done, findings, kept };
}

/** A change of what the article has: `"$seo.id"` in it stands for the value that is there. */
function fill(change: JsonObject, content: JsonObject): JsonObject {
  const text = JSON.stringify(change).replace(/"\$([\w.]+)"/g, (_, path: string) => {
    const steps = path.split(".");
    const value = steps.reduce<unknown>((from, step) => (from as JsonObject)[step], content);
    return JSON.stringify(value);
  });
  return JSON.parse(text) as JsonObject;
}

async function findingsIn(desk: Desk, text: string, base: JsonObject) {
  const service = must(await desk.catalogs.type(desk.connection.id, "articles"));
  return validate(must(fromText(text)), service, base);
}

function rulingOf(findings: readonly Finding[]): Ruling {
  if (findings.some(({ severity }) => severity === "error")) return "error";
  return findings.length > 0 ? "warning" : "fine";
}

async function publishes(id: string): Promise<boolean> {
  try {
    await ask("PUT", `articles/${id}?status=published`, {});
    return true;
  } catch (error) {
    if (String(error).includes("ValidationError")) return false;
    throw error;
  }
}

/** Enough of a value to name a test after it. */
export const short = (value: Json): string => {
  const text = JSON.stringify(value);
  return text.length > 90 ? `${text.slice(0, 87)}...` : text;
};
