import assert from "node:assert/strict";
import { isObject, textIn } from "../../../src/model/foundation/json.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { must } from "../outcomes.ts";
import { administer } from "../../support/administer.ts";
import type { Service } from "../../support/service.ts";
import { changeDatabase } from "../../services/changeDatabase.ts";
import { png } from "../check/files.ts";
import { Copying, outcomesOf } from "./copying.ts";
import { unique } from "../magazine.ts";
import { useTwoServices } from "../twoServices.ts";
import { plainList } from "../../support/plainHttp.ts";
import { plainMakeDraft, plainUpload } from "../../support/plainWrites.ts";

const slugFor = (word: string): string => unique(word).toLowerCase().replaceAll(" ", "-");

async function filesNamed(service: Service, name: string): Promise<readonly JsonObject[]> {
  const query = `filters[name][$eq]=${encodeURIComponent(name)}`;
  const response = await fetch(`${service.url}/${service.apiPrefix}/upload/files?${query}`, {
    headers: { authorization: `Bearer ${service.tokens.full}` },
  });
  return (await response.json()) as JsonObject[];
}

async function folderIn(service: Service, name: string, parent?: number): Promise<number> {
  const body = { name, parent: parent ?? null };
  const { data } = await administer(service, "POST", "upload/folders", body);
  return Number(isObject(data) && data["id"]);
}

/** The names of the folder of a file and of those that contain it. */
async function folderOf(service: Service, name: string): Promise<string> {
  const query = `filters[name][$eq]=${name}&populate[folder][populate]=parent`;
  const { results } = (await administer(service, "GET", `upload/files?${query}`)) as {
    results: JsonObject[];
  };
  const folder = results[0]?.["folder"];
  if (!isObject(folder)) return "";
  const { parent } = folder;
  const above = isObject(parent) ? `${textIn(parent, "name")}/` : "";
  return above + textIn(folder, "name");
}

describe("Copy of the details of media files", function () {
  this.timeout(120_000);
  const services = useTwoServices();

  async function articleWith(file: JsonObject, slug: string): Promise<string> {
    const data = { title: slug, slug, gallery: [file["id"] ?? 0] };
    return plainMakeDraft(services().from, "articles", data);
  }

  async function kindsOf(copying: Copying, id: string): Promise<string[]> {
    const { rows } = await new Copying({ pairs: copying.store }).compare({ articles: [id] });
    return rows.map(({ kind, names }) => [kind, ...(names ?? [])].join(" "));
  }

  it("copied files have the alternative text, the caption and the focal point of the source", async () => {
    const { from, to } = services();
    const slug = slugFor("details");
    const content = new Blob([png()], { type: "image/png" });
    const info = { alternativeText: "Tea", caption: "A cup", focalPoint: { x: 25, y: 75 } };
    const file = await plainUpload(from, `${slug}.png`, { content, info });
    const id = await articleWith(file, slug);

    assert.deepEqual(await new Copying().copy({ articles: [id] }), ["done"]);

    const [targetFile] = await filesNamed(to, `${slug}.png`);
    const { alternativeText, caption, focalPoint } = targetFile ?? {};
    assert.deepEqual({ alternativeText, caption, focalPoint }, info);
  });

  it("details of files are no difference between documents, and stay unchanged in a file of the target", async () => {
    const { from, to } = services();
    const slug = slugFor("changed");
    const file = await plainUpload(from, `${slug}.txt`);
    const body = `[A](${file.url})`;
    const data = { title: slug, slug, body, gallery: [file.id] };
    const id = await plainMakeDraft(from, "articles", data);
    const copying = new Copying();
    assert.deepEqual(await copying.copy({ articles: [id] }), ["done"]);
    const info = { name: `new-${slug}.txt`, alternativeText: "Tea", caption: "A cup" };
    await plainUpload(from, "", { id: file.id, info });

    assert.deepEqual(await kindsOf(copying, id), ["same"]);

    const other = await articleWith(file, slugFor("changed"));
    const again = new Copying({ pairs: copying.store });
    const plan = await again.plan(await again.compare({ articles: [other] }));
    assert.deepEqual(
      plan.files.map(({ match, differences }) => [match, differences]),
      [["pair", ["name", "alternativeText", "caption"]]],
    );
    assert.deepEqual(outcomesOf(await again.run(plan)), ["done"]);
    assert.deepEqual(await kindsOf(copying, other), ["same"]);
    const [targetFile] = await filesNamed(to, `${slug}.txt`);
    assert.deepEqual(
      [targetFile?.["alternativeText"] ?? null, targetFile?.["caption"] ?? null],
      [null, null],
    );
  });

  it("copied files have the same folder as in the source if an administrator is signed in on both sides", async () => {
    const { from, to } = services();
    const [outer, inner, slug] = [slugFor("outer"), slugFor("inner"), slugFor("folder")];
    const folder = await folderIn(from, inner, await folderIn(from, outer));
    await folderIn(to, outer);
    const file = await plainUpload(from, `${slug}.txt`);
    const fileIds = [file.id];
    const body = { fileIds, folderIds: [], destinationFolderId: folder };
    await administer(from, "POST", "upload/actions/bulk-move", body);
    const id = await articleWith(file, slug);
    const copying = new Copying();
    for (const [side, service] of [
      ["from", from],
      ["to", to],
    ] as const) {
      const connection = copying.model.connections.get(copying.ids[side]);
      assert.ok(connection);
      copying.model.logins.push(service.admin);
      must(await copying.model.administrators.signIn(connection));
    }

    const plan = await copying.plan(await copying.compare({ articles: [id] }));
    assert.deepEqual(plan.folders, [[outer, inner]]);
    const result = await copying.run(plan);

    assert.deepEqual(outcomesOf(result), ["done"]);
    assert.deepEqual(result.uploaded, { folders: [[outer, inner]], unplaced: [] });
    assert.equal(await folderOf(to, `${slug}.txt`), `${outer}/${inner}`);
    assert.deepEqual(await kindsOf(copying, id), ["same"]);
    // A later copy uses the same folder.
    const more = await plainUpload(from, `more-${slug}.txt`);
    await administer(from, "POST", "upload/actions/bulk-move", {
      ...body,
      fileIds: [more.id],
    });
    const later = await articleWith(more, slugFor("folder"));
    const next = await copying.plan(await copying.compare({ articles: [later] }));
    assert.deepEqual(next.folders, []);
    assert.deepEqual(outcomesOf(await copying.run(next, "copy-2")), ["done"]);
    assert.equal(await folderOf(to, `more-${slug}.txt`), `${outer}/${inner}`);
  });

  it("copied files are in the folder that the target chooses if no administrator is signed in", async () => {
    const { from, to } = services();
    const slug = slugFor("no-folder");
    const id = await articleWith(await plainUpload(from, `${slug}.txt`), slug);
    const copying = new Copying();

    const plan = await copying.plan(await copying.compare({ articles: [id] }));
    assert.equal(plan.folders, "unknown");
    assert.deepEqual(outcomesOf(await copying.run(plan)), ["done"]);

    assert.equal(await folderOf(to, `${slug}.txt`), "API Uploads");
  });

  it("a copy refuses a document whose file another host stores, until the target has the file", async () => {
    const { from, to } = services();
    const slug = slugFor("elsewhere");
    const file = await plainUpload(from, `${slug}.txt`);
    const url = `https://files.example.com/${slug}.txt`;
    const change = "UPDATE files SET url = ?, provider = 'aws-s3' WHERE id = ?";
    await changeDatabase(from, change, url, file.id);
    const id = await articleWith(file, slug);
    const copying = new Copying();

    const comparison = await copying.compare({ articles: [id] });
    const plan = await copying.plan(comparison);
    assert.deepEqual(
      plan.refused.map(({ failure }) => failure),
      [{ code: "file-elsewhere", name: `${slug}.txt` }],
    );
    assert.deepEqual(
      [plan.planned, outcomesOf(await copying.run(plan)), copying.writes],
      [[], [], []],
    );

    await plainUpload(to, `${slug}.txt`);
    const next = await copying.plan(await copying.compare({ articles: [id] }));
    assert.deepEqual(
      next.files.map(({ match }) => match),
      ["probably"],
    );
    assert.deepEqual(outcomesOf(await copying.run(next)), ["done"]);
    const path = `articles?filters[slug]=${slug}&status=draft&populate=gallery`;
    const [article] = await plainList(to, path);
    const [galleryFile] = article!["gallery"] as JsonObject[];
    assert.equal(textIn(galleryFile ?? {}, "name"), `${slug}.txt`);
    assert.deepEqual(await kindsOf(copying, id), ["same"]);
  });

  for (const [flaw, change, failureOf] of [
    [
      "is larger than what is copied",
      "size = 300000",
      (name: string) => ({ code: "file-too-large", name, limit: 268_000 }),
    ],
    ["has no name", "name = NULL", (_: string, id: string) => ({ code: "file-unreadable", id })],
  ] as const) {
    it(`a copy refuses a document with the reason if its file ${flaw}`, async () => {
      const { from } = services();
      const slug = slugFor("blocked");
      const file = await plainUpload(from, `${slug}.txt`);
      await changeDatabase(from, `UPDATE files SET ${change} WHERE id = ?`, file.id);
      const id = await articleWith(file, slug);
      const copying = new Copying();

      const plan = await copying.plan(await copying.compare({ articles: [id] }));

      assert.deepEqual(
        plan.refused.map(({ failure }) => failure),
        [failureOf(`${slug}.txt`, textIn(file, "documentId"))],
      );
      assert.deepEqual([outcomesOf(await copying.run(plan)), copying.writes], [[], []]);
    });
  }

  it("a copy writes no document if the token of the target may not upload files", async () => {
    const { from, to } = services();
    const slug = slugFor("denied");
    const id = await articleWith(await plainUpload(from, `${slug}.txt`), slug);
    const plain = await plainMakeDraft(from, "articles", { title: slug, slug: slugFor("denied") });
    const permissions = ["find", "findOne", "create", "update"].map(
      (action) => `api::article.article.${action}`,
    );
    const token = await tokenIn(to, [...permissions, "plugin::upload.content-api.find"]);
    const copying = new Copying({ tokens: { to: token } });

    const plan = await copying.plan(await copying.compare({ articles: [id, plain] }));
    const result = await copying.run(plan);

    assert.deepEqual(
      result.uploads.map(({ outcome, failure }) => [
        outcome,
        failure?.code === "service" && failure.error.name,
      ]),
      [["failed", "ForbiddenError"]],
    );
    assert.deepEqual(outcomesOf(result), ["untried", "untried"]);
    assert.deepEqual(await plainList(to, `articles?filters[title]=${slug}&status=draft`), []);
  });

  it("a plan fails with the denied request if the token of the source may not read files", async () => {
    const { from } = services();
    const slug = slugFor("hidden");
    const id = await articleWith(await plainUpload(from, `${slug}.txt`), slug);
    const permissions = ["find", "findOne"].map((action) => `api::article.article.${action}`);
    const copying = new Copying({ tokens: { from: await tokenIn(from, permissions) } });

    const comparison = await copying.compare({ articles: [id] });
    const options = { pairs: await copying.pairs() };
    const [failure] = await copying.copies.plan(
      comparison,
      { rows: comparison.rows.map((row) => ({ row })) },
      options,
    );

    assert.ok(failure?.code === "service" && failure.error.name === "ForbiddenError");
    assert.match(failure.error.url, /\/upload\/files/);
    assert.deepEqual(copying.writes, []);
  });
});

const schemaPermissions = [
  "plugin::content-type-builder.content-types.getContentTypes",
  "plugin::content-type-builder.components.getComponents",
  "plugin::i18n.locales.listLocales",
];

let tokens = 0;

/** A token with these permissions alone. */
async function tokenIn(service: Service, permissions: readonly string[]): Promise<string> {
  const { data } = await administer(service, "POST", "admin/api-tokens", {
    ...{ name: `files-${(tokens += 1)}`, description: "", type: "custom", lifespan: null },
    permissions: [...schemaPermissions, ...permissions],
  });
  return isObject(data) ? textIn(data, "accessKey") : "";
}
