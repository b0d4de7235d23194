import assert from "node:assert/strict";
import { createFromText } from "../../../src/model/create/newDocument.ts";
import { newDocumentId } from "../../../src/model/foundation/address.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { json, refusal } from "../../support/loopback.ts";
import { magazine, openModel } from "../magazine.ts";

const posts = /^POST \/\w+\/categories$/;

describe("Create with a false answer", () => {
  let proxy: Faults;
  beforeEach(async () => {
    proxy = await startFaults(magazine().url);
  });
  afterEach(() => proxy.stop());

  const create = (model = openModel({ url: proxy.url })) => {
    const address = model.at("categories", newDocumentId());
    const content = { name: `Tea ${newDocumentId()}`, description: "Warm" };
    return createFromText({ address, content }, model);
  };

  /** Answers with what was sent, and stores nothing. */
  const repeat = (facts: JsonObject) => {
    proxy.inject(posts, (response, request) => {
      const { data } = request.body as { readonly data: JsonObject };
      json({ data: { ...data, ...facts } }, 201)(response, request);
    });
  };

  it("a create fails if the service stored nothing", async () => {
    repeat({ id: 1, documentId: "never0written0never0writ" });

    const [failure] = await create();

    assert.equal(failure?.code, "not-created");
  });

  it("a create records the documentId of a document that a read doesn't find", async () => {
    const documentId = "never0written0never0writ";
    const model = openModel({ url: proxy.url });
    repeat({ id: 1, documentId });

    const [failure] = await create(model);

    assert.deepEqual(failure, { code: "not-created", documentId });
    const history = await model.journal.history(model.at("categories", documentId));
    assert.deepEqual(
      history.map(({ action, outcome }) => [action, outcome]),
      [["create", "unknown"]],
    );
  });

  for (const [status, name] of [
    [403, "ForbiddenError"],
    [429, "RateLimitError"],
    [500, "InternalServerError"],
  ] as const) {
    it(`a create returns the document of the answer if it can't be read: ${status}`, async () => {
      const model = openModel({ url: proxy.url });
      let isCreated = false;
      proxy.reshape(posts, {
        answer: (body) => {
          isCreated = true;
          proxy.inject(/^GET \/\w+\/categories(\/|$)/, refusal(status, name, "Not now"));
          return body;
        },
      });

      const [failure, created] = await create(model);

      assert.deepEqual([isCreated, failure], [true, null]);
      assert.equal(created?.snapshot.content["description"], "Warm");
      const [entry] = await model.journal.history(created.address);
      assert.deepEqual([entry?.action, entry?.outcome], ["create", "done"]);
    });
  }

  it("a create fails if the answer has no documentId", async () => {
    repeat({ id: 1 });

    const [failure] = await create();

    assert.equal(failure?.code, "not-created");
  });

  it("a create fails if the documentId of the answer leads to another route", async () => {
    repeat({ id: 1, documentId: "../users/1" });

    const [failure] = await create();

    assert.deepEqual(failure?.code === "service" && failure.error.name, "ParseError");
  });

  it("reports a field that was dropped although the answer has it", async () => {
    proxy.inject(posts, (response, request) => {
      const { data } = request.body as { readonly data: JsonObject };
      const forward = async () => {
        const answer = await fetch(`${magazine().url}${request.path}?status=draft`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            authorization: `Bearer ${magazine().tokens.full}`,
          },
          body: JSON.stringify({ data: { ...data, description: null } }),
        });
        const body = (await answer.json()) as { readonly data: JsonObject };
        json({ data: { ...body.data, description: data["description"] } })(response, request);
      };
      void forward();
    });

    const [failure, created] = await create();

    assert.equal(failure, null);
    assert.deepEqual(
      created.report.deviations.map(({ path, isLost }) => [path, isLost]),
      [["description", true]],
    );
  });
});
