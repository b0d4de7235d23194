import assert from "node:assert/strict";
import { createAdmin } from "../../../src/client/admin/index.ts";
import { createCms } from "../../../src/client/index.ts";
import type { Cms } from "../../../src/client/index.ts";
import { readAsAdmin } from "../../../src/model/reading/adminReader.ts";
import type { Manage } from "../../../src/model/schemas/catalogs.ts";
import { done, refused } from "../../../src/model/foundation/outcome.ts";
import { json, startLoopback } from "../../support/loopback.ts";
import type { Loopback } from "../../support/loopback.ts";
import { kitchen, recipes } from "../kitchen.ts";
import { unlearned } from "../unlearned.ts";

describe("readAsAdmin", () => {
  let panel: Loopback;
  let cms: Cms;
  beforeEach(async () => {
    panel = await startLoopback();
    cms = createCms({ baseUrl: panel.url, token: "administrator", retries: 0 });
  });
  afterEach(async () => {
    await cms.close();
    await panel.stop();
  });

  const manage: Manage = async (work) => {
    const [error, value] = await work(createAdmin(cms));
    return error ? refused(error) : done(value);
  };
  const read = () => {
    const service = {
      cms,
      type: recipes,
      catalog: kitchen,
      ...unlearned(),
      manage,
    };
    return readAsAdmin(service, { documentId: "tea1", status: "draft" });
  };
  /** Answers as a service with a document whose tags fill two pages. The version depends on the number of reads. */
  const answering = (versionOf: (read: number) => string) => {
    let reads = 0;
    const pages = [["tag3", "tag2"], ["tag1"]];
    panel.answer((response, received) => {
      const isRelation = received.path.includes("/relations/");
      if (!isRelation) reads += 1;
      const page = Number(received.query["page"] ?? 1);
      const results = (pages[page - 1] ?? []).map((documentId) => ({
        documentId,
        word: documentId,
      }));
      const row = {
        documentId: "tea1",
        title: "Tea",
        editorsNote: "secret",
        tags: { count: 3 },
        updatedAt: versionOf(reads),
      };
      const body = isRelation ? { results, pagination: { page, pageCount: 2 } } : { data: row };
      json(body)(response, received);
    });
  };

  it("readAsAdmin reads the targets of a relation from all pages, in order", async () => {
    answering(() => "1");

    const row = await read();

    const tags = (row!["tags"] as { documentId: string }[]).map(({ documentId }) => documentId);
    assert.deepEqual(tags, ["tag1", "tag2", "tag3"]);
  });

  it("readAsAdmin leaves out private attributes, which the content manager returns", async () => {
    answering(() => "1");

    const row = await read();

    assert.deepEqual([row?.["title"], "editorsNote" in (row ?? {})], ["Tea", false]);
  });

  it("readAsAdmin reads again when another user changed the document between its requests", async () => {
    answering((reads) => (reads === 1 ? "1" : "2"));

    const row = await read();

    assert.equal(row?.["updatedAt"], "2");
  });

  it("readAsAdmin returns undefined when the administrator may not read the document", async () => {
    panel.answer(json({ data: null, error: { status: 403, name: "ForbiddenError" } }, 403));

    assert.equal(await read(), undefined);
  });
});
