import assert from "node:assert/strict";
import { untilEqual } from "../../window/until.ts";
import {
  changeElsewhere,
  make,
  makeArticle,
  openModel,
  unique,
  useFaultyProxy,
} from "../magazine.ts";
import { must } from "../outcomes.ts";

/** The versions of the document, its status, and the documents that refer to it. */
const firstRequests = 9;
/** The targets that are published, one request for each type. */
const secondRequests = 2;

describe("Question before a publish", () => {
  const proxy = useFaultyProxy();

  it("the question before a publish is read in the time of two requests after one another", async () => {
    const model = openModel({ url: proxy.url });
    const id = await makeArticle({ title: unique("Tea") });
    await changeElsewhere(id, {
      kicker: "Winter",
      tags: [await make("tags?status=draft", { name: unique("Tag") })],
      category: await make("categories", { name: unique("Category") }),
      related: [await makeArticle({}, "status=draft")],
    });
    const address = model.article(id);
    // The first read of a type also reads its schema, and tests its route.
    must(await model.publication.previewAction("publish", address));
    await proxy.untilQuiet();
    const waiting: (() => void)[] = [];
    proxy.meet(
      () =>
        new Promise((resolve) => {
          waiting.push(() => resolve(undefined));
        }),
    );
    const heldRequests = () => Promise.resolve(waiting.length);
    const before = proxy.passages.length;

    const asking = model.publication.previewAction("publish", address);
    await untilEqual(heldRequests, firstRequests);
    for (const pass of waiting.splice(0)) pass();
    await untilEqual(heldRequests, secondRequests);
    for (const pass of waiting.splice(0)) pass();
    const { publishing } = must(await asking);

    assert.deepEqual(
      publishing.omitted.map(({ path }) => path),
      ["tags", "related"],
    );
    assert.equal(proxy.passages.length - before, firstRequests + secondRequests);
  });
});
