import { deepEqual, match, ok } from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isArray, isObject, textIn } from "../../../src/model/foundation/json.ts";
import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import type { ContentManifest } from "../../../src/model/records/contentManifest.ts";
import { keepFewDocuments } from "../../support/fewDocuments.ts";
import { plainRequest } from "../../support/plainHttp.ts";
import { magazine, make, unique, useFaultyProxy, useSeededService } from "../../model/magazine.ts";
import { cli, jsonLines, useFolder } from "../cli.ts";
import type { CliOptions, CliResult } from "../cli.ts";

describe("cms-content export --all", () => {
  const service = useSeededService();
  before(() =>
    keepFewDocuments(service().database, { articles: 3, authors: 3, pages: 3, tags: 3 }),
  );
  const folder = useFolder();
  const proxy = useFaultyProxy();
  const run = (words: readonly string[], options: CliOptions = {}): Promise<CliResult> =>
    cli(words, { cwd: folder.path, ...options });
  const exportTo = (
    name: string,
    options: CliOptions = {},
    ...words: readonly string[]
  ): Promise<CliResult> => run(["export", "--all", "--out", name, ...words], options);
  const through = () => ({ env: { CMS_URL: proxy.url } });

  const textOf = (...path: readonly string[]): string =>
    readFileSync(join(folder.path, ...path), "utf8");

  const manifestIn = (name: string) =>
    JSON.parse(textOf(name, "_manifest.json")) as ContentManifest;

  const recordsIn = (name: string, file: string): JsonObject[] =>
    textOf(name, file)
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as JsonObject);

  /** The records of each type without what a new document doesn't keep. */
  const contentOf = (name: string) =>
    manifestIn(name).types.map(({ type, file }) => ({
      type,
      records: recordsIn(name, file).map(comparable).sort(),
    }));

  /** Which documents have a record, in which locale and with which fields. */
  const recordedIn = (name: string) =>
    manifestIn(name).types.map(({ type, file }) => ({
      type,
      records: recordsIn(name, file)
        .map((record) =>
          [textIn(record, "documentId"), textIn(record, "$locale"), ...Object.keys(record)].join(
            " ",
          ),
        )
        .sort(),
    }));

  /** Writes the exported folder `content`. */
  function writeFolder(
    types: ContentManifest["types"],
    records: Readonly<Record<string, JsonObject>>,
  ): void {
    const manifest = { format: 1, service: "", exportedAt: "", types, leftOut: [] };
    mkdirSync(join(folder.path, "content"), { recursive: true });
    for (const [name, value] of Object.entries({ "_manifest.json": manifest, ...records }))
      writeFileSync(join(folder.path, "content", name), JSON.stringify(value));
  }

  /** Deletes all documents of the folder on the service. */
  async function wipe(name: string): Promise<void> {
    const types = manifestIn(name).types.filter(({ type }) => type !== "media_files");
    for (const { type, file } of types.toReversed()) {
      const ids = new Set(recordsIn(name, file).map((record) => textIn(record, "documentId")));
      const isSingle = /^(homepage|site-setting)$/.test(type);
      for (const id of ids) {
        const path = isSingle ? type : `${type}/${id}`;
        const { status } = await plainRequest(service(), "DELETE", `${path}?locale=*`);
        ok(status < 300, `${path}: ${status}`);
      }
    }
  }

  it("cms-content export --all and an import that was cut in the middle and repeated restore all content", async function () {
    this.timeout(300_000);
    const exported = await exportTo("before");
    await wipe("before");
    const wiped = await exportTo("empty");

    let sent = 0;
    proxy.meet(({ method, target }) => {
      if (method !== "GET" && target.includes("/articles")) sent += 1;
      if (sent < 4) return undefined;
      return { kind: method === "GET" ? "request dropped" : "answer dropped" };
    });
    const words = ["import", "before", "--yes"];
    const cut = await run(words, through());
    proxy.meet(() => undefined);
    const resumed = await run(words, through());
    const repeated = await run(words, through());
    await exportTo("after");
    const reimported = await run(["import", "after", "--yes"]);

    deepEqual([exported.code, wiped.code, cut.code], [0, 0, 3]);
    deepEqual([resumed.code, /failed|unknown/.exec(resumed.stderr)], [0, null], resumed.stderr);
    deepEqual(contentOf("after"), contentOf("before"));
    const types = manifestIn("before").types.map(({ type }) => type);
    deepEqual(types, [
      ...["categories", "tags", "authors", "articles", "homepage", "pages", "site-setting"],
      "media_files",
    ]);
    deepEqual(
      manifestIn("empty").types.map(({ count }) => count > 0),
      types.map((type) => type === "media_files"),
    );
    match(repeated.stderr, /There is nothing to import from before: [\d,]+ already imported\./);
    match(reimported.stderr, /There is nothing to import from after: [\d,]+ unchanged\./);
  });

  for (const format of ["csv", "json"]) {
    it(`cms-content import finds nothing to change in all content that was exported as ${format}`, async () => {
      const exported = await exportTo("content", {}, "--format", format);
      const { code, stderr } = await run(["import", "content", "--yes"]);
      const types = manifestIn("content").types.map(({ file }) => file);
      deepEqual([exported.code, code], [0, 0], stderr);
      ok(types.includes(`media_files.${format}`) && types.includes(`homepage.${format}`));
      match(stderr, /There is nothing to import from content: [\d,]+ unchanged\./);
    });
  }

  it("cms-content export --all names what the token can't read, and exits with 1", async () => {
    const env = { CMS_TOKEN: magazine().tokens.custom };
    const words = ["export", "--all", "--out", "content", "--project", resolve("test/cms")];
    const { code, stderr } = await run(words, { env });
    const { types, leftOut } = manifestIn("content");
    const articles = types.find(({ type }) => type === "articles");
    deepEqual([code, articles?.hidden], [1, ["author", "editor"]]);
    deepEqual(
      leftOut.map(({ type }) => type),
      ["authors", "homepage", "pages", "site-setting", "media_files"],
    );
    match(stderr, /^authors was left out: .* requires the permission Author: find\./m);
    match(stderr, /^articles lacks fields that the token can't read: author, editor\.$/m);
  });

  it("cms-content export --all with a token that can't list locales exports every locale of every type, and an import with it names the permission", async () => {
    const readOnly = { env: { CMS_TOKEN: magazine().tokens.readOnly } };
    const project = ["--project", resolve("test/cms")];
    const whole = await exportTo("whole");
    const read = await exportTo("read", readOnly, ...project);
    const imported = await run(["import", "read", "--dry-run", ...project], readOnly);
    const refused = await exportTo("refused", readOnly);
    deepEqual([whole.code, read.code], [0, 0]);
    match(read.stderr, /^Exported \d+ records in 8 files to read\.\n$/);
    deepEqual(recordedIn("read"), recordedIn("whole"));
    match(
      imported.stderr,
      /^Error: The service lists no locales\. .* permission I18n: listLocales\.$/m,
    );
    match(
      refused.stderr,
      /^Error: .* Content-type-builder: getContentTypes\. .* pass --project <folder>\.$/m,
    );
    deepEqual([imported.code, refused.code], [2, 3]);
  });

  it("cms-content export --all leaves a folder without a manifest if it fails, which the import refuses", async () => {
    proxy.meet(({ target }) =>
      target.includes("/authors") ? { kind: "request dropped" } : undefined,
    );
    const failed = await exportTo("content", through());
    const names = readdirSync(join(folder.path, "content.incomplete"));
    const refused = await run(["import", "content.incomplete", "--yes"]);
    deepEqual([failed.code, names, refused.code], [3, ["categories.ndjson", "tags.ndjson"], 2]);
    match(failed.stderr, /^Error: .* The export is not whole\. .* is in .*content\.incomplete\.$/m);
    match(refused.stderr, /The folder is not a whole export/);
    ok(!readdirSync(folder.path).includes("content"));
  });

  it("cms-content export --all doesn't write into a folder that has files", async () => {
    mkdirSync(join(folder.path, "content"));
    writeFileSync(join(folder.path, "content", "notes.md"), "");
    const { code, stderr } = await exportTo("content");
    deepEqual([code, readdirSync(join(folder.path, "content"))], [2, ["notes.md"]]);
    match(stderr, /The folder is not empty\. Choose a new one\./);
  });

  it("cms-content import of a folder finds the documents of a type by the key of an option", async () => {
    const title = unique("Found by its slug");
    const slug = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
    const documentId = await make("articles?status=draft", { title, slug });
    const record = { documentId: "elsewhere", slug, kicker: "Changed" };
    const file = { type: "articles", file: "articles.ndjson", count: 1 };
    writeFolder([file], { "articles.ndjson": record });
    const words = ["import", "content", "--key", "articles.slug", "--yes", "--json"];
    const [updated] = jsonLines(await run(words)) as JsonObject[];
    deepEqual([updated?.["documentId"], updated?.["outcome"]], [documentId, "updated"]);
    const wrong = await run(["import", "content", "--key", "article.slug", "--dry-run"]);
    match(
      wrong.stderr,
      /article\.slug: For a folder, begin with a type of it, as in articles\.slug\. It has: articles\. Did you mean articles\?/,
    );
  });

  it("cms-content import of a folder names what its files and the service lack, and takes one key for each type", async () => {
    const missingType = { type: "gone-types", file: "gone-types.ndjson", count: 1 };
    const file = { type: "articles", file: "articles.ndjson", count: 2, partial: ["tags"] };
    writeFolder([missingType, file], { "articles.ndjson": { slug: "a", title: "A" } });
    const words = ["import", "content", "--dry-run", "--key", "articles.slug"];
    const planned = await run(words);
    const doubled = await run([...words, "--key", "articles.title"]);
    const missing = await run(["import", "content", "--dry-run"]);
    for (const line of [
      /^Not imported, because the service has no such type: gone-types\.$/m,
      /^Records in articles\.ndjson: 1\. The export had 2\.$/m,
      /^articles may lack values of these fields: tags\.$/m,
    ]) {
      match(planned.stderr, line);
    }
    deepEqual([planned.code, doubled.code, missing.code], [1, 2, 2]);
    match(doubled.stderr, /Pass --key once, or once for each type of a folder\./);
    match(missing.stderr, /--key: documentId can't identify the documents of articles\./);
  });

  it("cms-content import updates a single type, a repeated import finds nothing to change, and undo takes it back", async () => {
    await run(["export", "homepage", "--all-locales", "--out", "homepage.ndjson"]);
    const records = textOf("homepage.ndjson").trim().split("\n");
    const locales = records.map((line) => textIn(JSON.parse(line) as JsonObject, "$locale"));
    const changed = { ...(JSON.parse(records[0] ?? "") as JsonObject), heading: "Changed" };
    const lines = [JSON.stringify(changed), ...records.slice(1)];
    writeFileSync(join(folder.path, "changed.ndjson"), lines.join("\n"));
    const words = ["import", "homepage", "changed.ndjson", "--yes"];
    const first = await run(words);
    const second = await run(words);
    const heading = async (): Promise<unknown> => {
      const path = `homepage?status=draft&locale=${locales[0] ?? ""}`;
      const { body } = await plainRequest(service(), "GET", path);
      return (body as { data: JsonObject }).data["heading"];
    };
    const imported = await heading();
    const [, undo = ""] = /cms-content undo (\w+)/.exec(first.stderr) ?? [];
    const undone = await run(["undo", undo, "--yes"]);
    deepEqual([first.code, locales.length > 1], [0, true], first.stderr);
    match(first.stderr, /1 updated, \d+ unchanged\./);
    match(second.stderr, /There is nothing to import from changed\.ndjson: \d+ unchanged\./);
    const earlier = (JSON.parse(records[0] ?? "") as JsonObject)["heading"];
    deepEqual([imported, undone.code, await heading()], ["Changed", 0, earlier]);
  });
});

/** A record as a text, without what a new document doesn't keep. */
const comparable = (record: JsonObject): string =>
  JSON.stringify(record, (_, value: Json) =>
    isObject(value) && !isArray(value)
      ? Object.fromEntries(
          Object.entries(value).filter(([key]) => !/^(documentId|\$status)$/.test(key)),
        )
      : value,
  );
