import { deepEqual, equal, match } from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { document, draft, make, total, unique } from "../../model/magazine.ts";
import { cli, jsonLines, useFolder } from "../cli.ts";

describe("cms-content create", () => {
  const folder = useFolder();
  const run = (words: readonly string[], content: object = {}) =>
    cli(["create", ...words], { cwd: folder.path, stdin: JSON.stringify(content) });

  it("cms-content create creates a draft, prints its documentId, and undoes it", async () => {
    const title = unique("New");
    const result = await run(["pages", "-", "--yes", "--json"], { title, summary: "Review" });
    const [{ documentId, ...facts } = { documentId: "" }] = jsonLines(result) as {
      documentId: string;
    }[];
    equal(result.code, 0, result.stderr);
    deepEqual(
      { ...facts, serviceChanged: undefined },
      {
        ...{ locale: "en", title, outcome: "created" },
        serviceChanged: undefined,
      },
    );
    equal((await draft(`pages/${documentId}`))?.["summary"], "Review");
    equal(await document(`pages/${documentId}`), undefined);
    equal((await cli(["undo", "--last", "--yes"], { cwd: folder.path })).code, 0);
    equal(await draft(`pages/${documentId}`), undefined);
  });

  it("cms-content create makes a copy of a document that get printed", async () => {
    const title = unique("Original");
    const id = await make("pages?status=draft", { title });
    const { stdout } = await cli(["get", "pages", id]);
    const path = join(folder.path, "copy.json");
    const slug = unique("copy").replace(" ", "-");
    writeFileSync(path, JSON.stringify({ ...(JSON.parse(stdout) as object), slug }));
    const result = await run(["pages", path, "--yes", "--json"]);
    const [{ documentId } = { documentId: id }] = jsonLines(result) as { documentId: string }[];
    equal(result.code, 0, result.stderr);
    equal(documentId === id, false);
    equal((await draft(`pages/${documentId}`))?.["title"], title);
  });

  it("cms-content create --document adds a localization, and refuses one that exists", async () => {
    const [title, french] = [unique("Tea"), unique("Thé")];
    const id = await make("pages?status=draft", { title });
    const words = ["pages", "-", "--document", id, "--locale", "fr", "--yes"];
    const { code, stderr } = await run(words, { title: french });
    equal(code, 0, stderr);
    equal((await draft(`pages/${id}`, "locale=fr"))?.["title"], french);
    equal((await draft(`pages/${id}`))?.["title"], title);
    const again = await run(words, { title: "Other" });
    equal(again.code, 1);
    match(again.stderr, /exists in this locale/);
    equal((await draft(`pages/${id}`, "locale=fr"))?.["title"], french);
  });

  it("cms-content create with --locale creates a document in this locale only", async () => {
    const title = unique("Thé");
    const result = await run(["pages", "-", "--locale", "fr", "--yes", "--json"], { title });
    const [{ documentId } = { documentId: "" }] = jsonLines(result) as { documentId: string }[];
    equal((await draft(`pages/${documentId}`, "locale=fr"))?.["title"], title);
    equal(await draft(`pages/${documentId}`), undefined);
  });

  it("cms-content create --dry-run creates nothing, and invalid fields exit with 2", async () => {
    const before = await total("pages");
    const planned = await run(["pages", "-", "--dry-run"], { title: "Tea" });
    deepEqual([planned.code, planned.stdout.split("\n")[0]], [0, "'Tea' (en): create (title)"]);
    for (const fields of [{ titel: "x" }, { title: 5 }])
      equal((await run(["pages", "-", "--yes"], fields)).code, 2);
    equal((await run(["pages", "-"], { title: "Tea" })).code, 2);
    equal(await total("pages"), before);
  });

  it("cms-content create refuses a single type that exists", async () => {
    const { code, stderr } = await run(["homepage", "-", "--yes"], {});
    equal(code, 1);
    match(stderr, /cms-content update/);
  });
});
