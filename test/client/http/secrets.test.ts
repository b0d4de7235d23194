import assert from "node:assert/strict";
import { inspect } from "node:util";
import { createAdmin } from "../../../src/client/admin/index.ts";
import { createCms } from "../../../src/client/index.ts";
import type { Cms, CmsError } from "../../../src/client/index.ts";
import {
  cutBody,
  html,
  redirect,
  refusal,
  silence,
  startLoopback,
} from "../../support/loopback.ts";
import type { Reply, Loopback } from "../../support/loopback.ts";
import { token } from "../loopbackCms.ts";
import type { AnyUser } from "../loopbackCms.ts";

const password = "a-password-that-nobody-may-see";

type Call = (cms: Cms) => Promise<readonly [CmsError | null, ...unknown[]]>;

const read: Call = (cms) => cms.users().findMany();
const write: Call = (cms) => cms.users().update({ id: 1, data: {} });
const errorCases: readonly (readonly [name: string, reply: Reply, call: Call])[] = [
  ["UnauthorizedError", refusal(401, "UnauthorizedError", "Missing or invalid credentials"), read],
  ["ValidationError", refusal(400, "ValidationError", "Invalid key x"), write],
  ["HttpError", redirect("/api/elsewhere"), read],
  ["ParseError", html("<html></html>"), read],
  ["NetworkError", cutBody, write],
  ["CmsTimeoutError", silence, read],
  ["CmsAbortError", silence, (cms) => cms.users().me({ signal: AbortSignal.abort() })],
  ["RequestError", silence, (cms) => cms.users<AnyUser>().create({ data: { age: 1n } })],
];

/** All text that a log or a report can contain for an error. */
const textOfError = (error: CmsError): string =>
  inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error);

/** A text without any percent-encoding, however often it was encoded. */
const decoded = (text: string): string => {
  const next = text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return next === text ? text : decoded(next);
};

describe("CmsError", () => {
  let service: Loopback;
  beforeEach(async () => {
    service = await startLoopback();
  });
  afterEach(() => service.stop());

  const clientOf = (how: { token?: string; timeoutMs?: number } = {}): Cms =>
    createCms({
      baseUrl: service.url.replace("//", `//ada:${password}@`),
      token,
      ...how,
    });

  for (const [name, reply, call] of errorCases) {
    it(`a CmsError contains neither the token nor the password: ${name}`, async () => {
      service.answer(reply);
      const cms = clientOf(name === "CmsTimeoutError" ? { timeoutMs: 50 } : {});

      const [error] = await call(cms);
      await cms.close();

      const leaked = [token, password].filter((secret) => textOfError(error!).includes(secret));
      assert.deepEqual([error?.name, leaked], [name, []]);
    });
  }

  const echoing: Readonly<Record<string, Call>> = {
    "users().create": (cms) =>
      cms.users<AnyUser>().create({ data: { username: "nora", password } }),
    "users().update": (cms) => cms.users<AnyUser>().update({ id: 1, data: { password } }),
    "createAdmin().signIn": (cms) =>
      createAdmin(cms).signIn({ email: "nora@example.com", password }),
    "auth().signIn": (cms) => cms.auth().signIn({ identifier: "nora", password }),
    "collection().create with a password attribute": (cms) =>
      cms
        .collection<AnyUser>("members")
        .create({ payload: { data: { inner: [{ oldPassword: password }] } } }),
  };
  for (const [what, call] of Object.entries(echoing)) {
    it(`a CmsError does not contain a password that the service repeats, in ${what}`, async () => {
      const errors = [{ path: ["password"], message: `not ${password}`, value: { password } }];
      service.answer(
        refusal(400, "ValidationError", `"${password}" is too short`, { errors, [password]: 1 }),
      );
      const cms = clientOf();

      const [error] = await call(cms);
      await cms.close();

      assert.equal(error?.name, "ValidationError");
      assert.match(error.message, /"\[password\]" is too short/);
      assert.ok(!textOfError(error).includes(password));
    });
  }

  it("a CmsError keeps the service's message and replaces the password in it", async () => {
    service.answer(refusal(400, "ValidationError", 'Password "a" must be at least 6 characters'));
    const cms = clientOf();

    const [error] = await cms.users<AnyUser>().create({ data: { password: "a" } });
    await cms.close();

    assert.equal(error?.message, 'Password "[password]" must be at least 6 characters');
  });

  /** A text in forms that all decode to it. */
  const encodings: Readonly<Record<string, (text: string) => string>> = {
    "as in a URL": encodeURIComponent,
    "with lower-case digits": (text) =>
      encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
    "in each character": (text) => Buffer.from(text).toString("hex").replace(/../g, "%$&"),
    twice: (text) => encodeURIComponent(encodeURIComponent(text)),
  };
  for (const [how, encode] of Object.entries(encodings)) {
    it(`a CmsError contains neither a token nor a password that is percent-encoded ${how}`, async () => {
      const odd = { token: "tea/green+käse=1", password: "a pass/word that nobody sees" };
      const repeated = `${encode(odd.token)} ${encode(odd.password)}`;
      service.answer(
        redirect(`/login/${encode(odd.token)}/`),
        refusal(400, "ValidationError", repeated, { key: repeated }),
        refusal(400, "ValidationError", repeated),
      );
      const cms = createCms({ baseUrl: service.url, token: odd.token });

      const errors = [
        (await cms.users().findMany())[0],
        (await cms.users().update({ id: 1, data: { password: odd.password } }))[0],
        (await cms.auth().signIn({ identifier: "nora", password: odd.password }))[0],
      ];
      await cms.close();

      assert.deepEqual(
        errors.map((error) => error?.message),
        [
          "HTTP 302: the service redirects to /login/[token]/, and redirects are not followed.",
          "[token] [password]",
          "[token] [password]",
        ],
      );
      const leaked = errors.filter((error) => /tea|nobody/.test(decoded(textOfError(error!))));
      assert.deepEqual(leaked, []);
    });
  }

  it("a CmsError does not contain a percent-encoded password that has percent-encoding itself", async () => {
    const odd = "tea%2Fgreen";
    service.answer(refusal(400, "ValidationError", `not ${encodeURIComponent(odd)}`));
    const cms = clientOf();

    const [error] = await cms.auth().signIn({ identifier: "nora", password: odd });
    await cms.close();

    assert.equal(error?.message, "not [password]");
  });

  it("a CmsError keeps the words of an encoded message that contain a short password", async () => {
    service.answer(refusal(400, "ValidationError", "%74e%61%20is %22%61%22, %C3%A9a, 5%"));
    const cms = clientOf();

    const [error] = await cms.auth().signIn({ identifier: "nora", password: "a" });
    await cms.close();

    assert.equal(error?.message, "%74e%61%20is %22[password]%22, %C3%A9a, 5%");
  });

  it("a CmsError has the URL without the credentials", async () => {
    service.answer(refusal(404, "NotFoundError", "Not Found"));
    const cms = clientOf();

    const [error] = await cms.users().find({ id: 1 });
    await cms.close();

    assert.equal(error?.url, `${service.url}/api/users/1`);
  });

  it("a CmsError does not contain a token that is no valid header", async () => {
    const cms = clientOf({ token: `${token}\n` });

    const [error, ...dataAndMeta] = await cms.users().findMany();
    await cms.close();

    assert.deepEqual([textOfError(error!).includes(token), ...dataAndMeta], [false, null, null]);
    assert.deepEqual(service.requests, []);
  });
});
