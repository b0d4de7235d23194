import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import { fromText } from "../../../src/model/content/documentText.ts";
import { isConversion } from "../../../src/model/foundation/valueProblem.ts";
import type { Finding } from "../../../src/model/foundation/valueProblem.ts";
import { validate } from "../../../src/model/edit/validation.ts";
import { modelOn, edited } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";
import type { Snapshot } from "../../../src/model/documents/snapshotReader.ts";
import { ask, draft, magazine, makeArticle } from "../magazine.ts";
import { must } from "../outcomes.ts";

/**
 * The result for a document: the service rejects the save (error), only rejects the publish (warning), or accepts both
 * (fine).
 */
export type Ruling = "error" | "warning" | "fine";

interface Ruled {
  /** The result of the validation. */
  readonly said: Ruling;
  /** The result on the service. */
  readonly done: Ruling;
  readonly findings: readonly Finding[];
  /** Reads the draft on the service after the save. */
  readonly readKept: () => Promise<JsonObject>;
}

let model: TestModel | undefined;

interface Unchanged {
  readonly id: string;
  readonly snapshot: Snapshot;
}

/** Articles that are unchanged because the service rejected their save, by the content that they were made with. */
const unchanged = new Map<string, Unchanged>();

after(() => model?.close());

/** Validates a change of an article, then saves and publishes it on the service. */
export async function ruleArticle(
  change: JsonObject,
  initialContent: JsonObject = {},
): Promise<Ruled> {
  model ??= modelOn(magazine());
  const key = JSON.stringify(initialContent);
  const { id, snapshot } = unchanged.get(key) ?? (await openNew(model, initialContent));
  const address = model.article(id);
  const text = edited(snapshot, fill(change, snapshot.content));
  const findings = await findingsIn(model, text, snapshot.content);
  const [refused] = await model.save(address, text);
  const done = refused ? "error" : (await publishes(id)) ? "fine" : "warning";
  if (refused) unchanged.set(key, { id, snapshot });
  else unchanged.delete(key);
  const readKept = async () => (await draft(`articles/${id}`, "populate=*")) ?? {};
  return { said: rulingOf(findings), done, findings, readKept };
}

/** Validates a change of an article. Writes nothing but the article. */
export async function judgeArticle(
  change: JsonObject,
  initialContent: JsonObject = {},
): Promise<Pick<Ruled, "said" | "findings">> {
  model ??= modelOn(magazine());
  const key = JSON.stringify(initialContent);
  const article = unchanged.get(key) ?? (await openNew(model, initialContent));
  unchanged.set(key, article);
  const { content } = article.snapshot;
  const findings = await findingsIn(
    model,
    edited(article.snapshot, fill(change, content)),
    content,
  );
  return { said: rulingOf(findings), findings };
}

async function openNew(model: TestModel, initialContent: JsonObject): Promise<Unchanged> {
  const id = await makeArticle(initialContent, "status=draft");
  return { id, snapshot: await model.open(model.article(id)) };
}

/** Replaces `"$seo.id"` by the article's value at the path `seo.id`. */
function fill(change: JsonObject, content: JsonObject): JsonObject {
  const text = JSON.stringify(change).replace(/"\$([\w.]+)"/g, (_, path: string) => {
    const steps = path.split(".");
    const value = steps.reduce<unknown>((from, step) => (from as JsonObject)[step], content);
    return JSON.stringify(value);
  });
  return JSON.parse(text) as JsonObject;
}

async function findingsIn(model: TestModel, text: string, base: JsonObject) {
  const service = must(await model.catalogs.type(model.connection.id, "articles"));
  return validate(must(fromText(text)), service, base);
}

/** The service rejects no value that it stores as another one. */
function rulingOf(findings: readonly Finding[]): Ruling {
  if (findings.some(({ severity }) => severity === "error")) return "error";
  return findings.every(isConversion) ? "fine" : "warning";
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

/** A short form of a value for a test title. */
export const short = (value: Json): string => {
  const text = JSON.stringify(value);
  return text.length > 90 ? `${text.slice(0, 87)}...` : text;
};
