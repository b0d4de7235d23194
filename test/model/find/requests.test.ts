import assert from "node:assert/strict";
import { findContent } from "../../../src/model/find/typeSearch.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { refusal } from "../../support/loopback.ts";
import { untilEqual } from "../../window/until.ts";
import { magazine, make, makeArticle, openModel, unique } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { find, reported } from "./finding.ts";

describe("Find Content, requests", () => {
  let faults: Faults;
  beforeEach(async () => {
    faults = await startFaults(magazine().url);
  });
  afterEach(() => faults.stop());

  it("Find Content sends four requests at a time, and none after the search is aborted", async () => {
    const model = openModel({ url: faults.url });
    must(await model.catalogs.service(model.connection.id));
    const schema = faults.requests.length;
    const abort = new AbortController();
    faults.hold(/./);

    const finding = findContent(model, {
      ...{ connection: model.connection, text: "tea", inZones: false, signal: abort.signal },
      show: () => assert.fail("No result was expected"),
    });
    const begun = () => Promise.resolve(faults.requests.length - schema);
    await untilEqual(begun, 4);
    abort.abort();
    const [failure] = await finding;

    assert.deepEqual([failure, await begun()], [null, 4]);
  });

  it("Find Content reports a failed request and shows the results of the others", async () => {
    const model = openModel({ url: faults.url });
    const [title, name] = [unique("Fault"), unique("Tag")];
    const word = title.split(" ").at(-1)!;
    await makeArticle({ title });
    await make("tags", { name: `${name} ${word}` });
    faults.inject(
      /^GET \/\w+\/articles/,
      refusal(500, "InternalServerError", "Internal Server Error"),
    );

    const results = await find(model, word);

    const wrong = results.failures.map(({ type, failure }) => [
      type?.name,
      failure.code === "service" && failure.error.name,
    ]);
    assert.deepEqual(reported(results), [`tags | ${name} ${word} | published`]);
    assert.deepEqual(wrong, [["articles", "HttpError"]]);
  });
});
