import assert from "node:assert/strict";
import { adminUrlIn } from "../../../src/model/connect/documentUrls.ts";
import { apiPrefixIn } from "../../../src/model/connect/localService.ts";
import { json, refusal, startLoopback } from "../../support/loopback.ts";
import type { Loopback, Reply } from "../../support/loopback.ts";
import { useShapedService } from "../shapedService.ts";
import { TestModel } from "../testModel.ts";
import { must, why } from "../outcomes.ts";
import { connect, url as nowhere } from "./connecting.ts";

describe("API prefix other than /api", () => {
  const shaped = useShapedService();

  it("a service with another API prefix is located by its root URL and by its URL with the prefix", async () => {
    const { connections } = connect();
    const { url } = shaped();

    const locations = await Promise.all(
      [url, `${url}/v1`].map((candidate) => connections.locateApi({ url: candidate })),
    );

    const apiLocation = { url, apiPrefix: "v1" };
    assert.deepEqual(locations.map(must), [apiLocation, apiLocation]);
    connections.dispose();
  });

  it("a service with another API prefix serves content below it and the admin panel at the root", async () => {
    const service = shaped();
    const model = new TestModel({ url: service.url, token: service.tokens.full });
    await model.connections.change(model.connection, { apiPrefix: "v1" });
    const connection = model.connections.get(model.connection.id)!;
    const { catalog } = must(await model.catalogs.service(connection.id));
    const cms = must(await model.connections.reach(connection.id));
    const created = await cms
      .collection("categories")
      .create({ payload: { data: { name: `Prefixed ${process.pid}` } } });
    model.logins.push(service.admin);

    const signedIn = await model.administrators.signIn(connection);

    assert.equal(created[0], null);
    assert.ok(catalog.types.has("articles"));
    assert.equal(why(signedIn), undefined);
    assert.equal(adminUrlIn(connection), `${service.url}/admin`);
    model.close();
  });
});

describe("locateApi", () => {
  let loopback: Loopback;
  beforeEach(async () => {
    loopback = await startLoopback();
  });
  afterEach(() => loopback.stop());

  const noRoute = refusal(404, "NotFoundError", "Not Found");
  const forbidden = refusal(403, "ForbiddenError", "Forbidden");
  const unauthorized = refusal(401, "UnauthorizedError", "Missing or invalid credentials");

  const routes = ["content-type-builder/content-types", "upload/files", "i18n/locales"];

  /** Answers as a service does whose content API and admin panel have these paths. */
  const serve = (api: string, admin: string, elsewhere: Reply = noRoute) => {
    loopback.answer((response, received) => {
      const { path } = received;
      const isAdmin = path.startsWith(`${admin}/admin/`);
      const below = routes.some((route) => path === `${api}/${route}`) ? forbidden : elsewhere;
      (isAdmin ? unauthorized : below)(response, received);
    });
  };

  const located = async (path: string, prefixes?: readonly string[]) => {
    const { connections } = connect();
    const outcome = await connections.locateApi({ url: loopback.url + path }, prefixes);
    connections.dispose();
    return outcome;
  };

  const cases: readonly (readonly [
    what: string,
    at: readonly [api: string, admin: string, typed: string],
    found: readonly [path: string, apiPrefix?: string],
  ])[] = [
    ["returns the URL itself when the API is at /api", ["/api", "", ""], [""]],
    ["keeps a path before /api", ["/cms/api", "/cms", "/cms"], ["/cms"]],
    ["finds a prefix of two segments", ["/api/v1", "", "/api/v1"], ["", "api/v1"]],
    [
      "finds the end of the base path by the admin panel",
      ["/cms/v1", "/cms", "/cms/v1"],
      ["/cms", "v1"],
    ],
    ["finds the prefix below a base path", ["/cms/v1", "/cms", "/cms"], ["/cms", "v1"]],
  ];
  for (const [what, [api, admin, typed], [path, apiPrefix]] of cases) {
    it(`locateApi ${what}`, async () => {
      serve(api, admin);

      const location = must(await located(typed));

      const prefix = apiPrefix !== undefined && { apiPrefix };
      assert.deepEqual(location, { url: loopback.url + path, ...prefix });
    });
  }

  it("locateApi finds a custom prefix only when a project of the workspace names it", async () => {
    serve("/our/content-api", "");

    const locations = [await located(""), await located("", ["our/content-api"])];

    assert.deepEqual(locations.map(why), ["no-api", undefined]);
  });

  it("locateApi finds the API when another web site answers at the root", async () => {
    serve("/v1", "", json({ message: "No such page" }, 404));

    const location = must(await located("/v1"));

    assert.deepEqual(location, { url: loopback.url, apiPrefix: "v1" });
  });

  it("locateApi fails with NetworkError when no server answers", async () => {
    const { connections } = connect();

    const outcome = await connections.locateApi({ url: nowhere });

    connections.dispose();
    assert.equal(why(outcome), "NetworkError");
  });

  it("locateApi sends no token", async () => {
    serve("/v1", "");

    await located("");

    assert.ok(loopback.requests.every(({ headers }) => headers.authorization === undefined));
  });
});

describe("apiPrefixIn", () => {
  const texts: Readonly<Record<string, string | undefined>> = {
    'export default { rest: { prefix: "/v1", maxLimit: 100 } };': "v1",
    "module.exports = { rest: { prefix: '/content/v1/' } };": "content/v1",
    "export default ({ env }) => ({ rest: { prefix: env('API_PREFIX', '/v2') } });": "v2",
    '{ "rest": { "prefix": "v3" } }': "v3",
    "export default { rest: { defaultLimit: 25 } };": undefined,
    'export default { rest: {\n  // prefix: "/v1",\n  maxLimit: 100 } };': undefined,
    "export default { rest: { prefix: prefixOf(process) } };": undefined,
    "": undefined,
  };
  for (const [text, prefix] of Object.entries(texts)) {
    it(`apiPrefixIn returns ${prefix ?? "undefined"} for ${JSON.stringify(text)}`, () => {
      assert.equal(apiPrefixIn(text), prefix);
    });
  }
});
