import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildExtension } from "../window/vsix.ts";

/** The packages in the source map of a bundle. */
function packagesIn(map: string): string[] {
  const { sources } = JSON.parse(readFileSync(map, "utf8")) as { readonly sources: string[] };
  return sources.flatMap((path) => /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
}

describe("ThirdPartyNotices.txt", () => {
  it("ThirdPartyNotices.txt contains the name, version and license of every bundled package", async function () {
    this.timeout(120_000);
    const dist = join(await buildExtension(), "dist");
    const notices = readFileSync(join(dist, "ThirdPartyNotices.txt"), "utf8");
    const maps = readdirSync(dist).filter((name) => name.endsWith(".map"));

    const packages = new Set(maps.flatMap((name) => packagesIn(join(dist, name))));

    const named = [...notices.matchAll(/^(\S+) \d+\.\d+\.\d+ \(.+\)$/gm)].map(([, name]) => name);
    assert.deepEqual(named.toSorted(), [...packages].sort());
    assert.ok(packages.size > 20);
    assert.match(notices, /^Copyright \(c\) Matteo Collina and Undici contributors$/m);
    assert.match(notices, /^llhttp: MIT License/m);
    assert.match(notices, /Permission is hereby granted[^]*THE SOFTWARE IS PROVIDED/);
    assert.match(notices, /Redistributions in binary form must reproduce/);
  });
});
