import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CmsFile, NewFile } from "../../src/client/index.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { errorSummary } from "./found.ts";
import { makeArticle } from "./made.ts";
import { contentOf, fileNamed, upload } from "./media.ts";
import { articles, must, unique } from "./realCms.ts";
import { itFact } from "../services/facts.ts";

const folder = temporaryFolder();

after(() => folder.remove());

function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
}

/** The file that an upload creates. Throws if the upload fails. */
async function uploaded(input: NewFile): Promise<CmsFile> {
  const [error, file] = await upload().create(input);
  if (error) throw error;
  return file;
}

/** The cover of an article, or null. */
async function coverOf(documentId: string): Promise<CmsFile | null> {
  const body = await must("GET", `/articles/${documentId}?status=draft&populate=cover`);
  return (body as { data: { cover: CmsFile | null } }).data.cover;
}

describe("Uploading to the media library", () => {
  it("uploading creates a file with its texts, which content can reference by its documentId", async () => {
    const name = `${unique("kettle")}.png`;
    const path = fileOf(name, await contentOf(await fileNamed("cup-of-tea.png")));

    const file = await uploaded({ path, alternativeText: "A kettle", caption: "Fünf Uhr" });

    const { alternativeText, caption, mime, width, height } = file;
    assert.deepEqual(
      [file.name, alternativeText, caption, mime, width, height],
      [name, "A kettle", "Fünf Uhr", "image/png", 720, 480],
    );
    const article = await makeArticle({ title: "Tea", cover: file.documentId });
    assert.equal((await coverOf(article))?.name, name);
  });

  it("uploading keeps every byte of a large file, and a name with any letters", async () => {
    const bytes = Buffer.alloc(5_000_000, "Tea in winter. ");

    const file = await uploaded({ path: fileOf("茶 – thé.txt", bytes) });

    const { name, mime, size, width, formats } = file;
    assert.deepEqual(
      [name, mime, size, width, formats],
      ["茶 – thé.txt", "text/plain", 5_000, null, null],
    );
    assert.ok((await contentOf(file)).equals(bytes));
  });

  it("uploading rejects an empty file and an invalid name", async () => {
    const errors = [
      (await upload().create({ path: fileOf("empty.txt", "") }))[0],
      (await upload().create({ path: fileOf("tea.txt", "Tea"), name: "a<b>.txt" }))[0],
      (await upload().create({ path: fileOf("tea.txt", "Tea"), name: 'the "tea".txt' }))[0],
    ];

    assert.deepEqual(errors.map(errorSummary), [
      ["RequestError", undefined, "empty.txt is empty."],
      ["ValidationError", 400, "File name contains invalid characters"],
      ["ValidationError", 400, "File name contains invalid characters"],
    ]);
  });

  it("uploading creates no file when it is cancelled", async () => {
    const name = `${unique("cancelled")}.bin`;
    const controller = new AbortController();

    const [error] = await upload().create({
      path: fileOf(name, Buffer.alloc(64_000_000)),
      signal: controller.signal,
      onProgress: (sent) => {
        if (sent > 1_000_000) controller.abort();
      },
    });

    assert.equal(error?.name, "CmsAbortError");
    const [, files] = await upload().findMany({ params: { filters: { name: { $eq: name } } } });
    assert.deepEqual(files, []);
  });

  itFact("uploading accepts a file of a type that the attribute does not allow", async () => {
    const { documentId } = await uploaded({ path: fileOf("words.txt", "Tea") });

    const article = await makeArticle({ title: "Tea", cover: documentId });

    assert.equal((await coverOf(article))?.mime, "text/plain");
  });
});

describe("Deleted file", () => {
  it("a deleted file is removed from the content, and can't be added again", async () => {
    const { id, documentId: cover } = await uploaded({ path: fileOf("short-lived.txt", "Tea") });
    const documentId = await makeArticle({ title: "Tea", cover });
    await must("DELETE", `/upload/files/${id}`);

    const [error] = await articles().update({
      documentId,
      payload: { data: { cover: { documentId: cover } } },
      params: { status: "draft" },
    });

    assert.equal(await coverOf(documentId), null);
    const words = `Document with id "${cover}", locale "null" not found`;
    assert.deepEqual(errorSummary(error), ["ValidationError", 400, words]);
    assert.deepEqual(error?.details, {});
  });
});

describe("Changing a file of the media library", () => {
  it("changing a file updates only the given properties, and clears a text with null", async () => {
    const file = await uploaded({
      path: fileOf(`${unique("pot")}.txt`, "Tea"),
      alternativeText: "A pot",
      caption: "Winter",
    });

    const [error, now] = await upload().update({ id: file.id, caption: null });

    assert.equal(error, null);
    assert.deepEqual(
      [now.documentId, now.name, now.alternativeText, now.caption],
      [file.documentId, file.name, "A pot", ""],
    );
  });

  it("changing a file replaces the content under the same URL, and keeps the texts", async () => {
    const name = `${unique("pot")}.txt`;
    const file = await uploaded({ path: fileOf(name, "Green"), caption: "Winter" });

    const path = fileOf(`${unique("other")}.txt`, "Black tea");
    const [error, now] = await upload().replace({ id: file.id, path, name });

    assert.equal(error, null);
    assert.deepEqual([now.url, now.name, now.caption], [file.url, name, "Winter"]);
    assert.equal(Buffer.from(await contentOf(now)).toString(), "Black tea");
  });

  it("deleting a file deletes it, and returns a NotFoundError the second time", async () => {
    const { id, documentId } = await uploaded({ path: fileOf(`${unique("pot")}.txt`, "Tea") });

    const first = await upload().delete({ id });
    const [second] = await upload().delete({ id });

    assert.deepEqual(first, [null, null, null]);
    assert.deepEqual(errorSummary(second), ["NotFoundError", 404, "file.notFound"]);
    assert.equal((await upload().find({ documentId }))[0]?.name, "NotFoundError");
  });

  it("changing a missing file returns a NotFoundError", async () => {
    const path = fileOf(`${unique("pot")}.txt`, "Tea");

    const errors = [
      (await upload().update({ id: 999_999, name: "pot.txt" }))[0],
      (await upload().replace({ id: 999_999, path }))[0],
    ];

    assert.deepEqual(
      errors.map((error) => error?.name),
      ["NotFoundError", "NotFoundError"],
    );
  });
});
