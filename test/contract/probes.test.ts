import assert from "node:assert/strict";
import { hasPermission } from "../../src/client/admin/index.ts";
import type { PermissionCheck } from "../../src/client/admin/index.ts";
import { loopbackCms } from "../client/loopbackCms.ts";
import { json } from "../support/loopback.ts";
import { makeArticle } from "./made.ts";
import { must, realCms, send, serviceUser, tokens } from "./realCms.ts";
import { facts } from "../services/facts.ts";
import { bothTitles, titlesOf } from "./versions.ts";

/** The results for the full, the read-only and the custom token, for a user's JWT, and without a token. */
const expected: readonly (readonly [PermissionCheck, ...(boolean | undefined)[]])[] = [
  [{ method: "GET", path: ["articles"] }, true, true, true, true, false],
  [{ method: "GET", path: ["articles", "0"], isMissing: true }, true, true, true, true, false],
  [{ method: "POST", path: ["articles"] }, true, false, false, true, false],
  [{ method: "PUT", path: ["articles", "0"], isMissing: true }, true, false, false, true, false],
  [{ method: "DELETE", path: ["articles", "0"], isMissing: true }, true, false, false, true, false],
  [{ method: "GET", path: ["homepage"], isMissing: true }, true, true, false, true, false],
  [{ method: "PUT", path: ["homepage"], isMissing: true }, true, false, false, true, false],
  [{ method: "POST", path: ["tags"] }, true, false, false, true, false],
  [{ method: "GET", path: ["authors"] }, true, true, false, true, false],
  [
    { method: "GET", path: ["content-type-builder", "content-types"] },
    true,
    false,
    true,
    true,
    false,
  ],
  [{ method: "GET", path: ["i18n", "locales"] }, true, false, true, true, false],
  [{ method: "GET", path: ["users"] }, true, true, false, true, false],
  [{ method: "POST", path: ["users"] }, true, false, false, false, false],
  [{ method: "GET", path: ["users", "0"], isMissing: true }, true, true, false, true, false],
  [{ method: "PUT", path: ["users", "0"], isMissing: true }, true, false, false, false, false],
  [{ method: "DELETE", path: ["users", "0"], isMissing: true }, true, false, false, false, false],
  [{ method: "GET", path: ["users", "count"] }, true, false, false, true, false],
  [{ method: "POST", path: ["upload"] }, true, false, false, false, false],
  // No service has these routes.
  [{ method: "GET", path: ["bogus"] }, ...Array<undefined>(5)],
  [{ method: "POST", path: ["bogus"] }, ...Array<undefined>(5)],
  [{ method: "DELETE", path: ["bogus", "0"], isMissing: true }, ...Array<undefined>(5)],
];

/** Everything that a probe could create or change. */
async function everything(): Promise<unknown[]> {
  const lists = ["articles", "authors", "categories", "tags", "pages"].flatMap((type) => [
    `/${type}?status=draft&fields=updatedAt&sort=documentId&pagination[pageSize]=100`,
    `/${type}?fields=updatedAt&sort=documentId&pagination[pageSize]=100`,
  ]);
  const others = [
    "/homepage?status=draft",
    "/site-setting",
    "/users?sort=id",
    "/upload/files?sort=id",
  ];
  const all = [];
  for (const path of [...lists, ...others]) all.push((await send("GET", path)).body);
  return all;
}

describe("hasPermission", function () {
  this.timeout(60_000);
  const kinds = ["full", "readOnly", "custom", "user"] as const;

  for (const [probe, ...answers] of facts(expected)) {
    it(`hasPermission returns for ${probe.method} ${probe.path.join("/")}: ${answers.map(String).join(", ")}`, async () => {
      const all = [...kinds.map((kind) => tokens()[kind]), ""];

      const got = [];
      for (const token of all) got.push(await hasPermission(realCms(token), probe));

      assert.deepEqual(
        got.map(([error, allowed]) => [error, allowed]),
        answers.map((answer) => [null, answer]),
      );
    });
  }

  it("hasPermission returns an error for a wrong token", async () => {
    const [error] = await hasPermission(realCms("wrong"), { method: "POST", path: ["articles"] });

    assert.equal(error?.name, "UnauthorizedError");
  });

  it("hasPermission changes nothing, for any type and with the full token", async () => {
    const before = await everything();
    const types = ["articles", "authors", "categories", "tags", "pages"];
    const probes: PermissionCheck[] = types.flatMap((type) => [
      { method: "POST" as const, path: [type] },
      { method: "PUT" as const, path: [type, "0"], isMissing: true },
      { method: "DELETE" as const, path: [type, "0"], isMissing: true },
    ]);

    const answers = [];
    for (const probe of [...probes, ...expected.map(([expectedProbe]) => expectedProbe)]) {
      answers.push((await hasPermission(realCms(), probe))[1]);
    }

    assert.equal(answers.filter(Boolean).length, probes.length + expected.length - 3);
    assert.deepEqual(await everything(), before);
  });

  it("hasPermission deletes no existing document, and creates no missing single type", async () => {
    const documentId = await makeArticle({ title: "Kept" });
    await must("DELETE", "/homepage?locale=*");
    const cms = realCms();

    const [, mayDelete] = await hasPermission(cms, {
      method: "DELETE",
      path: ["articles", documentId],
    });
    const [, mayChange] = await hasPermission(cms, { method: "PUT", path: ["homepage"] });
    const [, mayLook] = await hasPermission(cms, {
      method: "GET",
      path: ["homepage"],
      isMissing: true,
    });

    const { status } = await send("GET", "/homepage?status=draft");
    await must("PUT", "/homepage", { data: { heading: "Welcome" } });
    assert.deepEqual([mayDelete, mayChange, mayLook, status], [true, true, true, 404]);
    assert.deepEqual(await titlesOf(documentId), bothTitles("Kept"));
  });
});

describe("auth().signIn", () => {
  const at = loopbackCms();

  it("signIn returns the token of the user", async () => {
    const user = serviceUser();

    const [error, session] = await realCms("").auth().signIn(user);
    if (error) throw error;
    const [, me] = await realCms(session.jwt).users().me();

    assert.deepEqual([me?.id, me?.email], [session.user.id, session.user.email]);
  });

  it("signIn returns the service's error for a wrong password", async () => {
    const [error] = await realCms("")
      .auth()
      .signIn({ ...serviceUser(), password: "Wrong-99" });

    assert.deepEqual(
      [error?.name, error?.method, error?.message],
      ["ValidationError", "POST", "Invalid identifier or password"],
    );
  });

  it("signIn does not show the password in an error when the service repeats it", async () => {
    const details = {
      errors: [{ path: ["password"], message: "not Wrong-99", value: "Wrong-99" }],
    };
    const error = { status: 400, name: "ValidationError", message: "Wrong-99 is wrong", details };
    at.service.answer(json({ data: null, error }, 400));

    const [reported] = await at.cms.auth().signIn({ identifier: "ada", password: "Wrong-99" });

    assert.equal(reported?.message, "[password] is wrong");
    assert.ok(!JSON.stringify([reported, reported.message]).includes("Wrong-99"));
  });

  for (const body of facts([{}, { jwt: 7, user: {} }, { jwt: "ey" }, []])) {
    it(`signIn returns a ParseError for the answer ${JSON.stringify(body)}`, async () => {
      at.service.answer(json(body));

      const [error] = await at.cms.auth().signIn({ identifier: "ada", password: "Secret-1" });

      assert.equal(error?.name, "ParseError");
    });
  }

  it("signIn returns a RequestError for an invalid input", async () => {
    const [error] = await at.cms.auth().signIn(null as never);

    assert.deepEqual([error?.name, error?.method], ["RequestError", "POST"]);
    await must("GET", "/articles");
  });
});
