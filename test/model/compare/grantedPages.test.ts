import assert from "node:assert/strict";
import { compare } from "../../../src/model/compare/comparisonRun.ts";
import { keyCandidates } from "../../../src/model/compare/keyCandidates.ts";
import type { Comparison } from "../../../src/model/compare/comparison.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { itLong } from "../../support/longRun.ts";
import type { Faults } from "../../support/faults.ts";
import { startFaults } from "../../support/faults.ts";
import type { Service } from "../../support/service.ts";
import { must } from "../outcomes.ts";
import { useShapedService } from "../shapedService.ts";
import { TestModel } from "../testModel.ts";
import { targetId } from "../twoServices.ts";
import { plainRequest } from "../../support/plainHttp.ts";

/** The rows of a list without its first row, as a middleware of a project can hide it. */
function withoutFirst(body: unknown): unknown {
  const { data, ...otherFields } = body as { readonly data: unknown };
  return { ...otherFields, data: Array.isArray(data) ? data.slice(1) : data };
}

describe("Comparison with pages of 7", () => {
  let service: Service;
  let faults: Faults;
  let model: TestModel;

  const shaped = useShapedService();
  before("start a proxy to the service", async () => {
    service = shaped();
    faults = await startFaults(service.url);
  });
  beforeEach(() => {
    // Both connections are to the same service, so that all documents are the same.
    model = new TestModel({ ...service, token: service.tokens.full });
    const { url } = faults;
    const target = { id: targetId, name: "Target", url, apiPrefix: service.apiPrefix };
    model.store.connections = [model.connection, target];
    model.store.tokens.set(targetId, service.tokens.full);
  });
  afterEach(() => {
    faults.heal();
    model.close();
  });
  after(() => faults.stop());

  const compared = (type: string, filter?: JsonObject) => {
    const { id } = model.connection;
    const collection = { connection: id, type };
    const target = { kind: "matching", collection, ...(filter && { filter }) } as const;
    return compare({ from: id, to: targetId, target }, {}, model);
  };
  const countOf = async (type: string, filter = ""): Promise<number> => {
    const path = `${type}?status=draft&pagination[pageSize]=1${filter}`;
    const { body } = await plainRequest(service, "GET", path);
    return (body as { meta: { pagination: { total: number } } }).meta.pagination.total;
  };
  const sameIn = ({ counts, rows }: Comparison): number => {
    assert.equal(counts.same, rows.length);
    return counts.same;
  };

  for (const type of ["authors", "pages"]) {
    const test = type === "authors" ? it : itLong;
    test(`a comparison with pages of 7 finds all ${type} the same`, async () => {
      const count = await countOf(type);
      assert.ok(count > 7, `${count}`);
      assert.equal(sameIn(must(await compared(type))), count);
    });

    test(`a comparison with pages of 7 finds all ${type} of a filter the same`, async () => {
      const count = await countOf(type, "&filters[id][$gt]=1");
      assert.ok(count > 7, `${count}`);
      assert.equal(sameIn(must(await compared(type, { id: { $gt: 1 } }))), count);
    });

    test(`a comparison fails with IncompleteListError if a side hides ${type} that it counts`, async () => {
      faults.reshape(new RegExp(`/${type}$`), { answer: withoutFirst });
      for (const filter of [undefined, { id: { $gt: 1 } }]) {
        const [failure] = await compared(type, filter);
        assert.ok(failure && "error" in failure, JSON.stringify(failure));
        assert.equal(failure.error.name, "IncompleteListError");
      }
    });
  }

  it("a comparison with pages of 7 counts the values of all documents for a key", async () => {
    const comparison = must(await compared("authors"));
    const { candidates, isTruncated } = must(
      await keyCandidates(comparison, "api::author.author", undefined, model),
    );
    const slug = candidates.find(({ name }) => name === "slug");
    assert.deepEqual([slug?.matches, slug?.missing], [await countOf("authors"), 0]);
    assert.equal(isTruncated, false);
  });

  it("a comparison with pages of 7 says that a key's values are those of the first 500 documents", async () => {
    const comparison = must(await compared("authors"));
    let at = 0;
    faults.reshape(/\/authors$/, {
      // Fills each page with new documents.
      answer: () => ({
        data: Array.from({ length: 100 }, () => {
          at += 1;
          return { id: at, documentId: `z${String(at).padStart(9, "0")}`, slug: `slug-${at}` };
        }),
        meta: { pagination: { page: 1, pageSize: 100, pageCount: 20, total: 2_000 } },
      }),
    });
    const { candidates, isTruncated } = must(
      await keyCandidates(comparison, "api::author.author", undefined, model),
    );
    const slug = candidates.find(({ name }) => name === "slug");
    assert.equal(slug?.missing, 0);
    assert.equal(isTruncated, true);
  });
});
