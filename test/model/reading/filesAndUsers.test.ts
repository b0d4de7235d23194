import assert from "node:assert/strict";
import { findCandidates } from "../../../src/model/find/targetSearch.ts";
import { userUid } from "../../../src/model/foundation/address.ts";
import type { Outcome } from "../../../src/model/foundation/outcome.ts";
import {
  findFiles,
  readAllFiles,
  readFilePage,
  searchFiles,
} from "../../../src/model/reading/fileReader.ts";
import type { ReadFailure } from "../../../src/model/reading/readOptions.ts";
import { readUserPage, readUsers } from "../../../src/model/reading/userReader.ts";
import type { Service } from "../../../src/model/schemas/catalogs.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { ask, magazine, openModel } from "../magazine.ts";
import { must, why } from "../outcomes.ts";

type Rows = readonly { readonly id: number }[];

const lists = /GET .*\/(users|upload\/files)$/;

describe("Files and users on changed pages", () => {
  let faults: Faults;
  let service: Service;
  let counts: readonly number[];

  before(async () => {
    faults = await startFaults(magazine().url);
    const all = (await Promise.all([ask("GET", "upload/files"), ask("GET", "users")])) as Rows[];
    counts = all.map(({ length }) => length);
  });
  beforeEach(async () => {
    const model = openModel({ url: faults.url });
    service = must(await model.catalogs.service(model.connection.id));
  });
  afterEach(() => faults.heal());
  after(() => faults.stop());

  const removeRow = (): void => {
    faults.reshape(lists, { answer: (rows) => (rows as Rows).slice(1) });
  };

  const ignoreFilters = (limit: string): void => {
    faults.reshape(lists, { query: (query) => ({ ...query, filters: {}, limit }) });
  };

  type Pages = AsyncGenerator<Outcome<Rows, ReadFailure>, void, void>;

  async function readAll(pages: Pages): Promise<Outcome<number[], ReadFailure>> {
    const ids = [];
    for await (const [failure, rows] of pages) {
      if (failure) return [failure, null];
      ids.push(...rows.map(({ id }) => id));
    }
    return [null, ids];
  }

  const readBoth = () =>
    Promise.all([readAll(readAllFiles(service)), readAll(readUsers(service, {}))]);

  it("files and users are read to the end when the service grants fewer rows than requested", async () => {
    faults.reshape(lists, { query: (query) => ({ ...query, limit: "5" }) });

    const both = await readBoth();

    const ids = both.map(must);
    assert.deepEqual(
      ids.map((of) => new Set(of).size),
      counts,
    );
  });

  it("reading files and users fails by the name of the fault when the service ignores the filter", async () => {
    ignoreFilters("5");

    const both = await readBoth();

    assert.deepEqual(both.map(why), ["endless-pages", "endless-pages"]);
  });

  it("files and users have another page after one that lacks a row", async () => {
    removeRow();

    const [files, users] = [
      must(await readFilePage(service, {}, { start: 0, limit: 10 })),
      must(await readUserPage(service, {}, { start: 0, limit: 10 })),
    ];

    assert.deepEqual([files.rows.length, files.isLast], [9, false]);
    assert.deepEqual([users.rows.length, users.isLast], [9, false]);
  });

  it("files and users have no page after the last one", async () => {
    const range = { start: 0, limit: 100 };

    const pages = [
      must(await readFilePage(service, {}, range)),
      must(await readUserPage(service, {}, range)),
    ];

    assert.deepEqual(
      pages.map(({ isLast }) => isLast),
      [true, true],
    );
  });

  it("files and users are found by their own values only when the service ignores the filter", async () => {
    ignoreFilters("100");

    const files = must(await findFiles(service, [["name", "night-sky.png"]]));

    assert.deepEqual(
      files.map(({ name }) => name),
      ["night-sky.png"],
    );
  });

  it("files and users are cut with a sign when more than 25 match a search", async () => {
    const few = must(await searchFiles(service, { search: "night-sky" }));
    const users = must(await findCandidates(service, { target: userUid, search: "" }));
    faults.reshape(/upload\/files$/, {
      answer: (rows) => [rows, rows, rows].flatMap((some) => some as Rows),
    });

    const files = must(await searchFiles(service, { search: "" }));

    assert.deepEqual(
      [few, users, files].map(({ rows, isTruncated }) => [rows.length, isTruncated]),
      [
        [1, false],
        [25, true],
        [25, true],
      ],
    );
  });
});
