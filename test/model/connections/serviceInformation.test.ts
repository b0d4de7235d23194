import assert from "node:assert/strict";
import { diagnoseConnection } from "../../../src/model/schemas/access/diagnosis.ts";
import { requireVersionForLocale } from "../../../src/model/changes/creating/localizationWriter.ts";
import { canFilterByState } from "../../../src/model/query/listing/listQuery.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { silence } from "../../support/loopback.ts";
import { untilEqual } from "../../window/until.ts";
import { adminLogin, openPanel } from "../administrator.ts";
import type { Desk } from "../desk.ts";
import { magazine, makeArticle, openDesk } from "../magazine.ts";
import { must } from "../outcomes.ts";

const ways: Faults[] = [];
afterEach(async () => {
  for (const proxy of ways.splice(0)) await proxy.stop();
});

const asked = (desk: Desk): number =>
  desk.sent("GET").filter((path) => path === "admin/information").length;

const versionOf = (desk: Desk) => desk.catalogs.capabilities(desk.connection.id).version;

const untilInformed = (desk: Desk) =>
  untilEqual(() => Promise.resolve(versionOf(desk)), magazine().description.version);

/** A desk that reaches the service through a proxy, which can inject faults. */
async function openWay(): Promise<{ readonly way: Faults; readonly desk: Desk }> {
  const proxy = await startFaults(magazine().url);
  ways.push(proxy);
  const desk = openDesk({ url: proxy.url });
  desk.logins.push(adminLogin());
  return { way: proxy, desk };
}

describe("Version and database of a service", function () {
  this.timeout(60_000);

  it("are not requested when no administrator is signed in", async () => {
    const desk = openDesk();

    must(await desk.catalogs.service(desk.connection.id));
    await desk.catalogs.inform(desk.connection.id);

    assert.deepEqual([asked(desk), versionOf(desk)], [0, undefined]);
  });

  it("are requested once, after an administrator has signed in", async () => {
    const desk = await openPanel();
    await untilInformed(desk);

    await desk.open(desk.article(await makeArticle()));
    desk.logins.push(adminLogin());
    must(await desk.admins.signIn(desk.connection));

    assert.equal(asked(desk), 1);
  });

  it("are requested in the next window when the administrator is still signed in", async () => {
    const first = await openPanel();
    const next = openDesk();
    const { id } = next.connection;
    await next.store.saveSecret(next.connection, "admin", first.store.tokens.get(`admin/${id}`));
    await next.connections.change(next.connection, { adminEmail: "admin@example.com" });

    must(await next.catalogs.service(id));
    await untilInformed(next);
    must(await next.catalogs.service(id));

    assert.equal(asked(next), 1);
  });

  it("replace the requests that probe what the service can do", async () => {
    const desk = await openPanel();
    await untilInformed(desk);
    const service = must(await desk.catalogs.type(desk.connection.id, "articles"));
    const before = desk.log.length;

    must(await requireVersionForLocale(service, { hasOthers: false }));
    must(await canFilterByState(service));

    assert.equal(desk.log.length, before);
  });

  it("appear in the diagnosis of a connection", async () => {
    const desk = await openPanel();
    desk.catalogs.forget(desk.connection.id);

    const { capabilities } = await diagnoseConnection(
      desk,
      desk.connection,
      AbortSignal.timeout(30_000),
    );

    assert.equal(capabilities.version, magazine().description.version);
  });

  it("do not delay other requests when the service does not answer", async () => {
    const { way: proxy, desk } = await openWay();
    proxy.inject(/admin\/information/, silence);
    must(await desk.admins.signIn(desk.connection));

    must(await desk.catalogs.service(desk.connection.id));

    assert.equal(versionOf(desk), undefined);
  });

  it("do not ask the administrator to sign in when the sign-in has expired", async () => {
    const desk = openDesk();
    await desk.store.saveSecret(desk.connection, "admin", "an-ended-token");
    await desk.connections.change(desk.connection, { adminEmail: "admin@example.com" });
    desk.logins.push(adminLogin());

    must(await desk.catalogs.service(desk.connection.id));
    await desk.catalogs.inform(desk.connection.id);

    assert.deepEqual([asked(desk), desk.logins.length, versionOf(desk)], [1, 1, undefined]);
  });

  it("show PostgreSQL when the project depends on pg only", async () => {
    const { way: proxy, desk } = await openWay();
    const dependencies = { "@strapi/strapi": "5.54.0", pg: "8.16.3" };
    const answer = (body: unknown) => ({ data: { ...dataIn(body), dependencies } });
    proxy.reshape(/admin\/information/, { answer });
    const informed = new Promise((resolve) => desk.catalogs.onDidInform(resolve));

    must(await desk.admins.signIn(desk.connection));

    assert.equal(await informed, desk.connection.id);
    assert.equal(desk.catalogs.capabilities(desk.connection.id).database, "postgres");
  });
});

const dataIn = (body: unknown): object => (body as { data: object }).data;
