import assert from "node:assert/strict";
import { commandIds, titleOf } from "./manifest.ts";
import { packageConnector } from "../demo/connector.ts";
import { filesIn, read } from "./root.ts";

const pages = filesIn("test/demo/connector").filter((path) => /\w\/three-things/.test(path));

describe("Connection of the demo", () => {
  it("the connection of the demo can be packaged", async function () {
    this.timeout(60_000);
    assert.match(await packageConnector(), /\.vsix$/);
  });
});

describe("First page of the demo", () => {
  it("the first page of the demo says three things to try", () => {
    const counts = pages.map((path) => read(path).match(/^\d\. \*\*/gm)?.length);

    assert.deepEqual(counts, [3, 3]);
  });

  it("the first page of the demo names commands by their titles", () => {
    const titles = new Set(commandIds.map(titleOf));

    const named = pages.flatMap((path) =>
      [...read(path).matchAll(/(?:run|select) \*\*(?:CMS: )?([^*]+)\*\*/g)].map(
        ([, title = ""]) => title,
      ),
    );

    assert.deepEqual(
      named.filter((title) => !titles.has(title)),
      [],
    );
    assert.ok(named.length >= 6);
  });
});
