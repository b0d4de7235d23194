import { deepEqual, equal, match } from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { ask, make, unique } from "../../model/magazine.ts";
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
    const id = await make("pages?status=draft", { title });
    const document = await documentOf("pages", id);
    equal(document["title"], title);
    equal((document["$"] as JsonObject)["documentId"], id);
    equal("$schema" in document, false);
  });

  it("cms-content get prints the documentId, locale, status and times of a draft in $", async () => {
    const id = await make("pages", { title: unique("Before") });
    const factsOf = async () => (await documentOf("pages", id))["$"] as JsonObject;
    const published = await factsOf();
    deepEqual(
      [published["documentId"], published["locale"], published["status"]],
      [id, "en", "published"],
    );
    for (const name of ["createdAt", "updatedAt", "publishedAt"])
      match(JSON.stringify(published[name]), /^"\d{4}-\d\d-\d\dT/, name);
    await ask("PUT", `pages/${id}?status=draft`, { title: unique("After") });
    const modified = await factsOf();
    deepEqual(
      [modified["status"], modified["publishedAt"]],
      ["modified", published["publishedAt"]],
    );
    const draftId = await make("pages?status=draft", { title: unique("Tea") });
    const { status, publishedAt } = (await documentOf("pages", draftId))["$"] as JsonObject;
    deepEqual([status, publishedAt], ["draft", null]);
  });

  it("cms-content get --published prints the published version of a modified document", async () => {
    const [before, after] = [unique("Before"), unique("After")];
    const id = await make("pages", { title: before });
    await ask("PUT", `pages/${id}?status=draft`, { title: after });
    equal((await documentOf("pages", id))["title"], after);
    const published = await documentOf("pages", id, "--published");
    equal(published["title"], before);
    const { status, publishedAt } = published["$"] as JsonObject;
    equal(status, "published");
    equal(typeof publishedAt, "string");
  });

  it("cms-content get --published exits with 1 for a document that was never published", async () => {
    const id = await make("pages?status=draft", { title: unique("Tea") });
    const { code, stderr } = await cliProcess(["get", "pages", id, "--published"]);
    equal(code, 1);
    equal(stderr, `Error: pages ${id} in the locale en has no published version.\n`);
  });

  it("cms-content get exits with 1 for a document without a draft, and names its published versions", async () => {
    const id = await make("pages", { title: unique("Tea") });
    await ask("PUT", `pages/${id}?locale=fr`, { title: unique("Thé") });
    await changeMagazine("DELETE FROM pages WHERE document_id = ? AND published_at IS NULL", id);
    const { code, stderr } = await get("pages", id);
    // Exports of later tests name such a document.
    await changeMagazine("DELETE FROM pages WHERE document_id = ?", id);
    equal(code, 1);
    match(stderr, /has no draft, only published versions in these locales: en, fr\./);
  });

  it("cms-content get --locale prints a localization", async () => {
    const french = unique("Thé");
    const id = await make("pages?status=draft", { title: unique("Tea") });
    await ask("PUT", `pages/${id}?locale=fr&status=draft`, { title: french });
    equal((await documentOf("pages", id, "--locale", "fr"))["title"], french);
  });

  it("cms-content get --json prints the document in one line", async () => {
    const id = await make("pages?status=draft", { title: unique("Tea") });
    const result = await get("pages", id, "--json");
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
    const { code, stdout, stderr } = await get("pages", "abcdefghijklmnopqrstuvwx");
    deepEqual({ code, stdout }, { code: 1, stdout: "" });
    match(stderr, /^Error: The service has no pages abcdefghijklmnopqrstuvwx in the locale en\./);
  });

  it("cms-content get of a collection type without an id exits with 2 and says what to pass", async () => {
    const { code, stderr } = await get("pages");
    equal(code, 2);
    match(stderr, /pages needs a documentId\.\n$/);
  });
});
