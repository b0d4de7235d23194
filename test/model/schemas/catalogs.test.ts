import assert from "node:assert/strict";
import { json, refusal, startLoopback } from "../../support/loopback.ts";
import type { Loopback } from "../../support/loopback.ts";
import { TestModel } from "../testModel.ts";
import { magazine, openModel } from "../magazine.ts";
import { must, why } from "../outcomes.ts";

describe("Catalog of a service", () => {
  it("the catalog of a service has collection types, single types, components and locales", async () => {
    const model = openModel({ catalogs: {} });

    const { catalog } = must(await model.catalogs.service(model.connection.id));

    assert.deepEqual(
      [...catalog.types.values()].map(({ name, kind }) => `${name}: ${kind}`).sort(),
      [
        "articles: collection",
        "authors: collection",
        "categories: collection",
        "homepage: single",
        "pages: collection",
        "site-setting: single",
        "tags: collection",
      ],
    );
    assert.deepEqual(catalog.locales.map(({ code }) => code).sort(), ["de", "en", "fr"]);
    assert.equal(catalog.defaultLocale, "en");
    assert.ok(catalog.components.has("shared.seo"));
  });

  it("the catalog of a service is read once for all callers", async () => {
    const model = openModel({ catalogs: {} });
    const { catalogs, connection } = model;

    const services = await Promise.all([
      catalogs.service(connection.id),
      catalogs.type(connection.id, "articles"),
    ]);
    const later = await catalogs.service(connection.id);

    assert.deepEqual(new Set([...services, later].map((outcome) => must(outcome).catalog)).size, 1);
    assert.deepEqual(model.sent("GET").sort(), [
      "content-type-builder/components",
      "content-type-builder/content-types",
      "i18n/locales",
    ]);
  });

  it("the catalog of a service is read with the new token if the token changes while it is read", async () => {
    const model = openModel({ token: "replaced" });
    const { catalogs, connections, connection } = model;

    const reading = catalogs.service(connection.id);
    await connections.setToken(connection, magazine().tokens.full);

    assert.ok(must(await reading).catalog.types.has("articles"));
  });

  it("the catalog of a service is not read again when the connections are closed while it is read", async () => {
    const model = openModel({ catalogs: {} });

    const reading = model.catalogs.service(model.connection.id);
    model.connections.dispose();

    assert.equal(why(await reading), "no-connection");
  });

  it("the catalog of a service is read again after forget, which fires onDidForget", async () => {
    const model = openModel({ catalogs: {} });
    const { catalogs, connection } = model;
    const reported: string[] = [];
    catalogs.onDidForget((id) => reported.push(id));
    const first = must(await catalogs.service(connection.id));

    catalogs.forget(connection.id);
    const second = must(await catalogs.service(connection.id));

    assert.deepEqual([reported, model.sent("GET").length], [[connection.id], 6]);
    assert.notEqual(first.catalog, second.catalog);
  });

  it("the catalog of a service stays available as remembered when reading it fails", async () => {
    const { catalogs, connections, connection } = openModel({ catalogs: {} });
    const none = catalogs.remembered(connection.id);
    const { catalog } = must(await catalogs.service(connection.id));

    await connections.setToken(connection, "wrong");
    const outcome = await catalogs.service(connection.id);

    assert.deepEqual([none, why(outcome)], [undefined, "UnauthorizedError"]);
    assert.equal(catalogs.remembered(connection.id), catalog);
  });

  it("the catalog of a service is forgotten when its connection changes or is removed", async () => {
    const { catalogs, connections, connection } = openModel({ catalogs: {} });
    const reported: string[] = [];
    catalogs.onDidForget((id) => reported.push(id));

    await connections.setToken(connection, magazine().tokens.custom);
    await connections.remove(connection);

    assert.deepEqual(reported, [connection.id, connection.id]);
  });

  it("the catalog of a service fails with ForbiddenError when the token may not read content types", async () => {
    const model = openModel({ token: magazine().tokens.readOnly });

    const outcome = await model.catalogs.service(model.connection.id);

    assert.equal(why(outcome), "ForbiddenError");
  });

  it("the catalog of a service has neither unknown types nor types of plugins", async () => {
    const { catalogs, connection } = openModel({ catalogs: {} });

    const outcomes = [
      await catalogs.type(connection.id, "novels"),
      await catalogs.type(connection.id, "files"),
      await catalogs.type("nobody", "articles"),
    ];

    assert.deepEqual(outcomes.map(why), ["no-type", "no-type", "no-connection"]);
  });
});

describe("Catalog of a failing service", () => {
  let service: Loopback;
  let model: TestModel;
  beforeEach(async () => {
    service = await startLoopback();
    model = new TestModel({ url: service.url, token: "any" });
  });
  afterEach(async () => {
    model.close();
    await service.stop();
  });

  const lists = json({ data: [] });
  const ask = () => model.catalogs.service(model.connection.id);

  it("the catalog of a failing service is requested again after a failure", async () => {
    service.answer(refusal(500, "InternalServerError", "Internal Server Error"));
    const [first, second] = await Promise.all([ask(), ask()]);
    const before = service.requests.length;

    service.answer(lists);
    const third = await ask();

    assert.deepEqual([first, second, third].map(why), ["HttpError", "HttpError", undefined]);
    assert.deepEqual([before, service.requests.length], [3, 6]);
  });

  it("the catalog has the default locale when the locales can't be read", async () => {
    const answers = [
      refusal(404, "NotFoundError", "Not Found"),
      refusal(403, "ForbiddenError", "Forbidden"),
    ];
    const failures: unknown[] = [];

    for (const answer of answers) {
      model.catalogs.forget(model.connection.id);
      service.answer((response, received) => {
        (received.path.endsWith("/i18n/locales") ? answer : lists)(response, received);
      });
      const { catalog } = must(await ask());
      failures.push([catalog.locales, catalog.defaultLocale]);
    }

    assert.deepEqual(failures, Array(2).fill([[], undefined]));
  });
});
