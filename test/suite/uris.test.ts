import assert from "node:assert/strict";
import { posix } from "node:path";
import fc from "fast-check";
import * as vscode from "vscode";
import { fromUri, isFolder, toUri } from "../../src/files/uri.ts";
import type { Address } from "../../src/model/address.ts";

const tea: Address = { connection: "k3j2h4x9", type: "articles", locale: "en", id: "xqrmrx59hft5" };

/** What people, and services, may call things. */
const oddities: Readonly<Record<string, string>> = {
  "a slash": "Bread/Butter",
  backslashes: "C:\\temp\\..\\etc",
  "a way up": "../../../etc/passwd",
  "two dots": "..",
  "dots alone": "...",
  nothing: "",
  blanks: "   ",
  "a new line": "One\nTwo\r\nThree",
  "control characters": "\u0000\u0007\u001b[31mred",
  "a line separator": "One\u2028Two\u2029Three",
  "bidi marks": "\u202Etxt.exe\u2066",
  "a zero width space": "in\u200Bvisible",
  "half of a surrogate pair": "a\uD83Db",
  "an emoji": "Tea 🍵 time",
  "an emoji where a long title is cut": `${"x".repeat(79)}🍵🍵`,
  "three hundred characters": "long ".repeat(60),
  "a name that objects have": "__proto__",
  "the end of our own names": "Tea.cms.json",
  "what URIs are made of": "50% off? #1 & more: a=b;c@d[e]",
  "the shape of an escape": "%2F%2e%2E%00",
  "another scheme": "cms://00000000/x/users/-/1/a.cms.json",
};

describe("The URI of a document", () => {
  for (const [what, name] of Object.entries(oddities)) {
    it(`leads back to its address with ${what} in its title and its connection's name`, () => {
      const uri = toUri(tea, { connectionName: name, title: name });

      const there = vscode.Uri.parse(uri.toString());

      assert.deepEqual(
        [fromUri(uri), fromUri(there), there.path.split("/").length, isFolder(there)],
        [tea, tea, 6, false],
      );
    });
  }

  it("shows nothing that would hide or turn a title around", () => {
    const shown = Object.values(oddities).map(
      (title) => toUri(tea, { connectionName: title, title }).path,
    );

    const hidden = shown.filter((path) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(path));
    assert.deepEqual(hidden, []);
  });

  it("is short enough for a file name, however long a title is", () => {
    const uri = toUri(tea, { connectionName: "n".repeat(300), title: "字".repeat(300) });

    const longest = Math.max(...uri.path.split("/").map((part) => Buffer.byteLength(part)));

    assert.ok(longest <= 255, String(longest));
  });

  it("leads to users, single types and documents without a locale as well", () => {
    const addresses: Address[] = [
      { connection: "k3j2h4x9", type: "users", id: "7" },
      { connection: "k3j2h4x9", type: "homepage", locale: "fr", id: "-" },
      { connection: "k3j2h4x9", type: "site-setting", id: "-" },
      { connection: "k3j2h4x9", type: "__proto__", id: "constructor" },
    ];

    const back = addresses.map((address) =>
      fromUri(toUri(address, { connectionName: "Magazine", title: "Tea" })),
    );

    assert.deepEqual(back, addresses);
  });

  it("gives back any address, whatever its parts and its names are, and only of its connection", () => {
    const text = fc.string({ unit: "binary", maxLength: 40 });
    const odd = fc.constantFrom(
      "..",
      ".",
      "-",
      "%2e%2e",
      "../../etc",
      "a/b",
      "\\",
      "?x#y",
      "%",
      " ",
    );
    const part = fc
      .oneof(fc.string({ unit: "grapheme", minLength: 1 }), odd, text)
      .filter((one) => !/\p{Cs}/u.test(one) && one !== "");
    const name = fc.oneof(text, odd);

    fc.assert(
      fc.property(part, part, fc.option(part), name, (type, id, locale, title) => {
        const address = { connection: "k3j2h4x9", type, id, ...(locale !== null && { locale }) };

        const uri = toUri(address, { connectionName: title, title });

        const there = vscode.Uri.parse(uri.toString());
        const resolved = posix.normalize(there.path);
        assert.deepEqual([fromUri(uri), fromUri(there), resolved], [address, address, uri.path]);
      }),
      { seed: 7, numRuns: 1000 },
    );
  });

  it("means the same document, whatever stands in it to be read", () => {
    const named = (connectionName: string, title: string) =>
      fromUri(toUri(tea, { connectionName, title }));

    assert.deepEqual([named("Production", "Tea"), named("Staging", "Coffee")], [tea, tea]);
  });

  it("reads as connection, type, locale and title", () => {
    const uri = toUri(tea, { connectionName: "Hearth & Compass", title: "Tea in Winter" });

    assert.equal(uri.path, "/Hearth & Compass/articles/en/xqrmrx59hft5/Tea in Winter.cms.json");
  });

  const strangers: Readonly<Record<string, string>> = {
    "another scheme": "file:///Magazine/articles/en/tea1/Tea.cms.json",
    "a folder": "cms://k3j2h4x9/Magazine/articles",
    "another kind of file": "cms://k3j2h4x9/Magazine/articles/en/tea1/Tea.json",
    "a part too few": "cms://k3j2h4x9/Magazine/articles/tea1/Tea.cms.json",
    "a part too many": "cms://k3j2h4x9/Magazine/articles/en/tea1/more/Tea.cms.json",
    "an empty part": "cms://k3j2h4x9/Magazine/articles/en//Tea.cms.json",
  };
  for (const [what, text] of Object.entries(strangers)) {
    it(`is not taken for one with ${what}`, () => {
      const address = fromUri(vscode.Uri.parse(text));

      assert.equal(address, undefined);
    });
  }
});
