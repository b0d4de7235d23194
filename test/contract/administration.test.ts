import { createAdmin } from "../../src/client/admin/index.ts";
import assert from "node:assert/strict";
import {
  adminJwt,
  adminLogin,
  articles,
  must,
  realCms,
  send,
  serviceDescription,
  tokens,
  unique,
} from "./realCms.ts";

const uid = "api::article.article";

describe("createAdmin on the real service", function () {
  this.timeout(60_000);

  /** Creates an article that is published in English and French, and then changes both drafts. */
  const makeModified = async (): Promise<string> => {
    const creation = (await must("POST", "/articles", {
      data: { title: unique("Tea"), kicker: "Made" },
    })) as { data: { documentId: string } };
    const { documentId } = creation.data;
    await must("PUT", `/articles/${documentId}?locale=fr`, { data: { title: unique("Thé") } });
    for (const locale of ["en", "fr"]) {
      const path = `/articles/${documentId}?locale=${locale}&status=draft`;
      await must("PUT", path, { data: { kicker: "Changed" } });
    }
    return documentId;
  };

  const kickers = async (documentId: string): Promise<unknown[]> => {
    const versions = (["draft", "published"] as const).flatMap((status) =>
      ["en", "fr"].map((locale) => ({ status, locale })),
    );
    const results = await Promise.all(
      versions.map((params) => articles().find({ documentId, params })),
    );
    return results.map(([error, article]) => error?.name ?? article?.kicker);
  };

  it("createAdmin signs in, and reads the administrator with the token", async () => {
    const jwt = await adminJwt();

    const [error, me] = await createAdmin(realCms(jwt)).me();

    assert.deepEqual([error, me?.email], [null, adminLogin().email]);
  });

  it("createAdmin rejects a wrong password, and the error does not contain it", async () => {
    const password = "not-the-password";

    const [error] = await createAdmin(realCms()).signIn({ email: adminLogin().email, password });

    assert.deepEqual(
      [
        error?.name,
        error?.message,
        JSON.stringify([error, error?.details, error?.url]).includes(password),
      ],
      ["ValidationError", "Invalid credentials", false],
    );
  });

  it("createAdmin reads the version and the database driver, but not with an API token", async () => {
    const { database, version } = serviceDescription();

    const [error, information] = await createAdmin(realCms(await adminJwt())).information();
    const [refused] = await createAdmin(realCms(tokens().full)).information();

    const driver = { sqlite: "better-sqlite3", postgres: "pg", mariadb: "mysql2" };
    assert.deepEqual(
      [error, information?.strapiVersion, refused?.name],
      [null, version, "UnauthorizedError"],
    );
    assert.ok(Object.hasOwn(information?.dependencies ?? {}, driver[database]));
    assert.match(information?.nodeVersion ?? "", /^v\d+\./);
  });

  it("createAdmin reads content types and their main fields, but not with an API token", async () => {
    const [admin, apiToken] = [await adminJwt(), tokens().full].map((token) =>
      createAdmin(realCms(token)),
    );

    const [, types] = (await admin?.contentTypes()) ?? [];
    const [, titles] = (await admin?.mainFields()) ?? [];
    const refused = [await apiToken?.contentTypes(), await apiToken?.mainFields()];

    assert.ok(types?.some(({ uid }) => uid === "api::article.article"));
    assert.equal(titles?.["api::article.article"], "title");
    assert.deepEqual(
      refused.map((result) => result?.[0]?.name),
      ["UnauthorizedError", "UnauthorizedError"],
    );
  });

  it("createAdmin publishes the draft of one locale, and none of a document that doesn't exist", async () => {
    const documentId = await makeModified();
    const admin = createAdmin(realCms(await adminJwt()));

    const published = await admin.publish({ uid, documentId, locale: "fr" });
    const missing = await admin.publish({ uid, documentId: "a".repeat(24), locale: "fr" });

    assert.deepEqual(
      [published, missing, await kickers(documentId)],
      [
        [null, 1, null],
        [null, 0, null],
        ["Changed", "Changed", "Made", "Changed"],
      ],
    );
  });

  it("createAdmin unpublishes one locale, and keeps its draft and the other locales", async () => {
    const documentId = await makeModified();
    const admin = createAdmin(realCms(await adminJwt()));

    const first = await admin.unpublish({ uid, documentId, locale: "fr" });
    const [again] = await admin.unpublish({ uid, documentId, locale: "fr" });

    assert.deepEqual(
      [first, again?.name, await kickers(documentId)],
      [[null, null, null], "NotFoundError", ["Changed", "Changed", "Made", "NotFoundError"]],
    );
  });

  it("createAdmin creates an empty draft with a given documentId, but not twice and not with another form", async () => {
    const documentId = `${process.pid}`.padStart(24, "d");
    const admin = createAdmin(realCms(await adminJwt()));

    const [error, localization] = await admin.create({ uid, documentId, locale: "fr" });
    const [again] = await admin.create({ uid, documentId, locale: "fr" });
    const [short] = await admin.create({ uid, documentId: "short" });

    assert.deepEqual(
      [error, localization?.["documentId"], localization?.["locale"], again?.name, short?.name],
      [null, documentId, "fr", "ValidationError", "RequestError"],
    );
  });

  it("createAdmin discards the changes of one locale", async () => {
    const documentId = await makeModified();
    const admin = createAdmin(realCms(await adminJwt()));

    const discarded = await admin.discard({ uid, documentId, locale: "en" });

    assert.deepEqual(
      [discarded, await kickers(documentId)],
      [
        [null, null, null],
        ["Made", "Changed", "Made", null],
      ],
    );
  });

  it("createAdmin returns the last editor of a document, and null after a change by the API", async () => {
    const documentId = await makeModified();
    const jwt = await adminJwt();

    const admin = createAdmin(realCms(jwt));
    const target = { uid, documentId, locale: "fr" };

    const [, before] = await admin.lastEditor(target);
    const panel = `/../content-manager/collection-types/${uid}/${documentId}?locale=fr`;
    await send("PUT", panel, { kicker: "From the panel" }, jwt);
    const [, editor] = await admin.lastEditor(target);

    assert.deepEqual([before, editor?.email], [null, adminLogin().email]);
  });

  it("createAdmin returns the preview URL of a version, and null for a type without one", async () => {
    const documentId = await makeModified();
    const admin = createAdmin(realCms(await adminJwt()));

    const urls = [];
    for (const status of ["draft", "published"] as const)
      urls.push(await admin.previewUrl({ uid, documentId, locale: "fr", status }));
    const single = { uid: "api::homepage.homepage", locale: "en", status: "draft" } as const;

    const path = `/site/articles/${documentId}?locale=fr&status=`;
    assert.deepEqual(urls, [
      [null, `${path}draft`, null],
      [null, `${path}published`, null],
    ]);
    assert.deepEqual(await admin.previewUrl(single), [null, null, null]);
  });

  it("createAdmin creates an API token that works, and no second one with the same name", async () => {
    const admin = createAdmin(realCms(await adminJwt()));
    const name = unique("editor");

    const [error, token] = await admin.createApiToken({ name });
    const [conflictError] = await admin.createApiToken({ name });

    const [refused] = await realCms(token ?? "")
      .schema()
      .contentTypes();
    assert.deepEqual([error, refused, conflictError?.message], [null, null, "Name already taken"]);
  });

  it("createAdmin rejects an API token", async () => {
    const [error] = await createAdmin(realCms(tokens().full)).me();

    assert.equal(error?.name, "UnauthorizedError");
  });
});
