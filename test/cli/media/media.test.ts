import { deepEqual, equal, match } from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ask, magazine, unique } from "../../model/magazine.ts";
import { administer } from "../../support/administer.ts";
import { cli, jsonLines, useFolder } from "../cli.ts";

describe("cms-content media", () => {
  const folder = useFolder();
  const run = (...words: string[]) => cli(["media", ...words], { cwd: folder.path });
  const save = (content: string, name = `${unique("file").replace(" ", "-")}.txt`) => {
    writeFileSync(join(folder.path, name), content);
    return name;
  };
  const uploaded = async (content: string, ...words: string[]) => {
    const result = await run("upload", save(content), "--yes", "--json", ...words);
    equal(result.code, 0, result.stderr);
    return jsonLines(result)[0] as Record<"documentId" | "name" | "url" | "outcome", string>;
  };
  const contentOf = async ({ url }: { url: string }) =>
    (await fetch(`${magazine().url}${url}`)).text();
  const filesNamed = async (name: string) =>
    (await ask("GET", `upload/files?filters[name][$eq]=${name}`)) as {
      documentId: string;
      alternativeText: string | null;
    }[];

  it("cms-content media upload uploads a file with its alternative text, and prints its documentId", async () => {
    const file = await uploaded("Tea", "--alternative-text", "A cup");
    equal(file.outcome, "uploaded");
    const [stored] = await filesNamed(file.name);
    deepEqual([stored?.documentId, stored?.alternativeText], [file.documentId, "A cup"]);
    equal(await contentOf(file), "Tea");
  });

  it("cms-content media upload --dry-run uploads nothing, and an empty or missing file exits with 2", async () => {
    const name = save("Tea");
    const planned = await run("upload", name, "--dry-run");
    deepEqual([planned.code, planned.stdout], [0, `${name}: upload\n`]);
    equal((await run("upload", name, save(""), "--yes")).code, 2);
    equal((await run("upload", name, "missing.txt", "--yes")).code, 2);
    deepEqual(await filesNamed(name), []);
  });

  it("cms-content media upload uploads every file with a token that may not read them, and says that none is verified", async () => {
    const { data } = (await administer(magazine(), "POST", "admin/api-tokens", {
      ...{ name: unique("Uploads"), description: "", type: "custom", lifespan: null },
      permissions: [
        "plugin::content-type-builder.content-types.getContentTypes",
        "plugin::content-type-builder.components.getComponents",
        "plugin::i18n.locales.listLocales",
        "plugin::upload.content-api.upload",
      ],
    })) as { data: { accessKey: string } };
    const names = [save("Tea"), save("Coffee")];
    const words = ["media", "upload", ...names, "--yes", "--json"];

    const result = await cli(words, { cwd: folder.path, env: { CMS_TOKEN: data.accessKey } });

    equal(result.code, 0, result.stderr);
    deepEqual(
      (jsonLines(result) as Record<string, unknown>[]).map((file) => [
        ...[file["name"], file["outcome"], file["notVerified"]],
      ]),
      names.map((name) => [name, "uploaded", true]),
    );
    for (const name of names) equal((await filesNamed(name)).length, 1);
  });

  it("cms-content media list prints the files that contain a text", async () => {
    const { name, documentId } = await uploaded("Tea");
    await uploaded("Coffee");
    const { code, stdout, stderr } = await run("list", "--search", name, "--json");
    equal(code, 0, stderr);
    const files = jsonLines({ code, stdout, stderr }) as { documentId: string }[];
    deepEqual(
      files.map((file) => file.documentId),
      [documentId],
    );
  });

  it("cms-content media list prints 25 files by default, and only those that contain a text with `_`", async () => {
    const word = unique("Listed").replaceAll(/[^a-z0-9]/gi, "");
    const first = await uploaded("Tea", "--alternative-text", `${word} 100_000`);
    await uploaded("Coffee", "--alternative-text", `${word} 100x000`);

    const matching = await run("list", "--search", `${word} 100_000`, "--json");
    const limited = await run("list", "--search", word, "--limit", "1");
    const all = await run("list", "--search", word, "--all");

    const ids = (jsonLines(matching) as { documentId: string }[]).map(
      ({ documentId }) => documentId,
    );
    deepEqual([ids, matching.stderr], [[first.documentId], ""]);
    equal(limited.stdout.trimEnd().split("\n").length, 1);
    equal(limited.stderr, "There are more files. To list all of them, pass --all.\n");
    deepEqual([all.stdout.trimEnd().split("\n").length, all.stderr], [2, ""]);
    equal((await run("list", "--search", " ")).code, 2);
  });

  it("cms-content media replace keeps the documentId and the URL, and --undo restores the content", async () => {
    const file = await uploaded("Tea");
    const other = save("Coffee");
    const planned = await run("replace", file.documentId, other, "--dry-run");
    equal(planned.code, 0, planned.stderr);
    equal(await contentOf(file), "Tea");
    const replaced = await run("replace", file.documentId, other, "--yes");
    equal(replaced.code, 0, replaced.stderr);
    match(replaced.stderr, new RegExp(`media replace ${file.documentId} --undo`));
    equal(await contentOf(file), "Coffee");
    equal((await run("replace", file.documentId, "--undo", "--yes")).code, 0);
    equal(await contentOf(file), "Tea");
    equal((await filesNamed(file.name))[0]?.documentId, file.documentId);
  });

  it("cms-content media replace refuses a file of another type, and one that doesn't exist exits with 1", async () => {
    const { documentId } = await uploaded("Tea");
    const picture = save("Tea", "picture.png");
    equal((await run("replace", documentId, picture, "--yes")).code, 2);
    equal((await run("replace", "abcdefghijklmnopqrstuvwx", picture, "--yes")).code, 1);
    equal((await run("replace", documentId, "--yes")).code, 2);
  });
});
