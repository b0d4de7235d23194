import assert from "node:assert/strict";
import type { CmsRole } from "../../src/client/index.ts";
import { makeArticle, makeUser, authenticatedRole } from "./made.ts";
import { articles, must, realCms, send } from "./realCms.ts";
import { facts, itFact } from "../services/facts.ts";
import { titlesOf } from "./versions.ts";

const params = (...ids: readonly number[]) => ({ filters: { id: { $in: ids } } });

describe("User", () => {
  it("a user is addressed by its numeric id", async () => {
    const { id, username } = await makeUser();

    const [error, user] = await realCms().users().find({ id });

    assert.deepEqual([error, user?.id, user?.username], [null, id, username]);
  });

  itFact(
    "a user is not addressed by a documentId, which the client rejects before sending",
    async () => {
      const { documentId } = await makeUser();

      const [error] = await realCms()
        .users()
        // As a caller in JavaScript may pass it.
        .find({ id: documentId as unknown as number });
      const answer = await send("GET", `/users/${documentId}`);

      assert.deepEqual([error?.name, answer], ["RequestError", { status: 204, body: undefined }]);
    },
  );

  for (const field of facts(["username", "email", "provider"] as const)) {
    it(`a user always has ${field}`, async () => {
      const [error, users] = await realCms().users().findMany();

      assert.equal(error, null);
      const kinds = new Set(users.map((user) => typeof user[field]));
      assert.deepEqual([users.length > 0, [...kinds]], [true, ["string"]]);
    });
  }

  for (const field of facts(["confirmed", "blocked"] as const)) {
    it(`a user has the boolean ${field}, which can be filtered with $eq`, async () => {
      const on = await makeUser({ [field]: true });
      const off = await makeUser({ [field]: false });
      const filtered = async (value: boolean) => {
        const filters = { ...params(on.id, off.id).filters, [field]: { $eq: value } };
        const [, users] = await realCms().users().findMany({ params: { filters } });
        return users?.map((user) => [user.id, user[field]]);
      };

      const results = [await filtered(true), await filtered(false)];

      assert.deepEqual(results, [[[on.id, true]], [[off.id, false]]]);
    });
  }

  it("a user has its role as an object when it is populated", async () => {
    const { id } = await makeUser();
    const role = await authenticatedRole();

    const [, user] = await realCms()
      .users()
      .find({ id, params: { populate: ["role"] } });

    assert.equal(user?.role?.id, role.id);
  });

  itFact("a user has no role object by default", async () => {
    const { id } = await makeUser();

    const [, user] = await realCms().users().find({ id });

    assert.notEqual(typeof user?.role, "object");
  });
});

describe("Role", () => {
  let id: number;
  before(async () => {
    ({ id } = await makeUser());
  });

  for (const [field, kind] of facts(
    Object.entries({
      id: "number",
      name: "string",
      description: "string",
      type: "string",
    }),
  )) {
    it(`a role has ${field} as the service has it when it is populated`, async () => {
      const role = await authenticatedRole();

      const [, user] = await realCms()
        .users()
        .find({ id, params: { populate: ["role"] } });

      const key = field as keyof CmsRole;
      const got = user?.role?.[key];
      assert.deepEqual([typeof got, got], [kind, role[key]]);
    });
  }
});

describe("Document", () => {
  itFact("a document is addressed by its documentId, not by its numeric id", async () => {
    const documentId = await makeArticle();
    const { data } = (await must("GET", `/articles/${documentId}`)) as { data: { id: number } };

    const [, byDocumentId] = await articles().find({ documentId });
    const [error] = await articles().find({ documentId: String(data.id) });

    assert.deepEqual([byDocumentId?.documentId, error?.name], [documentId, "NotFoundError"]);
  });

  it("a document has a draft version and a published version", async () => {
    const documentId = await makeArticle({ title: "Printed" });
    await must("PUT", `/articles/${documentId}?status=draft`, { data: { title: "Drafted" } });

    const [, draft] = await articles().find({ documentId, params: { status: "draft" } });
    const [, published] = await articles().find({ documentId, params: { status: "published" } });

    assert.deepEqual(
      [draft?.title, published?.title, await titlesOf(documentId)],
      ["Drafted", "Printed", { draft: "Drafted", published: "Printed" }],
    );
  });

  it("a document has one localization per locale", async () => {
    const documentId = await makeArticle({ title: "Tea" });
    await must("PUT", `/articles/${documentId}?locale=fr`, { data: { title: "Thé" } });

    const [, english] = await articles().find({ documentId, params: { locale: "en" } });
    const [, french] = await articles().find({ documentId, params: { locale: "fr" } });

    assert.deepEqual([english?.title, french?.title], ["Tea", "Thé"]);
  });
});

describe("Result on the real service", () => {
  let id: number;
  before(async () => {
    ({ id } = await makeUser());
  });

  it("a result is a user or a list of users, and null as meta", async () => {
    const [, user, ofOne] = await realCms().users().find({ id });
    const [, users, ofMany] = await realCms()
      .users()
      .findMany({ params: params(id) });

    assert.deepEqual([user?.id, ofOne, users, ofMany], [id, null, [user], null]);
  });

  it("a result is a number for the count of users, and null as meta", async () => {
    const result = await realCms()
      .users()
      .count({ params: params(id) });

    assert.deepEqual(result, [null, 1, null]);
  });

  it("a result is a list of documents, and pagination.total in meta", async () => {
    const documentId = await makeArticle();

    const [, rows, meta] = await articles().findMany({
      params: { filters: { documentId: { $eq: documentId } } },
    });

    assert.deepEqual([rows?.length, rows?.[0]?.documentId], [1, documentId]);
    assert.equal(meta?.pagination?.total, 1);
  });

  it("a result is one document", async () => {
    const documentId = await makeArticle();

    const [, document, meta] = await articles().find({ documentId });

    assert.deepEqual([document?.documentId, meta], [documentId, {}]);
  });
});
