import { equal, match } from "node:assert/strict";
import { ask, draft, make, unique } from "../../model/magazine.ts";
import { cli, jsonLines, useFolder } from "../cli.ts";

describe("cms-content delete-localization", () => {
  const folder = useFolder();
  const run = (...words: string[]) =>
    cli(["delete-localization", "pages", ...words], { cwd: folder.path });

  it("cms-content delete-localization deletes one locale, keeps the others, and undoes it", async () => {
    const french = unique("Thé");
    const id = await make("pages?status=draft", { title: unique("Tea") });
    await ask("PUT", `pages/${id}?locale=fr&status=draft`, { title: french });
    const planned = await run(id, "--locale", "fr", "--dry-run");
    equal(planned.code, 0);
    match(planned.stderr, /Other localizations don't change: en\./);
    equal((await draft(`pages/${id}`, "locale=fr"))?.["title"], french);
    const deleted = await run(id, "--locale", "fr", "--yes", "--json");
    equal(deleted.code, 0, deleted.stderr);
    equal((jsonLines(deleted)[0] as { locale: string }).locale, "fr");
    equal(await draft(`pages/${id}`, "locale=fr"), undefined);
    equal((await draft(`pages/${id}`))?.["documentId"], id);
    equal((await cli(["undo", "--last", "--yes"], { cwd: folder.path })).code, 0);
    equal((await draft(`pages/${id}`, "locale=fr"))?.["title"], french);
  });

  it("cms-content delete-localization keeps the only localization of a document", async () => {
    const id = await make("pages?status=draft", { title: unique("Tea") });
    const { code, stderr } = await run(id, "--locale", "en", "--yes");
    equal(code, 1);
    match(stderr, /no other localization/);
    equal((await draft(`pages/${id}`))?.["documentId"], id);
  });

  it("cms-content delete-localization needs a locale", async () => {
    equal((await run("abcdefghijklmnopqrstuvwx", "--yes")).code, 2);
  });
});
