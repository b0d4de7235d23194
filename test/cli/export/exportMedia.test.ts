import { deepEqual, equal, match, ok } from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { textIn, type JsonObject } from "../../../src/model/foundation/json.ts";
import type { ContentManifest } from "../../../src/model/records/contentManifest.ts";
import { keepFewDocuments } from "../../support/fewDocuments.ts";
import { startFaultyProxy, type FaultyProxy } from "../../support/faultyProxy.ts";
import { plainFirst, plainRequest } from "../../support/plainHttp.ts";
import { plainMakeDraft, plainUpload, textFile } from "../../support/plainWrites.ts";
import type { UploadedFile } from "../../support/plainWrites.ts";
import { startService, type Service } from "../../support/service.ts";
import { grayPng } from "../../model/check/files.ts";
import { isLongRun } from "../../support/longRun.ts";
import { unique, useFaultyProxy, useSeededService } from "../../model/magazine.ts";
import { cli, cliProcess, jsonLines, useFolder } from "../cli.ts";
import type { CliOptions, CliResult } from "../cli.ts";

const picture = (): Blob =>
  new Blob([grayPng(40, 30, (pixel) => pixel % 251)], { type: "image/png" });

const filesOf = async (service: Service): Promise<readonly JsonObject[]> => {
  const { body } = await plainRequest(service, "GET", "upload/files");
  return body as readonly JsonObject[];
};

async function bytesOf({ url }: Pick<Service, "url">, file: JsonObject): Promise<Buffer> {
  const response = await fetch(new URL(textIn(file, "url"), url));
  ok(response.ok, textIn(file, "url"));
  return Buffer.from(await response.arrayBuffer());
}

const namesIn = (files: readonly JsonObject[]): string[] =>
  files.map((file) => textIn(file, "name")).sort();

describe("cms-content export --all --media", function () {
  this.timeout(180_000);
  const source = useSeededService();
  const folder = useFolder();
  const proxy = useFaultyProxy();
  let target: Service;
  let targetProxy: FaultyProxy;
  before(async () => {
    target = await startService();
    for (const service of [source(), target]) {
      keepFewDocuments(service.database, { articles: 5, authors: 5, pages: 5, tags: 5 });
      await shrinkLibrary(service, 4);
    }
  });
  after(() => target.stop());
  beforeEach(async () => {
    targetProxy = await startFaultyProxy(target.url);
  });
  afterEach(() => targetProxy.stop());

  const run = (words: readonly string[], options: CliOptions = {}): Promise<CliResult> =>
    cli(words, { cwd: folder.path, ...options });
  const exportMedia = (options: CliOptions = {}, ...words: readonly string[]) =>
    run(["export", "--all", "--media", "--out", "content", ...words], options);
  const through = () => ({ env: { CMS_URL: proxy.url } });
  const intoTarget = () => ({
    env: {
      CMS_URL: targetProxy.url,
      CMS_API_PREFIX: target.apiPrefix,
      CMS_TOKEN: target.tokens.full,
    },
  });

  const at = (...path: readonly string[]) => join(folder.path, ...path);
  const textOf = (...path: readonly string[]): string => readFileSync(at(...path), "utf8");
  const manifest = () => JSON.parse(textOf("content", "_manifest.json")) as ContentManifest;
  const linesOf = (text: string): JsonObject[] =>
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as JsonObject);
  const listed = () => linesOf(textOf("content", "media_files.ndjson"));

  /** Leaves the records of a type in the folder that are chosen. */
  function keep(type: string, isKept: (record: JsonObject) => boolean): void {
    const records = linesOf(textOf("content", `${type}.ndjson`)).filter(isKept);
    const lines = records.map((record) => `${JSON.stringify(record)}\n`);
    writeFileSync(at("content", `${type}.ndjson`), lines.join(""));
  }

  /** Deletes all media files of a service but the first ones. */
  async function shrinkLibrary(service: Service, count = 0): Promise<void> {
    for (const { id } of (await filesOf(service)).slice(count))
      await plainRequest(service, "DELETE", `upload/files/${Number(id)}`);
  }

  it("an export of all content with its media files that was cut downloads no file twice, and an import that was cut and killed uploads none twice", async () => {
    const word = unique("Round").replaceAll(" ", "-");
    const names = [`${word} Tee & Gebäck.txt`, `日本語 ${word}.txt`, `${word}.txt`, `${word}.png`];
    for (const name of [...names.slice(0, 3), `${word}.txt`])
      await plainUpload(source(), name, { content: textFile(unique(name)) });
    const cover = await plainUpload(source(), `${word}.png`, { content: picture() });
    const linked = (await filesOf(source())).find(({ name }) => name === names[0]);
    const linkedUrl = textIn(linked ?? {}, "url");
    const body = `[Tea](${linkedUrl})`;
    const article = { title: word, slug: word.toLowerCase(), body, cover: cover.id };
    const id = await plainMakeDraft(source(), "articles", article);
    const sourceFiles = await filesOf(source());

    let downloads: string[] = [];
    const isDownload = (url: string) => url.startsWith("/uploads/");
    proxy.meet(({ target: url }) => {
      if (isDownload(url)) downloads.push(url);
      return downloads.length > 4 ? { kind: "request dropped" } : undefined;
    });
    const cutExport = await exportMedia(through());
    const fetched = downloads.slice(0, 4);
    downloads = [];
    proxy.meet(({ target: url }) => {
      if (isDownload(url)) downloads.push(url);
      return undefined;
    });
    const exported = await exportMedia(through());

    deepEqual([cutExport.code, exported.code], [3, 0], exported.stderr);
    match(cutExport.stderr, /To resume the download of the media files, run the same command/);
    deepEqual(
      downloads.filter((url) => fetched.includes(url)),
      [],
    );
    equal(new Set([...fetched, ...downloads]).size, sourceFiles.length);
    const list = listed();
    equal(list.length, sourceFiles.length);
    const paths = list.map((record) => textIn(record, "file"));
    equal(new Set(paths.map((path) => path.toLowerCase())).size, paths.length);
    deepEqual(
      readdirSync(at("content", "media")).sort(),
      paths.map((path) => path.slice(6)).sort(),
    );
    for (const record of list) {
      const path = textIn(record, "file");
      match(path, /^media\/\w[\w-]*(\.[a-z\d]+)?$/);
      ok(readFileSync(at("content", path)).equals(await bytesOf(source(), record)), path);
    }

    keep("articles", ({ documentId }) => documentId === id);
    await shrinkLibrary(target);
    const planned = await run(["import", "content", "--media", "--dry-run"], intoTarget());
    deepEqual([planned.code, await filesOf(target)], [0, []], planned.stderr);
    match(planned.stdout, new RegExp(`, ${sourceFiles.length} files to upload`));

    let sent = 0;
    targetProxy.meet(({ method, target: url }) => {
      if (method === "POST" && url.endsWith("/upload")) sent += 1;
      if (sent < 3) return undefined;
      return { kind: method === "POST" && sent === 3 ? "answer dropped" : "request dropped" };
    });
    const words = ["import", "content", "--media", "--yes"];
    const cutImport = await run(words, intoTarget());
    let kill = (): void => undefined;
    sent = 0;
    targetProxy.meet(({ method, target: url }) => {
      if (method === "POST" && url.endsWith("/upload")) sent += 1;
      if (sent < 2) return undefined;
      // The service may get the file nevertheless.
      kill();
      return { kind: "answer dropped" };
    });
    const killedImport = await cliProcess(words, {
      cwd: folder.path,
      ...intoTarget(),
      onStart: (child) => {
        kill = () => child.kill("SIGKILL");
      },
    });
    await targetProxy.untilQuiet();
    targetProxy.meet(() => undefined);
    const resumed = await run(words, intoTarget());
    const repeated = await run(words, intoTarget());

    const codes = [cutImport, killedImport, resumed, repeated].map(({ code }) => code);
    deepEqual(codes, [3, null, 0, 0], resumed.stderr);
    match(resumed.stderr, /\d+ files uploaded\.$/m);
    match(resumed.stderr, /Undo doesn't delete uploaded files\./);
    match(repeated.stderr, /There is nothing to import from content/);
    const targetFiles = await filesOf(target);
    deepEqual(namesIn(targetFiles), namesIn(sourceFiles));
    for (const file of targetFiles.filter(({ mime }) => mime === "text/plain")) {
      const bytes = await bytesOf(target, file);
      const same = await Promise.all(
        sourceFiles
          .filter(({ name }) => name === file["name"])
          .map(async (other) => bytes.equals(await bytesOf(source(), other))),
      );
      ok(same.includes(true), textIn(file, "name"));
    }
    const query = `articles?filters[slug][$eq]=${article.slug}&status=draft&populate=cover`;
    const imported = await plainFirst(target, query);
    const [newCover, newLinked] = [names[3], names[0]].map((name) =>
      targetFiles.find((file) => file["name"] === name),
    );
    equal((imported["cover"] as JsonObject)["documentId"], newCover?.["documentId"]);
    equal(imported["body"], `[Tea](${textIn(newLinked ?? {}, "url")})`);
  });

  it("an import of all content uploads only the media files that the service lacks, and refuses the records of a file that the folder lacks", async () => {
    const word = unique("Lacking").replaceAll(" ", "-");
    const [there, gone, damaged] = await Promise.all(
      ["there", "gone", "damaged"].map((name) => plainUpload(source(), `${word}-${name}.txt`)),
    );
    const slug = word.toLowerCase();
    const gallery = [gone?.id];
    const id = await plainMakeDraft(source(), "articles", { title: word, slug, gallery });
    await plainUpload(target, `${word}-there.txt`);
    await exportMedia();
    keep("articles", ({ documentId }) => documentId === id);
    const pathOf = (file: JsonObject | undefined) =>
      textIn(listed().find((one) => one["documentId"] === file?.["documentId"]) ?? {}, "file");
    rmSync(at("content", pathOf(gone)));
    writeFileSync(at("content", pathOf(damaged)), "short");
    const before = (await filesOf(target)).length;

    const words = ["import", "content", "--media", "--yes", "--json"];
    const result = await run(words, intoTarget());

    const records = jsonLines(result) as JsonObject[];
    const own = records.filter((record) => textIn(record, "file").startsWith(word));
    equal(result.code, 1, result.stderr);
    deepEqual(
      own.map((record) => `${textIn(record, "file")} ${textIn(record, "outcome")}`).sort(),
      [`${word}-damaged.txt failed`, `${word}-gone.txt failed`],
    );
    match(result.stderr, new RegExp(`The folder doesn't have ${word}-gone\\.txt\\.`));
    match(result.stderr, new RegExp(`${word}-damaged\\.txt has 5 bytes, but the media library`));
    ok(records.some(({ title, outcome }) => title === word && outcome === "failed"));
    ok(existsSync(at("content", pathOf(there))));
    const after = await filesOf(target);
    equal(namesIn(after).filter((name) => name === `${word}-there.txt`).length, 1);
    equal(after.length - before, records.filter(({ outcome }) => outcome === "uploaded").length);
  });

  it("an export with media files names a file that can't be downloaded, and exits with 1", async () => {
    const name = `${unique("Missing")}.txt`;
    const file = await plainUpload(source(), name);
    proxy.meet(({ target: url }) =>
      url === file.url ? { kind: "answer replaced", status: 404 } : undefined,
    );
    const { code, stderr } = await exportMedia(through());
    const [missing] = manifest().types.find(({ type }) => type === "media_files")?.missing ?? [];
    deepEqual([code, missing?.name, missing?.documentId], [1, name, file.documentId]);
    match(stderr, new RegExp(`^${name} was not downloaded: `, "m"));
    const record = listed().find(({ documentId }) => documentId === file.documentId);
    deepEqual([record?.["name"], record?.["file"]], [name, undefined]);
  });

  for (const signal of isLongRun ? (["SIGKILL", "SIGINT"] as const) : (["SIGKILL"] as const)) {
    it(`an export with media files that ends by ${signal} leaves no partial file under its name, and later downloads only what it lacks and what changed since`, async () => {
      const word = unique("Killed").replaceAll(" ", "-");
      const [kept, changed, slow] = [`${word}-kept`, `${word}-changed`, `${word}-slow`];
      const files = new Map<string, UploadedFile>();
      for (const name of [kept, changed, slow])
        files.set(name, await plainUpload(source(), `${name}.txt`));
      const urlOf = (name: string) => files.get(name)?.url ?? "";
      proxy.meet(({ target: url }) =>
        url === urlOf(slow) ? { kind: "answer delayed", milliseconds: 60_000 } : undefined,
      );
      const downloaded = () => {
        const path = at("content.incomplete", "media");
        return (existsSync(path) ? readdirSync(path) : []).filter(
          (name) => name.startsWith(word) && !name.endsWith(".incomplete"),
        );
      };
      const ended = await cliProcess(["export", "--all", "--media", "--out", "content"], {
        cwd: folder.path,
        ...through(),
        onStart: (child) => {
          const timer = setInterval(() => {
            if (downloaded().length < 2) return;
            clearInterval(timer);
            child.kill(signal);
          }, 50);
        },
      });
      const earlierFiles = downloaded();
      const downloads: string[] = [];
      proxy.meet(({ target: url }) => {
        downloads.push(url);
        return undefined;
      });
      // The time of the change is kept to two seconds.
      await pause(2_500);
      const { id } = files.get(changed) ?? {};
      await plainUpload(source(), changed, { info: { caption: "Changed" }, id: Number(id) });
      const { code, stderr } = await exportMedia(through());

      deepEqual([ended.code, code], [signal === "SIGINT" ? 130 : null, 0], stderr);
      deepEqual(earlierFiles.map((name) => name.replace(/-[^-]+$/, "")).sort(), [changed, kept]);
      deepEqual(
        [kept, changed, slow].map((name) => downloads.includes(urlOf(name))),
        [false, true, true],
      );
      ok(!existsSync(at("content.incomplete", "media")));
    });
  }

  it("an import with media files needs a folder that has them", async () => {
    await run(["export", "--all", "--out", "content"]);
    const noFiles = await run(["import", "content", "--media", "--dry-run"]);
    const noFolder = await run(["import", "articles", "articles.csv", "--media", "--dry-run"]);
    const noAll = await run(["export", "articles", "--media"]);
    deepEqual([noFiles.code, noFolder.code, noAll.code], [2, 2, 2]);
    match(noFiles.stderr, /The folder has only the list of the media files\./);
    match(noFolder.stderr, /--media is for the folder of an export of all content\./);
    match(noAll.stderr, /--media needs --all\./);
  });

  it("an import of a folder in CSV finds its media files", async () => {
    const name = `${unique("Table")}.txt`;
    await plainUpload(source(), name);
    await exportMedia({}, "--format", "csv");
    const { types, ...otherKeys } = manifest();
    const few = types.filter(({ type }) => /^(categories|media_files)$/.test(type));
    writeFileSync(at("content", "_manifest.json"), JSON.stringify({ ...otherKeys, types: few }));
    const words = ["import", "content", "--media", "--dry-run"];
    const same = await run(words);
    await shrinkLibrary(target);
    const other = await run(words, intoTarget());
    deepEqual([same.code, other.code], [0, 0], other.stderr);
    ok(!same.stdout.includes("to upload"), same.stdout);
    match(other.stdout, new RegExp(`${(await filesOf(source())).length} files to upload`));
  });
});
