import assert from "node:assert/strict";
import fc from "fast-check";
import { MediaLibrary } from "../../../src/model/media/mediaLibrary.ts";
import { Pictures } from "../../../src/model/media/pictures.ts";
import { mediaType } from "../../../src/model/foundation/address.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { anyOddValue, makeOdd } from "../../support/oddAnswers.ts";
import { magazine, makeArticle, openModel } from "../magazine.ts";
import type { TestModel } from "../testModel.ts";
import { caseCount } from "../../support/longRun.ts";

const seed = Number(process.env["CMS_SEED"] ?? 20_260_101);
const numRuns = caseCount(12);

type Read = (model: TestModel, id: string) => Promise<readonly [unknown, unknown]>;

const reads: Readonly<Record<string, Read>> = {
  schema: (model) => model.catalogs.service(model.connection.id),
  document: (model, id) => model.reader.read(model.article(id)),
  "list of documents": async (model) => {
    const { failure = null } = await model.lists.listing(placeOf(model, "articles")).open();
    return [failure, null];
  },
  "list of files": async (model) => {
    const { failure = null } = await model.lists.listing(placeOf(model, mediaType)).open();
    return [failure, null];
  },
  "search for files": async (model) => {
    const at = model.connection.id;
    const [failure, page] = await new MediaLibrary(model.catalogs).search(at, { search: "" });
    if (failure) return [failure, null];
    const { rows: files } = page;
    const pictures = new Pictures(model.connections);
    for (const file of files.slice(0, 3)) await pictures.of(at, file);
    for (const { documentId } of files) await model.reader.read(model.at(mediaType, documentId));
    return [null, files];
  },
};

const placeOf = ({ connection }: TestModel, type: string) => ({ connection: connection.id, type });

describe("Odd schemas and files", function () {
  this.timeout(60_000 + numRuns * 1_000);
  let service: Faults;
  let id: string;
  before(async () => {
    service = await startFaults(magazine().url);
    id = await makeArticle({ title: "Green tea" }, "status=draft");
  });
  after(() => service.stop());

  it("each read returns a failure or a value when the schema or the files are odd", async () => {
    const results = new Set<string>();
    await fc.assert(
      fc.asyncProperty(anyOddValue, fc.constantFrom(...Object.keys(reads)), async (odd, name) => {
        makeOdd(service, odd);

        const [failure] =
          (await reads[name]?.(openModel({ url: service.url, catalogs: {} }), id)) ?? [];

        results.add(failure === null ? "value" : "failure");
      }),
      { seed, numRuns },
    );
    assert.deepEqual([...results].sort(), ["failure", "value"]);
  });
});
