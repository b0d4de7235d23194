import assert from "node:assert/strict";
import { createCms } from "../../src/client/index.ts";
import type { Cms } from "../../src/client/index.ts";
import { loopbackCms } from "../client/loopbackCms.ts";
import { json } from "../support/loopback.ts";
import { shape } from "./found.ts";
import { useOtherService } from "./otherService.ts";

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly jwt?: string;
    readonly error?: { readonly name: string; readonly message: string };
  };
}

// These tests use another service, because a service accepts only ten sign-ins a minute from all clients together.
describe("Signing in to the real service", function () {
  this.timeout(60_000);
  const service = useOtherService();
  let cms: Cms;
  let role: number;
  let userCount = 0;
  before(async () => {
    const { url: baseUrl, apiPrefix, tokens } = service();
    cms = createCms({ baseUrl, apiPrefix, token: tokens.full });
    const [, users] = await cms.users().findMany({ params: { populate: ["role"] } });
    role = (users![0]!.role as { id: number }).id;
  });
  after(() => cms.close());

  const signIn = async (body: object): Promise<Answer> => {
    const { status, headers, ...answer } = await post(`/${service().apiPrefix}/auth/local`, body);
    return { status, headers, body: (await answer.json()) as Answer["body"] };
  };
  const post = async (path: string, body: object) => {
    const response = await fetch(service().url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const { status, headers } = response;
    return { status, headers, json: () => response.json() };
  };
  const makeUser = async (data: object = {}) => {
    const username = `reader-${(userCount += 1)}`;
    const email = `${username}@example.com`;
    const whole = { username, email, password: "Secret-1", role, confirmed: true, ...data };
    const [error, user] = await cms.users().create({ data: whole });
    if (error) throw error;
    return user;
  };
  const oneTooMany = async () => {
    for (let index = 0; index < 10; index += 1) {
      await signIn({ identifier: `nobody-${index}`, password: "wrong" });
    }
    return signIn({ identifier: "nobody", password: "wrong" });
  };
  /** The result of users/me for a token. */
  const me = async (jwt: string | undefined) => {
    const { url: baseUrl, apiPrefix } = service();
    const client = createCms({ baseUrl, apiPrefix, token: jwt ?? "" });
    const result = await client.users().me();
    await client.close();
    return result;
  };

  it("signing in returns the user's token for a username or an email", async () => {
    const { id, username, email } = await makeUser();

    for (const identifier of [username, email]) {
      const { status, body } = await signIn({ identifier, password: "Secret-1" });
      const [error, user] = await me(body.jwt);
      assert.deepEqual([status, error, user?.id], [200, null, id]);
    }
  });

  it("signing in accepts a changed password at once, and not the old one", async () => {
    const { id, username } = await makeUser();

    await cms.users().update({ id, data: { password: "Another-2" } });

    const statuses = [
      (await signIn({ identifier: username, password: "Another-2" })).status,
      (await signIn({ identifier: username, password: "Secret-1" })).status,
    ];
    assert.deepEqual(statuses, [200, 400]);
  });

  it("signing in is rejected for a blocked user, and so is the token of a user who was blocked later", async () => {
    const { id, username } = await makeUser();
    const { body } = await signIn({ identifier: username, password: "Secret-1" });
    await cms.users().update({ id, data: { blocked: true } });

    const again = await signIn({ identifier: username, password: "Secret-1" });
    const [error] = await me(body.jwt);

    assert.deepEqual(again.body.error, {
      ...{ status: 400, name: "ApplicationError", details: {} },
      message: "Your account has been blocked by an administrator",
    });
    assert.deepEqual(
      [error?.name, error?.status, error?.message],
      ["UnauthorizedError", 401, "Invalid credentials"],
    );
  });

  it("signing in is rejected for a wrong password, with the number of remaining attempts", async () => {
    const { status, headers, body } = await signIn({ identifier: "nobody", password: "wrong" });

    assert.deepEqual(
      [status, body.error?.name, body.error?.message],
      [400, "ValidationError", "Invalid identifier or password"],
    );
    assert.equal(headers.get("x-ratelimit-limit"), "10");
    assert.match(headers.get("x-ratelimit-remaining") ?? "", /^\d$/);
  });

  describe("more than ten times a minute", () => {
    const at = loopbackCms();

    it("signing in too often gives a RateLimitError with the time until the next attempt", async () => {
      const { status, headers, body } = await oneTooMany();
      const limits = ["limit", "remaining", "reset"].map((name) => `x-ratelimit-${name}`);
      const reported = Object.fromEntries(limits.map((name) => [name, headers.get(name) ?? ""]));

      // The service limits none of the routes that the client calls. So the client gets a copy of the sign-in route's
      // answer.
      at.service.answer(json(body, status, reported));
      const [error] = await at.cms.users().create({ data: {} as never });

      assert.deepEqual(
        [reported["x-ratelimit-remaining"], headers.get("retry-after")],
        ["0", null],
      );
      assert.deepEqual(shape(error), {
        ...{ name: "RateLimitError", status: 429, details: {} },
        message: "Too many requests, please try again later.",
      });
      const wait = Number(error?.name === "RateLimitError" && error.retryAfterMs);
      // The service rounds the time up to a whole second.
      assert.ok(wait > 0 && wait <= 61_000, String(wait));
    });

    it("signing in too often limits no other route", async () => {
      const [error] = await cms.users().count();

      assert.equal(error, null);
    });
  });
});
