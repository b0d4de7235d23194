import assert from "node:assert/strict";
import { diagnoseConnection } from "../../../src/model/access/connectionDiagnosis.ts";
import { requireVersionForLocale } from "../../../src/model/writing/localizationWriter.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { silence } from "../../support/loopback.ts";
import { untilEqual } from "../../window/until.ts";
import { adminLogin, openPanel } from "../administrator.ts";
import type { TestModel } from "../testModel.ts";
import { magazine, makeArticle, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { canFilterByState } from "../../../src/model/reading/readRequests.ts";

const proxies: Faults[] = [];
afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.stop();
});

const informationReads = (model: TestModel): number =>
  model.sent("GET").filter((path) => path === "admin/information").length;

const versionOf = (model: TestModel) => model.catalogs.capabilities(model.connection.id).version;

const untilInformed = (model: TestModel) =>
  untilEqual(() => Promise.resolve(versionOf(model)), magazine().description.version);

/** A model that reaches the service through a proxy, which can inject faults. */
async function openWay(): Promise<{ readonly way: Faults; readonly model: TestModel }> {
  const proxy = await startFaults(magazine().url);
  proxies.push(proxy);
  const model = openModel({ url: proxy.url, catalogs: {} });
  model.logins.push(adminLogin());
  return { way: proxy, model };
}

describe("Version and database", function () {
  this.timeout(60_000);

  it("the version of a service is not requested when no administrator is signed in", async () => {
    const model = openModel({ catalogs: {} });

    must(await model.catalogs.service(model.connection.id));
    await model.catalogs.inform(model.connection.id);

    assert.deepEqual([informationReads(model), versionOf(model)], [0, undefined]);
  });

  it("the version and database of a service are requested once, after an administrator has signed in", async () => {
    const model = await openPanel({ catalogs: {} });
    await untilInformed(model);

    await model.open(model.article(await makeArticle({}, "status=draft")));
    model.logins.push(adminLogin());
    must(await model.administrators.signIn(model.connection));

    assert.equal(informationReads(model), 1);
  });

  it("the version of a service is requested in the next window when the administrator is still signed in", async () => {
    const first = await openPanel({ catalogs: {} });
    const next = openModel({ catalogs: {} });
    const { id } = next.connection;
    await next.store.saveSecret(next.connection, "admin", first.store.tokens.get(`admin/${id}`));
    await next.connections.change(next.connection, { adminEmail: "admin@example.com" });

    must(await next.catalogs.service(id));
    await untilInformed(next);
    must(await next.catalogs.service(id));

    assert.equal(informationReads(next), 1);
  });

  it("the version and database of a service replace the requests that probe what it can do", async () => {
    const model = await openPanel({ catalogs: {} });
    await untilInformed(model);
    const service = must(await model.catalogs.type(model.connection.id, "articles"));
    const before = model.log.length;

    must(await requireVersionForLocale(service, { hasOthers: false }));
    must(await canFilterByState(service));

    assert.equal(model.log.length, before);
  });

  it("the version and database of a service appear in the diagnosis of its connection", async () => {
    const model = await openPanel({ catalogs: {} });
    model.catalogs.forget(model.connection.id);

    const { capabilities } = await diagnoseConnection(
      model,
      model.connection,
      AbortSignal.timeout(30_000),
    );

    assert.equal(capabilities.version, magazine().description.version);
  });

  it("the request for the version does not delay other requests when the service does not answer", async () => {
    const { way: proxy, model } = await openWay();
    proxy.inject(/admin\/information/, silence);
    must(await model.administrators.signIn(model.connection));

    must(await model.catalogs.service(model.connection.id));

    assert.equal(versionOf(model), undefined);
  });

  it("the request for the version does not ask for a sign-in when the administrator's has expired", async () => {
    const model = openModel({ catalogs: {} });
    await model.store.saveSecret(model.connection, "admin", "an-ended-token");
    await model.connections.change(model.connection, { adminEmail: "admin@example.com" });
    model.logins.push(adminLogin());

    must(await model.catalogs.service(model.connection.id));
    await model.catalogs.inform(model.connection.id);

    assert.deepEqual(
      [informationReads(model), model.logins.length, versionOf(model)],
      [1, 1, undefined],
    );
  });

  it("the database of a service is PostgreSQL when the project depends on pg only", async () => {
    const { way: proxy, model } = await openWay();
    const dependencies = { "@strapi/strapi": "5.54.0", pg: "8.16.3" };
    const answer = (body: unknown) => ({ data: { ...dataIn(body), dependencies } });
    proxy.reshape(/admin\/information/, { answer });
    const informed = new Promise((resolve) => model.catalogs.onDidInform(resolve));

    must(await model.administrators.signIn(model.connection));

    assert.equal(await informed, model.connection.id);
    assert.equal(model.catalogs.capabilities(model.connection.id).database, "postgres");
  });
});

const dataIn = (body: unknown): object => (body as { data: object }).data;
