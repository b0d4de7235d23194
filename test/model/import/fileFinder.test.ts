import assert from "node:assert/strict";
import { FileFinder } from "../../../src/model/import/targetFinder.ts";
import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import { ask, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";

describe("FileFinder", () => {
  it("FileFinder finds a file by id, documentId or name, only when all given values match", async () => {
    const model = openModel();
    const files = new FileFinder(must(await model.catalogs.service(model.connection.id)));
    const [file = {}] = (await ask("GET", "upload/files")) as JsonObject[];
    const { id = 0, documentId = "", name = "" } = file;
    const same: Json[] = [
      id,
      { id },
      documentId,
      { documentId },
      { id, documentId, name },
      { name },
    ];
    const others: Json[] = [999_999, { id: 999_999 }, { id, name: "nowhere.png" }, "nowhere", {}];

    must(await files.learn([...same, ...others]));

    assert.deepEqual(
      [...same, ...others].map((said) => files.find(said)),
      [...same.map(() => [documentId]), ...others.map(() => [])],
    );
  });

  it("FileFinder finds files for many names with characters outside ASCII", async () => {
    const model = openModel();
    const files = new FileFinder(must(await model.catalogs.service(model.connection.id)));
    const names = Array.from({ length: 50 }, (_, at) => `${at} ${"冬のお茶".repeat(15)}.png`);

    must(await files.learn(names.map((name) => ({ name }))));

    assert.deepEqual(files.find({ name: names[0]! }), []);
  });
});
