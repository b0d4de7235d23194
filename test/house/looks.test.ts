import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { manifest, words } from "./manifest.ts";
import { filesIn, read, root } from "./root.ts";

const { contributes, icon, publisher, name } = manifest;
const [walkthrough] = contributes.walkthroughs;
const sizeOf = (path: string): number => statSync(join(root, path)).size;

describe("Appearance of the extension", () => {
  it("the extension has a small icon in the Marketplace format", () => {
    const png = readFileSync(join(root, icon));

    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];

    assert.deepEqual([width, height, png.toString("latin1", 1, 4)], [256, 256, "PNG"]);
    assert.ok(png.length < 6_000, `${png.length} bytes`);
  });

  it("the extension has small images in theme colors", () => {
    const pictures = filesIn("media/walkthrough");

    const odd = pictures.filter((path) => {
      const svg = read(path);
      // A color without var() doesn't follow the theme. VS Code doesn't apply styles to these images.
      const plain = /(?:fill|stroke)="(?!none|var\(--vscode-)[^"]*"/.exec(svg);
      return plain ?? (/style|script|href/.test(svg) || sizeOf(path) > 2_000);
    });

    assert.deepEqual(odd, []);
    assert.equal(pictures.length, 5);
  });

  it("the extension has a walkthrough of five steps with completion events", () => {
    const reported = read("src/host/shared/contextKeys.ts");

    const keys = walkthrough.steps.map(({ completionEvents: [event = "", ...more] }) => {
      assert.deepEqual(more, []);
      return /^onContext:cms\.(\w+)$/.exec(event)?.[1] ?? event;
    });

    assert.deepEqual(keys, ["connected", "browsed", "saved", "published", "found"]);
    assert.deepEqual(
      keys.filter((key) => !new RegExp(`"(cms\\.)?${key}"`).test(reported)),
      [],
    );
  });

  it("the extension has a welcome view that opens the walkthrough", () => {
    const link = /openWalkthrough\?([^)]+)\)/.exec(words["welcome.noConnection"] ?? "")?.[1] ?? "";

    const id: unknown = JSON.parse(decodeURIComponent(link));

    assert.equal(id, `${publisher}.${name}#${walkthrough.id}`);
  });

  it("the extension binds single keys only while a tree of its own has the focus", () => {
    const shared = contributes.keybindings.filter(
      ({ key, mac, when }) =>
        !/^focusedView == cms\.(content|results) && listFocus && !inputFocus/.test(when) &&
        ![key, mac].every((keys) => /^(ctrl|cmd)\+k \S+$/.test(keys)),
    );

    assert.deepEqual(shared, []);
    assert.ok(contributes.keybindings.length > 0);
  });
});
