import { deepEqual, equal, match } from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import {
  ask,
  changeElsewhere,
  draft,
  makeArticle,
  makeTranslated,
  unique,
} from "../../model/magazine.ts";
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
    const row = await draft(`articles/${id}`);
    return names.map((name) => row?.[name]);
  };

  it("cms-content update sends the fields that differ from what get printed, and undoes them", async () => {
    const [before, after] = [unique("Before"), unique("After")];
    const id = await makeArticle({ title: before, kicker: "Review" });
    const file = save("tea.json", { ...(await read("articles", id)), title: after });
    const planned = await run(["update", "articles", file, "--dry-run", "--json"]);
    const facts = { documentId: id, locale: "en", title: before };
    deepEqual(jsonLines(planned), [{ ...facts, outcome: "update", fields: ["title"] }]);
    deepEqual(await valuesOf(id, "title"), [before]);
    const { code, stdout, stderr } = await run(["update", "articles", file, "--yes", "--json"]);
    deepEqual([code, jsonLines({ code, stdout, stderr })], [0, [{ ...facts, outcome: "updated" }]]);
    deepEqual(await valuesOf(id, "title", "kicker"), [after, "Review"]);
    match(stderr, /^To undo this, use: cms-content undo \w+$/m);
    equal((await run(["undo", "--last", "--yes"])).code, 0);
    deepEqual(await valuesOf(id, "title"), [before]);
  });

  it("cms-content update takes some fields from stdin, clears one by null, and leaves the others", async () => {
    const title = unique("Kept");
    const id = await makeArticle({ title, kicker: "Review" });
    const words = ["update", "articles", "-", "--document", id, "--yes"];
    const { code, stderr } = await run(words, '{"kicker":null}');
    deepEqual([code, stderr.split("\n")[0]], [0, `Updated '${title}' (${id}, en).`]);
    deepEqual(await valuesOf(id, "title", "kicker"), [title, null]);
  });

  it("cms-content update exits with 1 for a file of an earlier version, names the fields, and sends nothing", async () => {
    const id = await makeArticle({ kicker: "Old" });
    const file = save("tea.json", { ...(await read("articles", id)), kicker: "Mine" });
    await changeElsewhere(id, { kicker: "Theirs" });
    const { code, stdout, stderr } = await run(["update", "articles", file, "--yes", "--json"]);
    equal(code, 1);
    const [{ outcome, fields } = { outcome: "", fields: [] }] = jsonLines({
      ...{ code, stdout, stderr },
    }) as { outcome: string; fields: string[] }[];
    deepEqual([outcome, fields], ["conflict", ["kicker"]]);
    match(stderr, /changed on the service, and these fields differ: kicker\. Nothing was sent/);
    deepEqual(await valuesOf(id, "kicker"), ["Theirs"]);
  });

  it("cms-content update --base merges with the changes of others, and reports a field that both changed", async () => {
    const id = await makeArticle({ title: unique("Tea"), kicker: "Old" });
    const original = await read("articles", id);
    const base = save("base.json", original);
    await changeElsewhere(id, { kicker: "Theirs" });
    const title = unique("Mine");
    const file = save("mine.json", { ...original, title });
    const merged = await run(["update", "articles", file, "--base", base, "--yes"]);
    deepEqual([merged.code, await valuesOf(id, "title", "kicker")], [0, [title, "Theirs"]]);
    const both = save("both.json", { ...original, kicker: "Mine" });
    const conflict = await run(["update", "articles", both, "--base", base, "--yes"]);
    equal(conflict.code, 1);
    match(conflict.stderr, /these fields differ: kicker\./);
    deepEqual(await valuesOf(id, "kicker"), ["Theirs"]);
  });

  it("cms-content update saves the locale of the file", async () => {
    const id = await makeTranslated(unique("Tea"), unique("Thé"));
    const title = unique("Infusion");
    const file = save("fr.json", { ...(await read("articles", id, "--locale", "fr")), title });
    equal((await run(["update", "articles", file, "--yes"])).code, 0);
    equal((await draft(`articles/${id}`, "locale=fr"))?.["title"], title);
    const other = await run(["update", "articles", file, "--locale", "en", "--yes"]);
    equal(other.code, 2);
    match(other.stderr, /--locale is en, but the file is of fr/);
  });

  it("cms-content update with the values of the service sends nothing and exits with 0", async () => {
    const id = await makeArticle();
    const file = save("tea.json", await read("articles", id));
    const { code, stdout, stderr } = await run(["update", "articles", file, "--yes"]);
    deepEqual([code, stdout], [0, ""]);
    match(stderr, /There is nothing to do\.\n$/);
    equal((await run(["undo"])).stdout, "");
  });

  it("cms-content update rejects an unknown field and a value of the wrong type before it sends", async () => {
    const title = unique("Tea");
    const id = await makeArticle({ title });
    for (const fields of ['{"titel":"x"}', '{"title":5}', "[]", "{"]) {
      const words = ["update", "articles", "-", "--document", id, "--yes"];
      const { code, stderr } = await run(words, fields);
      equal(code, 2, `${fields} ${stderr}`);
    }
    deepEqual(await valuesOf(id, "title"), [title]);
  });

  it("cms-content update exits with 1 for a document that doesn't exist, and with 2 without an id", async () => {
    const words = ["update", "articles", "-", "--yes"];
    equal((await run([...words, "--document", "abcdefghijklmnopqrstuvwx"], "{}")).code, 1);
    const { code, stderr } = await run(words, "{}");
    deepEqual([code, stderr], [2, "Error: articles needs a documentId.\n"]);
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
