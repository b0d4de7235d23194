import { deepEqual, equal, match } from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { ask, changeElsewhere, makeArticle, makeTranslated, unique } from "../../model/magazine.ts";
import { changeMagazine } from "../../model/check/database.ts";
import { cli, cliProcess, jsonLines } from "../cli.ts";

const get = (...words: string[]) => cli(["get", ...words]);
const documentOf = async (...words: string[]): Promise<JsonObject> => {
  const { code, stdout, stderr } = await get(...words);
  deepEqual({ code, stderr }, { code: 0, stderr: "" });
  return JSON.parse(stdout) as JsonObject;
};

describe("cms-content get", () => {
  it("cms-content get prints the draft with its facts in $", async () => {
    const title = unique("Get");
    const id = await makeArticle({ title });
    const document = await documentOf("articles", id);
    equal(document["title"], title);
    equal((document["$"] as JsonObject)["documentId"], id);
    equal("$schema" in document, false);
  });

  it("cms-content get prints the documentId, locale, status and times of a draft in $", async () => {
    const id = await makeArticle({ title: unique("Before") });
    const factsOf = async () => (await documentOf("articles", id))["$"] as JsonObject;
    const published = await factsOf();
    deepEqual(
      [published["documentId"], published["locale"], published["status"]],
      [id, "en", "published"],
    );
    for (const name of ["createdAt", "updatedAt", "publishedAt"])
      match(JSON.stringify(published[name]), /^"\d{4}-\d\d-\d\dT/, name);
    await changeElsewhere(id, { title: unique("After") });
    const modified = await factsOf();
    deepEqual(
      [modified["status"], modified["publishedAt"]],
      ["modified", published["publishedAt"]],
    );
    const draftId = await makeArticle({}, "status=draft");
    const { status, publishedAt } = (await documentOf("articles", draftId))["$"] as JsonObject;
    deepEqual([status, publishedAt], ["draft", null]);
  });

  it("cms-content get --published prints the published version of a modified document", async () => {
    const [before, after] = [unique("Before"), unique("After")];
    const id = await makeArticle({ title: before });
    await changeElsewhere(id, { title: after });
    equal((await documentOf("articles", id))["title"], after);
    const published = await documentOf("articles", id, "--published");
    equal(published["title"], before);
    const { status, publishedAt } = published["$"] as JsonObject;
    equal(status, "published");
    equal(typeof publishedAt, "string");
  });

  it("cms-content get --published exits with 1 for a document that was never published", async () => {
    const id = await makeArticle({}, "status=draft");
    const { code, stderr } = await cliProcess(["get", "articles", id, "--published"]);
    equal(code, 1);
    equal(stderr, `Error: articles ${id} in the locale en has no published version.\n`);
  });

  it("cms-content get exits with 1 for a document without a draft, and names its published versions", async () => {
    const id = await makeTranslated(unique("Tea"), unique("Thé"));
    await changeMagazine("DELETE FROM articles WHERE document_id = ? AND published_at IS NULL", id);
    const { code, stderr } = await get("articles", id);
    // Exports of later tests name such a document.
    await changeMagazine("DELETE FROM articles WHERE document_id = ?", id);
    equal(code, 1);
    match(stderr, /has no draft, only published versions in these locales: en, fr\./);
  });

  it("cms-content get --locale prints a localization", async () => {
    const french = unique("Thé");
    const id = await makeTranslated(unique("Tea"), french);
    equal((await documentOf("articles", id, "--locale", "fr"))["title"], french);
  });

  it("cms-content get --json prints the document in one line", async () => {
    const id = await makeArticle();
    const result = await get("articles", id, "--json");
    equal(jsonLines(result).length, 1);
    equal(result.stdout.split("\n").length, 2);
  });

  it("cms-content get prints a single type without an id", async () => {
    equal(typeof (await documentOf("homepage"))["$"], "object");
    equal((await get("homepage", "abc")).code, 2);
  });

  it("cms-content get prints a user by its numeric id", async () => {
    const [user] = (await ask("GET", "users")) as { id: number; username: string }[];
    equal((await documentOf("users", String(user?.id)))["username"], user?.username);
    equal((await get("users", "999999")).code, 1);
  });

  it("cms-content get of a document that doesn't exist exits with 1", async () => {
    const { code, stdout, stderr } = await get("articles", "abcdefghijklmnopqrstuvwx");
    deepEqual({ code, stdout }, { code: 1, stdout: "" });
    match(
      stderr,
      /^Error: The service has no articles abcdefghijklmnopqrstuvwx in the locale en\./,
    );
  });

  it("cms-content get of a collection type without an id exits with 2 and says what to pass", async () => {
    const { code, stderr } = await get("articles");
    equal(code, 2);
    match(stderr, /articles needs a documentId\.\n$/);
  });
});
