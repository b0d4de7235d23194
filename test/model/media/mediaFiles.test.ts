import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { mediaType } from "../../../src/model/foundation/address.ts";
import type { Address } from "../../../src/model/foundation/address.ts";
import type { CmsFile } from "../../../src/client/index.ts";
import { MediaFiles } from "../../../src/model/media/mediaFiles.ts";
import { MediaLibrary } from "../../../src/model/media/mediaLibrary.ts";
import { undoLastSave } from "../../../src/model/history/saveUndo.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import type { TestModel } from "../testModel.ts";
import { draft, magazine, makeArticle, openModel, unique, useFaultyProxy } from "../magazine.ts";
import { must, why } from "../outcomes.ts";

const folder = temporaryFolder();

after(() => folder.remove());

const nameOf = (ending = "txt"): string => `${unique("file").replaceAll(" ", "-")}.${ending}`;

function fileOf(content: string, name = nameOf()): string {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
}

/** A model and a new file in the media library. */
async function open(content = "Tea", words = {}) {
  const model = openModel();
  const upload = { path: fileOf(content), alternativeText: "Cup", caption: "Warm", ...words };
  const file = must(await new MediaLibrary(model.catalogs).upload(model.connection.id, upload));
  return {
    model,
    file,
    media: new MediaFiles(model),
    address: model.at(mediaType, file.documentId),
  };
}

/** The file on the service, read without the project's client. */
async function readFile(file: Pick<CmsFile, "documentId">): Promise<CmsFile | undefined> {
  const { url, apiPrefix, tokens } = magazine();
  const query = `filters[documentId][$eq]=${file.documentId}`;
  const response = await fetch(`${url}/${apiPrefix}/upload/files?${query}`, {
    headers: { authorization: `Bearer ${tokens.full}` },
  });
  return ((await response.json()) as CmsFile[])[0];
}

const bytesOf = async ({ url }: Pick<CmsFile, "url">): Promise<string> =>
  (await fetch(`${magazine().url}${url}`)).text();

const changeElsewhere = ({ id }: CmsFile, fileInfo: object): Promise<void> =>
  requested("POST", `upload?id=${id}`, { fileInfo });

async function requested(method: string, path: string, body?: object): Promise<void> {
  const { url, apiPrefix, tokens } = magazine();
  const response = await fetch(`${url}/${apiPrefix}/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${tokens.full}`,
      "content-type": "application/json",
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  assert.equal(response.status, 200);
}

async function edit(model: TestModel, address: Address, change: object): Promise<string> {
  const { content } = await model.open(address);
  return JSON.stringify({ ...content, ...change });
}

describe("Media files", () => {
  it("media files are listed in pages, last changed first", async () => {
    const model = openModel({ pageSize: 5 });
    const listing = model.lists.listing({ connection: model.connection.id, type: mediaType });

    const { rows, hasMore } = await listing.open();
    await listing.more();

    const all = listing.view.rows;
    assert.deepEqual([rows.length, hasMore, all.length], [5, true, 10]);
    const times = all.map((row) => (row.kind === "file" ? row.file.updatedAt : ""));
    assert.deepEqual(times, times.toSorted().reverse());
  });

  it("a list of media files shows only those whose name or alternative text matches the search", async () => {
    const { model, file } = await open("Tea", { alternativeText: unique("Samovar") });
    const collection = { connection: model.connection.id, type: mediaType };
    const titlesMatching = async (search: string) => {
      model.lists.changeListQuery(collection, { search });
      const { rows } = await model.lists.listing(collection).open();
      return rows.map(({ title }) => title);
    };

    assert.deepEqual(
      [
        await titlesMatching(file.name),
        await titlesMatching(file.alternativeText ?? ""),
        await titlesMatching("no such"),
      ],
      [[file.name], [file.name], []],
    );
  });

  it("a list of media files fails with the error of the service when the token is rejected", async () => {
    const model = openModel({ token: "none" });
    const listing = model.lists.listing({ connection: model.connection.id, type: mediaType });

    const { failure } = await listing.open();

    assert.equal(failure?.code === "service" && failure.error.status, 401);
  });
});

describe("Document of a media file", () => {
  it("a media file as a document has editable name and texts, and its other properties in $", async () => {
    const { model, file, address } = await open();

    const { content, title } = await model.open(address);

    const { $: facts, $schema: schema, ...editableFields } = content;
    assert.equal(title, file.name);
    assert.equal(schema, `cms-schema://${model.connection.id}/${mediaType}.json`);
    assert.deepEqual(editableFields, { name: file.name, alternativeText: "Cup", caption: "Warm" });
    const { documentId, mime, url, updatedAt } = file;
    assert.deepEqual(
      Object.entries({ documentId, mime, url, updatedAt }).filter(
        ([name, value]) => (facts as Record<string, unknown>)[name] !== value,
      ),
      [],
    );
  });

  it("a media file as a document saves only the changed properties and updates its row", async () => {
    const { model, file, address } = await open();
    await model.lists.listing(address).open();
    model.documents.onDidSave(({ snapshot }) => model.lists.note(address, snapshot));
    const name = nameOf();
    const text = await edit(model, address, { name, caption: "Hot" });
    await changeElsewhere(file, { alternativeText: "Theirs" });

    const saved = must(await model.save(address, text));

    const now = await readFile(file);
    assert.deepEqual([now?.name, now?.alternativeText, now?.caption], [name, "Theirs", "Hot"]);
    assert.deepEqual([saved.sent, saved.remotePaths], [["name", "caption"], ["alternativeText"]]);
    assert.equal(model.lists.listing(address).row(address.id)?.title, name);
  });

  it("a media file's text is cleared when it is null or its key is removed", async () => {
    const { model, file, address } = await open();
    const { content } = await model.open(address);
    const otherFields = Object.fromEntries(
      Object.entries(content).filter(([name]) => name !== "caption"),
    );

    const saved = must(
      await model.save(address, JSON.stringify({ ...otherFields, alternativeText: null })),
    );

    const now = await readFile(file);
    assert.deepEqual([now?.alternativeText, now?.caption], ["", ""]);
    assert.equal(saved.deviating, undefined);
  });

  it("a media file reports a conflict when another client changed the same property", async () => {
    const { model, file, address } = await open();
    const text = await edit(model, address, { caption: "Mine" });
    await changeElsewhere(file, { caption: "Theirs" });

    const code = why(await model.save(address, text));

    assert.equal(code, "conflict");
    assert.equal((await readFile(file))?.caption, "Theirs");
  });

  it("a media file is not sent with an empty name or an unknown key", async () => {
    const { model, file, address } = await open();

    const failures = [
      (await model.save(address, await edit(model, address, { name: "" })))[0],
      (await model.save(address, await edit(model, address, { focus: "left" })))[0],
    ];

    assert.deepEqual(
      failures.map(
        (failure) => failure?.code === "not-sendable" && failure.problems.map(({ why }) => why),
      ),
      [["needs-name"], ["unknown-key"]],
    );
    assert.equal((await readFile(file))?.updatedAt, file.updatedAt);
  });

  it("a media file is not saved while its connection is locked", async () => {
    const { model, file, address } = await open();
    const text = await edit(model, address, { caption: "Hot" });
    await model.connections.change(model.connection, { environment: "production" });

    const code = why(await model.save(address, text));

    assert.equal(code, "WriteDeniedError");
    assert.equal((await readFile(file))?.caption, "Warm");
  });

  it("a media file has its saves in the journal, and the last save can be undone", async () => {
    const { model, file, address } = await open();
    must(
      await model.save(
        address,
        await edit(model, address, { caption: "Hot", alternativeText: null }),
      ),
    );

    const undone = must(await undoLastSave(address, model));

    const now = await readFile(file);
    assert.deepEqual([now?.caption, now?.alternativeText], ["Warm", "Cup"]);
    assert.deepEqual([...undone.report.sent].sort(), ["alternativeText", "caption"]);
  });

  it("a media file is not created again by a save after it was deleted", async () => {
    const { model, file, address } = await open();
    const text = await edit(model, address, { caption: "Hot" });
    await requested("DELETE", `upload/files/${file.id}`);

    const code = why(await model.save(address, text));

    assert.deepEqual([code, await readFile(file)], ["gone", undefined]);
  });
});

describe("Show File Usage", () => {
  it("Show File Usage finds the documents that hold a media file in a field or in a component", async () => {
    const { model, file, address } = await open();
    const cover = await makeArticle({ cover: file.id });
    const shared = await makeArticle({ seo: { metaTitle: "Tea", shareImage: file.id } });

    const { relations, total } = must(await model.publication.inbound(address));

    assert.equal(total, 2);
    assert.deepEqual(
      relations.map(({ type, documentId, path }) => [type, documentId, path]).sort(),
      [
        ["articles", cover, "cover"],
        ["articles", shared, "seo.shareImage"],
      ].sort(),
    );
  });
});

describe("Replace Media File", () => {
  it("Replace Media File replaces the bytes under the same URL and texts, and can be undone", async () => {
    const { model, file, media, address } = await open("Green tea");
    const article = await makeArticle({ cover: file.id }, "status=draft");

    must(
      await media.replace(address, must(await media.preview(address)), { path: fileOf("Black") }),
    );

    const now = await readFile(file);
    assert.deepEqual(
      [now?.name, now?.alternativeText, now?.caption, now?.url],
      [file.name, "Cup", "Warm", file.url],
    );
    assert.equal(await bytesOf(file), "Black");
    const articleDraft = await draft(`articles/${article}`, "populate=cover");
    assert.equal((articleDraft!["cover"] as { documentId: string }).documentId, file.documentId);

    const entry = await media.replacement(address);
    assert.ok(entry);
    must(await media.undoReplacement(entry));
    assert.equal(await bytesOf(file), "Green tea");
    assert.equal(await media.replacement(address), undefined);
    const history = await model.journal.history(address);
    assert.deepEqual(
      history.map(({ action, outcome }) => [action, outcome]),
      [
        ["replace", "done"],
        ["replace", "done"],
      ],
    );
  });

  describe("through an unreliable network", () => {
    const proxy = useFaultyProxy();

    it("Replace Media File can be undone again after an undo that didn't arrive", async () => {
      const { file, address } = await open("Green tea");
      const media = new MediaFiles(openModel({ url: proxy.url }));
      const previewed = must(await media.preview(address));
      must(await media.replace(address, previewed, { path: fileOf("Black") }));
      const entry = await media.replacement(address);
      assert.ok(entry);

      proxy.meet(({ method }) => (method === "POST" ? { kind: "request dropped" } : undefined));
      const code = why(await media.undoReplacement(entry));
      proxy.meet(() => undefined);
      const again = await media.replacement(address);

      assert.deepEqual([code, again?.id], ["NetworkError", entry.id]);
      must(await media.undoReplacement(entry));
      assert.equal(await bytesOf(file), "Green tea");
    });
  });

  it("Replace Media File refuses when the file has changed since the preview", async () => {
    const { file, media, address } = await open("Green tea");
    const previewed = must(await media.preview(address));
    await changeElsewhere(file, { caption: "Theirs" });

    const code = why(await media.replace(address, previewed, { path: fileOf("Black") }));

    assert.equal(code, "changed-meanwhile");
    assert.equal(await bytesOf(file), "Green tea");
  });
});

describe("Delete Media File", () => {
  it("Delete Media File deletes the file and its row, and a restore uploads it again", async () => {
    const { model, file, media, address } = await open("Oolong");
    await model.lists.listing(address).open();

    must(await media.delete(address, must(await media.preview(address)), []));

    assert.equal(await readFile(file), undefined);
    assert.equal(model.lists.listing(address).row(address.id), undefined);
    const [entry] = await model.journal.deleted(model.connection.id, mediaType);
    assert.ok(entry);
    const restored = must(await media.restore(entry));
    const again = await readFile({ documentId: restored.id });
    assert.deepEqual(
      [again?.name, again?.alternativeText, again?.caption],
      [file.name, "Cup", "Warm"],
    );
    assert.equal(again && (await bytesOf(again)), "Oolong");
    assert.deepEqual(await model.journal.deleted(model.connection.id, mediaType), []);
  });

  it("Delete Media File refreshes an open document that showed the file", async () => {
    const { model, file, media, address } = await open("Assam");
    const article = model.article(await makeArticle({ cover: file.id }, "status=draft"));
    await model.open(article);
    const { relations } = must(await model.publication.inbound(address));

    must(await media.delete(address, must(await media.preview(address)), relations));

    const { content } = model.documents.latestSnapshot(article) ?? {};
    assert.equal(content?.["cover"], null);
  });

  it("Delete Media File offers no restore when the file is too large for the journal", async () => {
    const { model, media, address } = await open("x".repeat(5_100_000));
    const previewed = must(await media.preview(address));

    must(await media.delete(address, previewed, []));

    assert.equal(previewed.bytes, undefined);
    assert.deepEqual(await model.journal.deleted(model.connection.id, mediaType), []);
  });

  it("Delete Media File refuses when the file has changed since the preview", async () => {
    const { file, media, address } = await open();
    const previewed = must(await media.preview(address));
    await changeElsewhere(file, { caption: "Theirs" });

    const code = why(await media.delete(address, previewed, []));

    assert.equal(code, "changed-meanwhile");
    assert.equal((await readFile(file))?.caption, "Theirs");
  });
});
