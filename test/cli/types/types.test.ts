import { deepEqual, equal, match, ok } from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cli, cliProcess, jsonLines, useFolder } from "../cli.ts";

describe("cms-content types", () => {
  const folder = useFolder();
  const run = (...words: string[]) => cli(["types", ...words], { cwd: folder.path });
  const file = () => join(folder.path, "types.d.ts");
  const text = () => readFileSync(file(), "utf8");

  it("cms-content types prints the types on stdout and nothing on stderr", async () => {
    const { code, stdout, stderr } = await cliProcess(["types"]);
    deepEqual({ code, stderr }, { code: 0, stderr: "" });
    match(stdout, /^ {4}articles: Article;$/m);
  });

  it("cms-content types --out writes the same text to a file", async () => {
    const { stdout } = await run();
    const result = await run("--out", "types.d.ts");
    deepEqual(result, { code: 0, stdout: "", stderr: "Wrote types.d.ts.\n" });
    equal(text(), stdout);
  });

  it("cms-content types --out leaves a file unchanged that is up to date", async () => {
    await run("--out", "types.d.ts");
    equal((await run("--out", "types.d.ts")).stderr, "types.d.ts is up to date.\n");
  });

  it("cms-content types --out replaces another file only with --force", async () => {
    writeFileSync(file(), "important();\n");
    const { code, stderr } = await run("--out", "types.d.ts");
    equal(code, 2);
    equal(stderr, "Error: types.d.ts is not a generated file. To replace it, pass --force.\n");
    equal(text(), "important();\n");
    equal((await run("--out", "types.d.ts", "--force")).code, 0);
    match(text(), /articles: Article/);
  });

  it("cms-content types --check exits with 0 if the file is up to date", async () => {
    await run("--out", "types.d.ts");
    equal((await run("--out", "types.d.ts", "--check")).code, 0);
  });

  it("cms-content types --check exits with 1 and leaves the file unchanged if it is out of date", async () => {
    writeFileSync(file(), "// old\n");
    const { code, stderr } = await run("--out", "types.d.ts", "--check");
    equal(code, 1);
    match(stderr, /types\.d\.ts is out of date/);
    equal(text(), "// old\n");
  });

  it("cms-content types --check prints what differs, in which interface, and from which source", async () => {
    await run("--out", "types.d.ts");
    const line = "readonly kicker: string | null;";
    writeFileSync(file(), text().replace(line, "readonly kicker: number;"));

    const { code, stderr } = await run("--out", "types.d.ts", "--check");

    equal(code, 1);
    match(stderr, /^types\.d\.ts is out of date\. The types are from \S+, http:\S+\. /);
    deepEqual(stderr.split("\n").slice(1), [
      "  - Article: readonly kicker: number;",
      `  + Article: ${line}`,
      "",
    ]);
  });

  it("cms-content types --check --json has the source and the changes", async () => {
    await run("--out", "types.d.ts");
    writeFileSync(file(), text().replace("articles: Article;", "articles: Tag;"));

    const { stdout } = await run("--out", "types.d.ts", "--check", "--json");

    const [result] = jsonLines({ code: 1, stdout, stderr: "" }) as {
      readonly source: string;
      changes: unknown;
    }[];
    match(result?.source ?? "", /, http:/);
    deepEqual(result?.changes, [
      "- CmsContentTypes: articles: Tag;",
      "+ CmsContentTypes: articles: Article;",
    ]);
  });

  it("cms-content types --project needs no service, and types media files, users and custom fields", async () => {
    const project = (path: string, schema: object) => {
      mkdirSync(join(folder.path, "src", path), { recursive: true });
      writeFileSync(join(folder.path, "src", path, "schema.json"), JSON.stringify(schema));
    };
    project("extensions/users-permissions/content-types/user", {
      info: { singularName: "user", pluralName: "users", displayName: "User" },
      attributes: {
        email: { type: "email", required: true },
        password: { type: "password", private: true },
        favoriteTea: { type: "string" },
      },
    });
    project("api/tea/content-types/tea", {
      kind: "collectionType",
      info: { singularName: "tea", pluralName: "teas", displayName: "Tea" },
      attributes: {
        cover: { type: "media" },
        taster: {
          type: "relation",
          relation: "manyToOne",
          target: "plugin::users-permissions.user",
        },
        notes: { type: "customField", customField: "plugin::ckeditor5.CKEditor" },
      },
    });

    const { code, stdout, stderr } = await cli(["types", "--project", "."], {
      cwd: folder.path,
      env: { CMS_URL: undefined, CMS_TOKEN: undefined },
    });

    deepEqual({ code, stderr }, { code: 0, stderr: "" });
    for (const line of [
      "teas: Tea;",
      "readonly cover: UploadFile | null;",
      "readonly taster: UsersPermissionsUser | null;",
      "readonly notes: string | null;",
      "readonly url: string;",
      "readonly formats: UploadFileFormats | null;",
      "readonly email: string;",
      "readonly favoriteTea: string | null;",
    ]) {
      ok(stdout.includes(line), `${line} is missing in ${stdout}`);
    }
  });

  it("cms-content types --check exits with 1 and creates no file if there is none", async () => {
    equal((await run("--out", "types.d.ts", "--check")).code, 1);
    ok(!existsSync(file()));
  });

  it("cms-content types --check ignores from which service the file was generated", async () => {
    await run("--out", "types.d.ts");
    writeFileSync(file(), text().replace(/from \S+, \S+\./, "from Live, https://example.com."));
    const { code, stderr } = await run("--out", "types.d.ts", "--check");
    deepEqual({ code, stderr }, { code: 0, stderr: "types.d.ts is up to date.\n" });
  });

  it("cms-content types --check without --out exits with 2", async () => {
    equal((await run("--check")).code, 2);
  });

  it("cms-content types keeps the module form of the file in a later run", async () => {
    await run("--out", "types.d.ts", "--module", "cms-content");
    match(text(), /declare module "cms-content"/);
    equal((await run("--out", "types.d.ts", "--check")).code, 0);
  });

  it("cms-content types --json prints whether the file was written, unchanged or out of date", async () => {
    const results = [
      await run("--out", "types.d.ts", "--check", "--json"),
      await run("--out", "types.d.ts", "--json"),
      await run("--out", "types.d.ts", "--json"),
    ];
    deepEqual(
      results.flatMap(jsonLines),
      ["out-of-date", "written", "up-to-date"].map((result) => ({ file: "types.d.ts", result })),
    );
  });

  it("cms-content types exits with 2 if the file can't be written", async () => {
    const { code, stderr } = await run("--out", "missing/types.d.ts");
    equal(code, 2);
    match(stderr, /missing\/types\.d\.ts can't be written/);
  });
});
