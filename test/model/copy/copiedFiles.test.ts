import assert from "node:assert/strict";
import { undoEntries } from "../undoNewest.ts";
import { isObject, textIn } from "../../../src/model/foundation/json.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import type { Service } from "../../support/service.ts";
import { grayPng, png } from "../check/files.ts";
import { Database } from "../database.ts";
import { Copying, outcomesOf, withSourceWins } from "./copying.ts";
import { unique } from "../magazine.ts";
import { useTwoServices } from "../twoServices.ts";
import { plainList, plainRead } from "../../support/plainHttp.ts";
import { plainChange, plainMakeDraft, plainUpload, textFile } from "../../support/plainWrites.ts";

const slugFor = (word: string): string => unique(word).toLowerCase().replaceAll(" ", "-");

const picture = (): Blob => new Blob([png()], { type: "image/png" });

/** The node of a text that shows a picture, as an editor stores it. */
const imageNode = (file: JsonObject, url: string): JsonObject => ({
  type: "image",
  image: {
    ...Object.fromEntries(
      Object.entries(file).filter(([name]) => !["id", "documentId", "url"].includes(name)),
    ),
    url,
  },
  children: [{ type: "text", text: "" }],
});

describe("Copy of media files", function () {
  this.timeout(120_000);
  const services = useTwoServices();

  async function only(type: string, slug: string, query = ""): Promise<JsonObject> {
    const path = `${type}?filters[slug][$eq]=${slug}&status=draft&${query}`;
    const documents = await plainList(services().to, path);
    assert.equal(documents.length, 1);
    return documents[0] ?? {};
  }

  async function filesNamed(service: Service, name: string): Promise<readonly JsonObject[]> {
    const query = `filters[name][$eq]=${encodeURIComponent(name)}`;
    const response = await fetch(`${service.url}/${service.apiPrefix}/upload/files?${query}`, {
      headers: { authorization: `Bearer ${service.tokens.full}` },
    });
    return (await response.json()) as JsonObject[];
  }

  it("a copy leads links in texts to the files of the target, and finds nothing to do the second time", async () => {
    const { from, to } = services();
    const slug = slugFor("linked");
    const file = await plainUpload(from, `${slug}.txt`, { content: textFile(slug) });
    const linkedPicture = await plainUpload(from, `${slug}.png`, { content: picture() });
    const [url, shownUrl] = [file.url, textIn(linkedPicture, "url")];
    const body = `[A](${url}) and ${from.url}${url}. ![Tea](${shownUrl})`;
    const content = [imageNode(linkedPicture, from.url + shownUrl)];
    const id = await plainMakeDraft(from, "articles", { title: slug, slug, body, content });
    const copying = new Copying();

    const plan = await copying.plan(await copying.compare({ articles: [id] }));
    const result = await copying.run(plan);

    assert.deepEqual(plan.files.map(({ name, match }) => [name, match]).sort(), [
      [`${slug}.png`, "upload"],
      [`${slug}.txt`, "upload"],
    ]);
    assert.deepEqual([plan.linking, outcomesOf(result)], [[], ["done"]]);
    const [[targetFile], [pictured]] = [
      await filesNamed(to, `${slug}.txt`),
      await filesNamed(to, `${slug}.png`),
    ];
    const [target, targetPicture] = [
      textIn(targetFile ?? {}, "url"),
      textIn(pictured ?? {}, "url"),
    ];
    assert.notEqual(target, url);
    const article = await only("articles", slug);
    assert.equal(
      article["body"],
      `[A](${target}) and ${to.url}${target}. ![Tea](${targetPicture})`,
    );
    const [node] = article["content"] as JsonObject[];
    const image = node?.["image"] ?? null;
    assert.ok(isObject(image));
    assert.deepEqual(
      [image["url"], image["hash"]],
      [to.url + targetPicture, pictured?.["hash"] ?? null],
    );
    const again = new Copying({ pairs: copying.store });
    const { rows } = await again.compare({ articles: [id] });
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ["same"],
    );
  });

  it("a text of the target is different if its links lead to the source's files", async () => {
    const { from, to } = services();
    const slug = slugFor("broken");
    const file = await plainUpload(from, `${slug}.txt`, { content: textFile(slug) });
    const data = { title: slug, slug, body: `[A](${file.url})` };
    const id = await plainMakeDraft(from, "articles", data);
    await plainMakeDraft(to, "articles", data);
    const copying = new Copying();

    const { rows } = await copying.compare({ articles: [id] });

    assert.deepEqual(
      rows.map(({ kind, names }) => [kind, names]),
      [["different", ["body"]]],
    );
  });

  it("a copy leaves links to unknown files unchanged, and names their documents", async () => {
    const { from } = services();
    const slug = slugFor("unknown");
    const body = "[A](/uploads/never_there_0123456789.txt)";
    const id = await plainMakeDraft(from, "articles", { title: slug, slug, body });
    const copying = new Copying();

    const plan = await copying.plan(await copying.compare({ articles: [id] }));
    assert.deepEqual(
      [plan.files, plan.linking.map(({ document: { fromId } }) => fromId)],
      [[], [id]],
    );
    assert.deepEqual(outcomesOf(await copying.run(plan)), ["done"]);

    assert.equal((await only("articles", slug))["body"], body);
    const { rows } = await copying.compare({ articles: [id] });
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ["same"],
    );
  });

  it("a copy uploads a picture once, and finds it again by its name and dimensions", async () => {
    const { from, to } = services();
    const slug = slugFor("picture");
    const file = await plainUpload(from, `${slug}.png`, { content: picture() });
    const first = await plainMakeDraft(from, "articles", {
      title: slug,
      slug,
      gallery: [file.id],
    });
    await new Copying().copy({ articles: [first] });
    const other = slugFor("picture");
    const second = await plainMakeDraft(from, "articles", {
      title: other,
      slug: other,
      gallery: [file.id],
    });
    // Nothing is remembered of the first copy.
    const copying = new Copying();

    const plan = await copying.plan(await copying.compare({ articles: [second] }));
    const result = await copying.run(plan);

    assert.deepEqual(
      plan.files.map(({ name, match }) => [name, match]),
      [[`${slug}.png`, "probably"]],
    );
    assert.deepEqual([result.uploads, outcomesOf(result)], [[], ["done"]]);
    assert.equal((await filesNamed(to, `${slug}.png`)).length, 1);
  });

  const noise = (): Blob => {
    let state = 1;
    const next = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) % 256;
    return new Blob([grayPng(400, 300, next)], { type: "image/png" });
  };
  const stripes = (): Blob =>
    new Blob([grayPng(400, 300, (pixel) => (pixel % 40 < 20 ? 0 : 255))], { type: "image/png" });

  it("a copy uploads a picture if the target has another one of its name and dimensions", async () => {
    const { from, to } = services();
    const [slug, known] = [slugFor("namesake"), slugFor("known")];
    const file = await plainUpload(from, `${slug}.png`, { content: noise() });
    await plainUpload(to, `${slug}.png`, { content: stripes() });
    const same = await plainUpload(from, `${known}.png`, { content: stripes() });
    await plainUpload(to, `${known}.png`, { content: stripes() });
    const gallery = [file, same].map(({ id }) => id);
    const article = await plainMakeDraft(from, "articles", { title: slug, slug, gallery });
    const copying = new Copying();

    const plan = await copying.plan(await copying.compare({ articles: [article] }));
    const result = await copying.run(plan);

    assert.deepEqual(
      plan.files.map(({ name, match }) => [name, match]),
      [
        [`${slug}.png`, "upload"],
        [`${known}.png`, "probably"],
      ],
    );
    assert.deepEqual(outcomesOf(result), ["done"]);
    assert.equal((await filesNamed(to, `${slug}.png`)).length, 2);
    assert.equal((await filesNamed(to, `${known}.png`)).length, 1);
  });

  it("a copy uploads two pictures that have the same name and dimensions", async () => {
    const { from, to } = services();
    const slug = slugFor("twins");
    const black = await plainUpload(from, `${slug}.png`, { content: picture() });
    const white = new Blob([grayPng(1, 1, () => 255)], { type: "image/png" });
    const other = await plainUpload(from, `${slug}.png`, { content: white });
    const gallery = [black.id, other.id];
    const id = await plainMakeDraft(from, "articles", { title: slug, slug, gallery });
    const copying = new Copying();

    const plan = await copying.plan(await copying.compare({ articles: [id] }));
    const result = await copying.run(plan);

    assert.deepEqual(outcomesOf(result), ["done"]);
    assert.equal((await filesNamed(to, `${slug}.png`)).length, 2);
    const { gallery: copied } = await only("articles", slug, "populate=gallery");
    assert.equal(new Set((copied as JsonObject[]).map(({ documentId }) => documentId)).size, 2);
  });

  it("a copy uploads a file again that the user names, and gives it to the documents that have another", async () => {
    const { from, to } = services();
    const slug = slugFor("again");
    const name = `${slug}.png`;
    const file = await plainUpload(from, name, { content: picture() });
    const other = await plainUpload(to, name, { content: picture() });
    const link = `![Tea](${file.url})`;
    const data = { title: slug, slug, gallery: [file.id], body: link };
    const id = await plainMakeDraft(from, "articles", data);
    const first = new Copying();
    await first.copy({ articles: [id] });
    const galleryOf = async () => {
      const { gallery, body } = await only("articles", slug, "populate=gallery");
      return {
        ids: (gallery as JsonObject[]).map((galleryFile) => galleryFile["documentId"]),
        body,
      };
    };
    const before = await galleryOf();

    const named = { uploadAgain: new Set([name]) };
    const copying = new Copying({ pairs: first.store });
    const plan = await copying.plan(await copying.compare({ articles: [id] }, "draft", named), {
      uploadAgain: (candidate) => candidate.name === name,
    });
    const result = await copying.run(plan);

    assert.deepEqual(before.ids, [other.documentId]);
    assert.deepEqual(
      plan.files.map(({ match, replaces }) => [match, replaces]),
      [["upload", other.documentId]],
    );
    assert.deepEqual(
      [outcomesOf(result), plan.planned.map(({ intent }) => intent)],
      [["done"], [{ kind: "change", names: ["body", "gallery"] }]],
    );
    const uploaded = (await filesNamed(to, name)).filter(
      ({ documentId }) => documentId !== other.documentId,
    );
    assert.deepEqual(
      [uploaded.length, await galleryOf()],
      [
        1,
        {
          ids: [uploaded[0]?.["documentId"]],
          body: link.replace(file.url, textIn(uploaded[0] ?? {}, "url")),
        },
      ],
    );
    const { rows } = await new Copying({ pairs: copying.store }).compare({ articles: [id] });
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ["same"],
    );
  });

  it("copied files are named in the result, and stay when the copy is undone", async () => {
    const { from, to } = services();
    const slug = slugFor("undone");
    const file = await plainUpload(from, `${slug}.txt`, { content: textFile(slug) });
    const id = await plainMakeDraft(from, "articles", {
      title: slug,
      slug,
      gallery: [file.id],
    });
    const database = await Database.open(to);
    const before = await database.read();
    const copying = new Copying();
    const result = await copying.run(await copying.plan(await copying.compare({ articles: [id] })));

    const { journal } = copying.model;
    const [batch] = await journal.batches(copying.ids.to);
    assert.ok(batch);
    await undoEntries(copying.model, await journal.batch(copying.ids.to, batch));

    assert.deepEqual(
      result.uploads.map(({ item, outcome }) => [item.name, outcome]),
      [[`${slug}.txt`, "done"]],
    );
    const after = await database.read();
    await database.close();
    const added = [...after.keys()].filter((key) => !before.has(key));
    assert.equal(added.length, 1);
    assert.ok(added[0]?.startsWith("files/"));
    assert.deepEqual(new Map([...after].filter(([key]) => before.has(key))), before);
    assert.equal((await filesNamed(to, `${slug}.txt`)).length, 1);
  });
});

describe("Copy of a single type", function () {
  this.timeout(120_000);
  const services = useTwoServices();

  it("a copied single type has the content of the source, and is the same the second time", async () => {
    const { from, to } = services();
    const text = unique("Single");
    await plainChange(from, "homepage?status=draft", { heading: text });
    const copying = new Copying();

    const comparison = await copying.compare({ homepage: ["-"] });
    const plan = await copying.plan(comparison, withSourceWins(comparison));
    const outcomes = outcomesOf(await copying.run(plan));

    assert.deepEqual(new Set(outcomes), new Set(["done"]));
    assert.equal((await plainRead(to, "homepage?status=draft"))["heading"], text);
    const again = new Copying({ pairs: copying.store });
    const { rows } = await again.compare({ homepage: ["-"] });
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ["same"],
    );
  });
});
