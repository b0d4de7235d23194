import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { ListParams } from "../../src/client/index.ts";
import { refusal } from "../support/loopback.ts";
import type { Reply } from "../support/loopback.ts";
import { loopbackCms } from "./loopbackCms.ts";
import type { Article } from "./loopbackCms.ts";
import { paged, rows, byThrees } from "./pagedService.ts";

interface ResumeFilter {
  readonly documentId: { readonly $in: readonly string[] };
  readonly $and?: readonly [ResumeFilter];
}

describe("Progress of a failed read", () => {
  const at = loopbackCms({ retries: 0 });
  const articles = () => at.cms.collection<Article>("articles");
  const broken = refusal(500, "InternalServerError", "Internal Server Error");

  for (const params of [
    byThrees,
    { ...byThrees, sort: ["title:asc"] },
    { pagination: { limit: 3 } },
  ]) {
    it(`the progress of a failed read lets the caller resume after the first page, with ${JSON.stringify(params)}`, async () => {
      at.service.answer(paged(rows), paged(rows), broken);
      const [error] = await articles().findMany({ all: true, params });
      at.service.answer(paged(rows));

      const progress = error!.progress!;
      const [, remainingRows, meta] = await articles().findMany({
        all: true,
        params: progress.resume,
      });

      assert.deepEqual(
        [progress.read, progress.documents, remainingRows, meta?.changed],
        [6, rows.slice(0, 6), rows.slice(6), false],
      );
    });
  }

  it("the progress of a failed read lets the caller resume within a filter with many documentIds", async () => {
    const $in = Array.from({ length: 250 }, (_, index) => `tea${String(index).padStart(3, "0")}`);
    const all = $in.map((documentId) => ({ documentId, title: documentId }));
    const answer: Reply = (response, received) => {
      const filter = received.query["filters"] as ResumeFilter;
      const { documentId } = filter.$and ? filter.$and[0] : filter;
      paged(all.filter((row) => documentId.$in.includes(row.documentId)))(response, received);
    };
    at.service.answer(answer, answer, answer, answer, broken);
    const params = { pagination: { pageSize: 30 }, filters: { documentId: { $in } } };
    const [error] = await articles().findMany({ all: true, params });
    at.service.answer(answer);

    const progress = error!.progress!;
    const [, remainingRows, meta] = await articles().findMany({
      all: true,
      params: progress.resume,
    });

    assert.equal(progress.read, 100);
    assert.deepEqual(
      [[...progress.documents, ...(remainingRows ?? [])], meta?.changed],
      [all, false],
    );
  });

  it("the progress of a failed read lets the caller resume in every locale from the last document", async () => {
    const localized = rows.flatMap((row) => ["de", "en"].map((locale) => ({ ...row, locale })));
    at.service.answer(paged(localized), paged(localized), broken);
    const params = { locale: "*", pagination: { pageSize: 5 } };
    const [error] = await articles().findMany({ all: true, params });
    at.service.answer(paged(localized));

    const { read, documents, resume } = error!.progress!;
    const [, remainingRows] = await articles().findMany({ all: true, params: resume });

    const last = (documents.at(-1) as Article).documentId;
    const from = localized.findIndex(({ documentId }) => documentId === last);
    assert.deepEqual([documents, remainingRows], [localized.slice(0, read), localized.slice(from)]);
  });

  it("the progress of a failed read lets the caller resume several times without deeper filters", async () => {
    let params: ListParams = {
      pagination: { pageSize: 1 },
      filters: { title: { $contains: "T" } },
    };
    const read: unknown[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      at.service.answer(paged(rows), broken);
      const [error] = await articles().findMany({ all: true, params });
      read.push(...error!.progress!.documents);
      params = error!.progress!.resume;
    }

    const depth = JSON.stringify(params.filters).split("$and").length - 1;
    assert.deepEqual([read, depth], [rows.slice(0, 6), 1]);
  });

  it("the progress of a failed read is part of the error message", async () => {
    at.service.answer(paged(rows), broken);

    const [error] = await articles().findMany({ all: true, params: byThrees });

    assert.match(error!.message, /after 3 documents/);
  });

  it("the progress of a failed read is missing when the first page fails", async () => {
    at.service.answer(broken);

    const [error] = await articles().findMany({ all: true });

    assert.equal(error?.progress, undefined);
  });

  it("the progress of a failed read is not part of the printed error", async () => {
    at.service.answer(paged(rows), broken);

    const [error] = await articles().findMany({ all: true, params: byThrees });

    const printed = inspect(error, { depth: 9 }) + JSON.stringify(error);
    assert.doesNotMatch(printed, /Tea \d/);
  });
});
