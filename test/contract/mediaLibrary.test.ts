import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CmsFile, NewFile } from "../../src/client/index.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { said } from "./found.ts";
import { makeArticle } from "./made.ts";
import { articles, must, realCms, send, unique } from "./realCms.ts";

const upload = () => realCms().upload();
const folder = temporaryFolder();

after(() => {
  folder.remove();
});

function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
}

/** The one file of the magazine that has this name. */
async function fileNamed(name: string): Promise<CmsFile> {
  const [error, files] = await upload().findMany({ params: { filters: { name: { $eq: name } } } });
  if (error) throw error;
  const [file] = files;
  if (!file || files.length > 1) throw new Error(`${files.length} files are called ${name}.`);
  return file;
}

async function contentOf({ url }: { readonly url: string }): Promise<Buffer> {
  const [error, content] = await upload().content({ url });
  if (error) throw error;
  return Buffer.from(content.bytes);
}

describe("The media library, read", () => {
  it("a file is told whole: what it is, its words, its size and its smaller formats", async () => {
    const file = await fileNamed("cup-of-tea.png");

    const { name, mime, width, height, ext, url, provider, formats } = file;
    assert.deepEqual(
      [name, mime, width, height, ext, url, provider],
      [
        ...["cup-of-tea.png", "image/png", 720, 480, ".png"],
        ...["/uploads/cup_of_tea_17cde1264c.png", "local"],
      ],
    );
    assert.equal(typeof file.alternativeText, "string");
    const { thumbnail } = formats ?? {};
    assert.deepEqual(
      [thumbnail?.width, thumbnail?.height, thumbnail?.url],
      [234, 156, "/uploads/thumbnail_cup_of_tea_17cde1264c.png"],
    );
  });

  it("a search looks at name, alternative text and caption, whatever the case of letters", async () => {
    const named = async (_q: string) => {
      const params = { _q, fields: ["name"] } as const;
      const [, found] = await upload().findMany({ params });
      return found?.map(({ name }) => name);
    };

    assert.deepEqual(await named("OF-TEA"), ["cup-of-tea.png"]);
    assert.deepEqual(await named("milky WAY"), ["night-sky.png"]);
    assert.deepEqual(await named("force five"), ["open-water.png"]);
  });

  it("pages follow each other, and none is missing or there twice", async () => {
    const params = {
      sort: ["name:asc", "documentId:asc"],
      filters: { ext: { $eq: ".png" } },
    } as const;
    const page = async (number: number) => {
      const pagination = { page: number, pageSize: 5 };
      const [, found] = await upload().findMany({ params: { ...params, pagination } });
      return found?.map(({ name }) => name) ?? [];
    };
    const [, all] = await upload().findMany({ params });

    const pages = [...(await page(1)), ...(await page(2)), ...(await page(3)), ...(await page(4))];

    assert.deepEqual(
      pages,
      all?.map(({ name }) => name),
    );
  });

  it("find gives the file of a documentId, and a NotFoundError where there is none", async () => {
    const { documentId } = await fileNamed("night-sky.png");

    const [, found] = await upload().find({ documentId });
    const [error] = await upload().find({ documentId: "nobody" });

    assert.deepEqual([found?.name, error?.name], ["night-sky.png", "NotFoundError"]);
  });

  it("what a file does not have is refused", async () => {
    const [error] = await upload().findMany({ params: { filters: { bogus: 1 } as object } });

    assert.deepEqual(said(error), ["ValidationError", 400, "Invalid key bogus"]);
  });

  it("the route of one file takes its numeric id, and no documentId", async () => {
    const { id, documentId } = await fileNamed("night-sky.png");

    const statuses = [
      (await send("GET", `/upload/files/${id}`)).status,
      (await send("GET", `/upload/files/${documentId}`)).status,
    ];

    assert.deepEqual(statuses, [200, 404]);
  });

  it("content is the file's own bytes, and those of a format", async () => {
    const { url, size, formats } = await fileNamed("cup-of-tea.png");

    const whole = await contentOf({ url });
    const little = await contentOf({ url: String(formats?.["thumbnail"]?.url) });
    const [error] = await upload().content({ url: "/uploads/nothing.png" });

    assert.equal((whole.length / 1_000).toFixed(2), size.toFixed(2));
    assert.deepEqual(
      [whole, little].map((bytes) => bytes.toString("latin1", 1, 4)),
      ["PNG", "PNG"],
    );
    assert.equal(error?.name, "NotFoundError");
  });
});

/** The file that an upload makes; a refusal is a mistake of the test. */
async function uploaded(input: NewFile): Promise<CmsFile> {
  const [error, made] = await upload().create(input);
  if (error) throw error;
  return made;
}

/** What an article has for a cover, whether or not anything. */
async function coverOf(documentId: string): Promise<CmsFile | null> {
  const body = await must("GET", `/articles/${documentId}?status=draft&populate=cover`);
  return (body as { data: { cover: CmsFile | null } }).data.cover;
}

describe("The media library, written", () => {
  it("an upload makes a file with its words, which content may then hold by its documentId", async () => {
    const name = `${unique("kettle")}.png`;
    const path = fileOf(name, await contentOf(await fileNamed("cup-of-tea.png")));

    const made = await uploaded({ path, alternativeText: "A kettle", caption: "Fünf Uhr" });

    const { alternativeText, caption, mime, width, height } = made;
    assert.deepEqual(
      [made.name, alternativeText, caption, mime, width, height],
      [name, "A kettle", "Fünf Uhr", "image/png", 720, 480],
    );
    const article = await makeArticle({ title: "Tea", cover: made.documentId });
    assert.equal((await coverOf(article))?.name, name);
  });

  it("a large file arrives whole, and a name of any letters stays", async () => {
    const bytes = Buffer.alloc(5_000_000, "Tea in winter. ");

    const made = await uploaded({ path: fileOf("茶 – thé.txt", bytes) });

    const { name, mime, size, width, formats } = made;
    assert.deepEqual(
      [name, mime, size, width, formats],
      ["茶 – thé.txt", "text/plain", 5_000, null, null],
    );
    assert.ok((await contentOf(made)).equals(bytes));
  });

  it("an empty file and an impossible name are refused in the service's words", async () => {
    const errors = [
      (await upload().create({ path: fileOf("empty.txt", "") }))[0],
      (await upload().create({ path: fileOf("tea.txt", "Tea"), name: "a<b>.txt" }))[0],
      (await upload().create({ path: fileOf("tea.txt", "Tea"), name: 'the "tea".txt' }))[0],
    ];

    assert.deepEqual(errors.map(said), [
      ["ValidationError", 400, "Files are empty"],
      ["ValidationError", 400, "File name contains invalid characters"],
      ["ValidationError", 400, "File name contains invalid characters"],
    ]);
  });

  it("one that is cancelled makes no file", async () => {
    const name = `${unique("cancelled")}.bin`;
    const controller = new AbortController();

    const [error] = await upload().create({
      path: fileOf(name, Buffer.alloc(64_000_000)),
      signal: controller.signal,
      onProgress: (sent) => {
        if (sent > 1_000_000) controller.abort();
      },
    });

    assert.equal(error?.name, "AbortError");
    const [, found] = await upload().findMany({ params: { filters: { name: { $eq: name } } } });
    assert.deepEqual(found, []);
  });

  it("what kinds an attribute allows is nothing that the service looks at", async () => {
    const { documentId } = await uploaded({ path: fileOf("words.txt", "Tea") });

    const article = await makeArticle({ title: "Tea", cover: documentId });

    assert.equal((await coverOf(article))?.mime, "text/plain");
  });
});

describe("A file that is gone", () => {
  it("is gone from the content that held it, and can't be put there again", async () => {
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
    assert.deepEqual(said(error), ["ValidationError", 400, words]);
    assert.deepEqual(error?.details, {});
  });
});
