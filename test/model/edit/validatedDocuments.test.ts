import assert from "node:assert/strict";
import { modelOn } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";
import { collections, singles } from "../everyPlace.ts";
import fc from "fast-check";
import { anyContent } from "../anyDocument.ts";
import { useSeededService } from "../magazine.ts";
import { plainList } from "../../support/plainHttp.ts";
import { must } from "../outcomes.ts";
import { validate } from "../../../src/model/edit/validation.ts";
import type { Address } from "../../../src/model/foundation/address.ts";
import { reported } from "./findings.ts";
import { isLongRun } from "../../support/longRun.ts";

const ofOtherDatabases: ReadonlySet<string> = new Set([
  "beyond-integer",
  "beyond-big-integer",
  "year-zero",
  "null-character",
  "bare-json",
]);

/** `npm test` validates every twelfth document. `npm run test:long` validates all documents. */
const step = isLongRun ? 1 : 12;

describe("Validation of the magazine's documents", function () {
  this.timeout(120_000);
  const service = useSeededService();
  let model: TestModel;

  before(() => {
    model = modelOn(service());
  });

  after(() => model.close());

  async function addresses(type: string, locale?: string): Promise<Address[]> {
    const addressList: Address[] = [];
    for (let page = 1; ; page += 1) {
      const query = `status=draft&fields=documentId&pagination[page]=${page}&pagination[pageSize]=100`;
      const rows = await plainList(
        service(),
        `${type}?${query}${locale ? `&locale=${locale}` : ""}`,
      );
      addressList.push(...rows.map(({ documentId }) => model.at(type, documentId, locale)));
      if (rows.length < 100) return addressList;
    }
  }

  /** The findings in each document, with and without a base. */
  async function findings(all: readonly Address[]): Promise<string[]> {
    const findingLines: string[] = [];
    for (const address of all) {
      const service = must(await model.catalogs.type(address.connection, address.type));
      const { content } = must(await model.reader.read(address));
      // Without a base, all content counts as edited.
      const typed = await validate(content, service, undefined);
      const opened = await validate(content, service, content);
      findingLines.push(...reported([...typed, ...opened]).map((line) => `${address.id} ${line}`));
    }
    return findingLines;
  }

  for (const [type, locale] of collections) {
    it(`validation finds no error in ${type} ${locale ?? ""} of the magazine`, async () => {
      const all = (await addresses(type, locale)).filter((_, index) => index % step === 0);

      const findingLines = await findings(all);

      assert.deepEqual(findingLines, []);
      assert.ok(all.length > 0);
    });
  }

  it("validation finds no error in single types of the magazine", async () => {
    const findingLines = await findings(
      singles.map(([type, locale]) => model.single(type, locale)),
    );

    assert.deepEqual(findingLines, []);
  });

  it("validation finds no error in generated content that the service accepts", async () => {
    const service = must(await model.catalogs.service(model.connection.id));
    const { catalog } = service;
    const ids = ["ik4z3", "n95ij", "nnjy8", "md226"];
    const targets = new Map([...catalog.targets.keys()].map((uid) => [uid, ids]));
    const files = ids.map((documentId) => ({ documentId }));
    const stock = { catalog, targets, files, database: "sqlite" } as const;

    for (const type of catalog.types.values()) {
      const any = fc.asyncProperty(anyContent(type.attributes, stock), async (content) => {
        const findings = await validate(content, { ...service, type }, undefined);
        // Warnings about other databases don't apply here.
        const relevantFindings = findings.filter(({ code }) => !ofOtherDatabases.has(code));
        assert.deepEqual(reported(relevantFindings), []);
      });
      await fc.assert(any, { seed: 20_260_301, numRuns: 200 });
    }
  });
});
