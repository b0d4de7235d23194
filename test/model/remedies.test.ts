import assert from "node:assert/strict";
import { createCms } from "../../src/client/index.ts";
import { Connections } from "../../src/model/connect/connections.ts";
import { remediesOf } from "../../src/model/remedies.ts";
import { createAuthority } from "../support/certificates.ts";
import { html, hangUp, refusal, startLoopback } from "../support/loopback.ts";
import type { Loopback, Reply } from "../support/loopback.ts";
import { startTlsService } from "../support/tlsService.ts";
import { TestModel } from "./testModel.ts";
import type { Failure } from "../../src/model/failure.ts";

describe("remediesOf", () => {
  let service: Loopback;
  const models: TestModel[] = [];
  beforeEach(async () => {
    service = await startLoopback();
  });
  afterEach(async () => {
    for (const model of models.splice(0)) model.close();
    await service.stop();
  });

  const failureAt = async (url: string): Promise<Failure> => {
    const model = new TestModel({ url, token: "secret" });
    models.push(model);
    const [failure] = await model.catalogs.service(model.connection.id);
    assert.ok(failure);
    return failure;
  };

  const answers: Readonly<Record<string, readonly [Reply, readonly string[]]>> = {
    "a rejected token": [refusal(401, "UnauthorizedError", "No"), ["token"]],
    "a missing permission": [refusal(403, "ForbiddenError", "No"), ["permissions"]],
    "too many requests": [refusal(429, "RateLimitError", "No"), ["again"]],
    "an error of the service": [refusal(500, "InternalServerError", "No"), ["log"]],
    "a gateway that does not reach the service": [html("No", 502), ["again", "log"]],
    "a page instead of content": [html("Welcome"), ["log"]],
    "a broken connection": [hangUp, ["again", "edit"]],
    "a type that does not exist": [refusal(404, "NotFoundError", "No"), []],
  };
  for (const [what, [answer, remedies]] of Object.entries(answers)) {
    it(`remediesOf returns ${remedies.join(", then ") || "nothing"} for ${what}`, async () => {
      service.answer(answer);

      const failure = await failureAt(service.url);

      assert.deepEqual(remediesOf(failure), remedies);
    });
  }

  it("remediesOf returns allFields for an error of the service on a write that only contained changes", async () => {
    service.answer(refusal(500, "InternalServerError", "No"));
    const failure = await failureAt(service.url);

    assert.equal(failure.code, "service");
    assert.deepEqual(remediesOf({ ...failure, partialType: "articles" }), ["allFields", "log"]);
  });

  it("remediesOf returns signIn for a request without credentials that is forbidden", async () => {
    service.answer(refusal(403, "ForbiddenError", "No"));
    const model = new TestModel({ url: service.url, token: "" });
    models.push(model);

    const [failure] = await model.catalogs.service(model.connection.id);

    assert.ok(failure);
    assert.deepEqual(remediesOf(failure), ["signIn"]);
  });

  it("remediesOf returns certificate for a certificate of an unknown authority", async () => {
    const authority = await createAuthority();
    const secure = await startTlsService(await authority.forServer());

    const failure = await failureAt(secure.url);
    await secure.stop();

    assert.deepEqual(remediesOf(failure), ["certificate"]);
  });

  it("remediesOf returns edit for an https URL of a service without HTTPS", async () => {
    const failure = await failureAt(service.url.replace("http:", "https:"));

    assert.deepEqual(remediesOf(failure), ["edit"]);
  });

  it("remediesOf returns edit for a certificate of another host", async () => {
    const authority = await createAuthority();
    const secure = await startTlsService(await authority.forServer({ names: ["cms.example.com"] }));
    const cms = createCms({ baseUrl: secure.url, tls: { ca: authority.cert } });
    const [error] = await cms.schema().contentTypes();
    await Promise.all([cms.close(), secure.stop()]);

    assert.ok(error);
    assert.deepEqual(remediesOf({ code: "service", error }), ["edit"]);
  });

  it("remediesOf returns unlock for a locked connection, reported by the client or by the model", async () => {
    const model = new TestModel({ url: service.url });
    models.push(model);
    const cms = await model.connections.client(model.connection.id);
    await model.connections.change(model.connection, { environment: "production" });

    const [error] = (await cms?.collection("tags").delete({ documentId: "tea1" })) ?? [];

    assert.ok(error);
    assert.deepEqual(
      [remediesOf({ code: "service", error }), remediesOf({ code: "locked", name: "Acme" })],
      [["unlock"], ["unlock"]],
    );
  });

  it("remediesOf returns proxy first when the proxy can't be reached", async () => {
    const network = () => Promise.resolve({ proxy: "http://127.0.0.1:9" });
    const model = new TestModel({
      url: service.url,
      connect: (store, options) => new Connections(store, { ...options, network }),
    });
    models.push(model);

    const [failure] = await model.catalogs.service(model.connection.id);

    assert.ok(failure);
    assert.equal(remediesOf(failure)[0], "proxy");
  });

  it("remediesOf returns nothing when an administrator's request is rejected", async () => {
    const model = new TestModel({ url: service.url });
    models.push(model);
    const { id } = model.connection;
    const remedies: unknown[] = [];

    for (const [status, name] of [
      [401, "UnauthorizedError"],
      [403, "ForbiddenError"],
    ] as const) {
      service.answer(refusal(status, name, "No"));
      const calls = [
        await model.administrators.call(id, (admin) => admin.me(), true),
        await model.administrators.call(
          id,
          (admin) => admin.discard({ uid: "api::tea.tea" }),
          true,
        ),
      ];
      remedies.push(...calls.map(([failure]) => failure && remediesOf(failure)));
    }

    assert.deepEqual(remedies, [[], [], [], []]);
  });

  it("remediesOf returns the proxy or the certificate that prevents a client", () => {
    const url = "https://cms.example.com";

    const remedies = [
      remediesOf({ code: "invalid-network-setting", url, part: "proxy" }),
      remediesOf({
        code: "invalid-network-setting",
        url,
        part: "certificate",
        file: "a.pem",
        why: "ENOENT",
      }),
      remediesOf({ code: "unchanged" }),
    ];

    assert.deepEqual(remedies, [["proxy"], ["certificate"], []]);
  });
});
