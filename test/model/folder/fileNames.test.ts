import { deepEqual, equal, match, ok } from "node:assert/strict";
import fc from "fast-check";
import { FileNames, safeName, typeFolder } from "../../../src/model/folder/fileNames.ts";
import { caseCount } from "../../support/longRun.ts";
import { anyKey, devices } from "./anyKey.ts";

describe("Names of content files", () => {
  it("names of content files are safe and different on every file system, whatever the titles", () => {
    fc.assert(
      fc.property(fc.array(anyKey, { maxLength: 40 }), (keys) => {
        const names = new FileNames([]);
        const chosen = keys.map((key, at) => names.choose(key, `id${at}`));
        equal(new Set(chosen.map((name) => name.toUpperCase())).size, keys.length);
        for (const name of chosen) {
          match(name, /^[a-z0-9]+(?:-[a-z0-9]+)*$/);
          ok(!devices.some((device) => device.toLowerCase() === name));
          ok(Buffer.byteLength(`${name}.zh-Hans-HK.json`) < 100);
        }
      }),
      { seed: 20_261_129, numRuns: caseCount(200) },
    );
  });

  it("names of content files follow the title, and number equal ones", () => {
    const names = new FileNames(["tea-2"]);
    deepEqual(
      ["Tea", "TEA", "Café", "Cafe\u0301", "CON", "茶", "tea"].map((key) =>
        names.choose(key, "id1"),
      ),
      ["tea", "tea-3", "cafe", "cafe-2", "con-file", "id1", "tea-4"],
    );
  });

  it("10,000 documents with one title get names in linear time", () => {
    const names = new FileNames([]);
    const startedAt = performance.now();
    for (let number = 0; number < 10_000; number += 1) names.choose("Tea", "id");
    equal(names.choose("Tea", "id"), "tea-10001");
    ok(performance.now() - startedAt < 2_000);
  });

  it("each type has a folder of its own, whatever its name", () => {
    const names = [
      "articles",
      "Articles",
      "my_type",
      "my-type",
      "con",
      "茶",
      "米",
      "",
      "../x",
      "x",
    ];
    const long = "a".repeat(80);
    const folders = [...names, long, `${long}b`].map(typeFolder);
    equal(folders[0], "articles");
    equal(new Set(folders.map((name) => name.toUpperCase())).size, folders.length);
    for (const name of folders) match(name, /^[a-z0-9]+(?:-[a-z0-9]+)*$/);
  });

  it("a text without a letter of a name has no name", () => {
    equal(safeName("…"), "");
  });
});
