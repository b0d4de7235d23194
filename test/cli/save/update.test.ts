import { deepEqual, equal, match } from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { ask, draft, make, unique } from "../../model/magazine.ts";
import { cli, jsonLines, useFolder } from "../cli.ts";

describe("cms-content update", () => {
  const folder = useFolder();
  const run = (words: readonly string[], stdin = "") => cli(words, { cwd: folder.path, stdin });
  const save = (name: string, content: object): string => {
    const path = join(folder.path, name);
    writeFileSync(path, JSON.stringify(content));
    return path;
  };
  const read = async (...words: string[]): Promise<JsonObject> =>
    JSON.parse((await run(["get", ...words])).stdout) as JsonObject;
  const valuesOf = async (id: string, ...names: string[]) => {
    const row = await draft(`pages/${id}`);
    return names.map((name) => row?.[name]);
  };

  it("cms-content update sends the fields that differ from what get printed, and undoes them", async () => {
    const [before, after] = [unique("Before"), unique("After")];
    const id = await make("pages?status=draft", { title: before, summary: "Review" });
    const file = save("tea.json", { ...(await read("pages", id)), title: after });
    const planned = await run(["update", "pages", file, "--dry-run", "--json"]);
    const facts = { documentId: id, locale: "en", title: before };
    deepEqual(jsonLines(planned), [{ ...facts, outcome: "update", fields: ["title"] }]);
    deepEqual(await valuesOf(id, "title"), [before]);
    const { code, stdout, stderr } = await run(["update", "pages", file, "--yes", "--json"]);
    deepEqual([code, jsonLines({ code, stdout, stderr })], [0, [{ ...facts, outcome: "updated" }]]);
    deepEqual(await valuesOf(id, "title", "summary"), [after, "Review"]);
    match(stderr, /^To undo this, use: cms-content undo \w+$/m);
    equal((await run(["undo", "--last", "--yes"])).code, 0);
    deepEqual(await valuesOf(id, "title"), [before]);
  });

  it("cms-content update takes some fields from stdin, clears one by null, and leaves the others", async () => {
    const title = unique("Kept");
    const id = await make("pages?status=draft", { title, summary: "Review" });
    const words = ["update", "pages", "-", "--document", id, "--yes"];
    const { code, stderr } = await run(words, '{"summary":null}');
    deepEqual([code, stderr.split("\n")[0]], [0, `Updated '${title}' (${id}, en).`]);
    deepEqual(await valuesOf(id, "title", "summary"), [title, null]);
  });

  it("cms-content update exits with 1 for a file of an earlier version, names the fields, and sends nothing", async () => {
    const id = await make("pages?status=draft", { title: unique("Tea"), summary: "Old" });
    const file = save("tea.json", { ...(await read("pages", id)), summary: "Mine" });
    await ask("PUT", `pages/${id}?status=draft`, { summary: "Theirs" });
    const { code, stdout, stderr } = await run(["update", "pages", file, "--yes", "--json"]);
    equal(code, 1);
    const [{ outcome, fields } = { outcome: "", fields: [] }] = jsonLines({
      ...{ code, stdout, stderr },
    }) as { outcome: string; fields: string[] }[];
    deepEqual([outcome, fields], ["conflict", ["summary"]]);
    match(stderr, /changed on the service, and these fields differ: summary\. Nothing was sent/);
    deepEqual(await valuesOf(id, "summary"), ["Theirs"]);
  });

  it("cms-content update --base merges with the changes of others, and reports a field that both changed", async () => {
    const id = await make("pages?status=draft", { title: unique("Tea"), summary: "Old" });
    const original = await read("pages", id);
    const base = save("base.json", original);
    await ask("PUT", `pages/${id}?status=draft`, { summary: "Theirs" });
    const title = unique("Mine");
    const file = save("mine.json", { ...original, title });
    const merged = await run(["update", "pages", file, "--base", base, "--yes"]);
    deepEqual([merged.code, await valuesOf(id, "title", "summary")], [0, [title, "Theirs"]]);
    const both = save("both.json", { ...original, summary: "Mine" });
    const conflict = await run(["update", "pages", both, "--base", base, "--yes"]);
    equal(conflict.code, 1);
    match(conflict.stderr, /these fields differ: summary\./);
    deepEqual(await valuesOf(id, "summary"), ["Theirs"]);
  });

  it("cms-content update saves the locale of the file", async () => {
    const id = await make("pages?status=draft", { title: unique("Tea") });
    await ask("PUT", `pages/${id}?locale=fr&status=draft`, { title: unique("Thé") });
    const title = unique("Infusion");
    const file = save("fr.json", { ...(await read("pages", id, "--locale", "fr")), title });
    equal((await run(["update", "pages", file, "--yes"])).code, 0);
    equal((await draft(`pages/${id}`, "locale=fr"))?.["title"], title);
    const other = await run(["update", "pages", file, "--locale", "en", "--yes"]);
    equal(other.code, 2);
    match(other.stderr, /--locale is en, but the file is of fr/);
  });

  it("cms-content update with the values of the service sends nothing and exits with 0", async () => {
    const id = await make("pages?status=draft", { title: unique("Tea") });
    const file = save("tea.json", await read("pages", id));
    const { code, stdout, stderr } = await run(["update", "pages", file, "--yes"]);
    deepEqual([code, stdout], [0, ""]);
    match(stderr, /There is nothing to do\.\n$/);
    equal((await run(["undo"])).stdout, "");
  });

  it("cms-content update rejects an unknown field and a value of the wrong type before it sends", async () => {
    const title = unique("Tea");
    const id = await make("pages?status=draft", { title });
    for (const fields of ['{"titel":"x"}', '{"title":5}', "[]", "{"]) {
      const words = ["update", "pages", "-", "--document", id, "--yes"];
      const { code, stderr } = await run(words, fields);
      equal(code, 2, `${fields} ${stderr}`);
    }
    deepEqual(await valuesOf(id, "title"), [title]);
  });

  it("cms-content update exits with 1 for a document that doesn't exist, and with 2 without an id", async () => {
    const words = ["update", "pages", "-", "--yes"];
    equal((await run([...words, "--document", "abcdefghijklmnopqrstuvwx"], "{}")).code, 1);
    const { code, stderr } = await run(words, "{}");
    deepEqual([code, stderr], [2, "Error: pages needs a documentId.\n"]);
  });

  it("cms-content update saves a single type and a user", async () => {
    const homepage = await read("homepage");
    const [name] = Object.entries(homepage).find(([, value]) => typeof value === "string") ?? [""];
    const text = unique("Welcome");
    const file = save("homepage.json", { ...homepage, [name]: text });
    equal((await run(["update", "homepage", file, "--yes"])).code, 0);
    equal((await read("homepage"))[name], text);
    equal((await run(["undo", "--last", "--yes"])).code, 0);
    const [user] = (await ask("GET", "users")) as { id: number; username: string }[];
    const words = ["update", "users", "-", "--document", String(user?.id), "--yes"];
    const username = unique("reader");
    equal((await run(words, JSON.stringify({ username }))).code, 0);
    equal((await read("users", String(user?.id)))["username"], username);
    equal((await run(words, JSON.stringify({ username: user?.username }))).code, 0);
  });
});
