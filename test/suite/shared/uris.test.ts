import assert from "node:assert/strict";
import { posix } from "node:path";
import fc from "fast-check";
import { anyCharacter } from "../../support/anyCharacter.ts";
import * as vscode from "vscode";
import {
  addressIn,
  documentUriOf,
  fromTextUri,
  toTextUri,
  fromUri,
  isFolder,
  toUri,
} from "../../../src/files/shared/documentUri.ts";
import type { Address } from "../../../src/model/foundation/address.ts";
import { caseCount } from "../../support/longRun.ts";

const tea: Address = { connection: "k3j2h4x9", type: "articles", locale: "en", id: "xqrmrx59hft5" };

/** Unusual names that users and services may choose. */
const oddities: Readonly<Record<string, string>> = {
  "a slash": "Bread/Butter",
  backslashes: "C:\\temp\\..\\etc",
  "a parent path": "../../../etc/passwd",
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
  "a name of object properties": "__proto__",
  "the extension's file suffix": "Tea.cms.json",
  "reserved characters of URIs": "50% off? #1 & more: a=b;c@d[e]",
  "escape sequences": "%2F%2e%2E%00",
  "another scheme": "cms://00000000/x/users/-/1/a.cms.json",
};

describe("URI of a document", () => {
  for (const [what, name] of Object.entries(oddities)) {
    it(`the URI of a document contains its address, with ${what} in title and connection name`, () => {
      const uri = toUri(tea, { connectionName: name, title: name });

      const parsedUri = vscode.Uri.parse(uri.toString());

      assert.deepEqual(
        [fromUri(uri), fromUri(parsedUri), parsedUri.path.split("/").length, isFolder(parsedUri)],
        [tea, tea, 5, false],
      );
    });
  }

  it("the URI of a document contains no characters that hide or reorder text", () => {
    const paths = Object.values(oddities).map(
      (title) => toUri(tea, { connectionName: title, title }).path,
    );

    const hidden = paths.filter((path) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(path));
    assert.deepEqual(hidden, []);
  });

  it("the URI of a document is short enough for a file name with a long title", () => {
    const uri = toUri(tea, { connectionName: "n".repeat(300), title: "字".repeat(300) });

    const longest = Math.max(...uri.path.split("/").map((part) => Buffer.byteLength(part)));

    assert.ok(longest <= 255, String(longest));
  });

  it("the URI of a document supports users, single types and documents without a locale", () => {
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

  it("the URI of a document returns any address, and only of its connection", () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 40 });
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
      .filter((segment) => !/\p{Cs}/u.test(segment) && segment !== "");
    const name = fc.oneof(text, odd);

    fc.assert(
      fc.property(part, part, fc.option(part), name, (type, id, locale, title) => {
        const address = { connection: "k3j2h4x9", type, id, ...(locale !== null && { locale }) };

        const uri = toUri(address, { connectionName: title, title });

        const parsedUri = vscode.Uri.parse(uri.toString());
        const resolved = posix.normalize(parsedUri.path);
        assert.deepEqual(
          [fromUri(uri), fromUri(parsedUri), resolved],
          [address, address, uri.path],
        );
      }),
      { seed: 7, numRuns: caseCount(100) },
    );
  });

  it("the URI of a document supports any text and the path to any field", () => {
    const unit = fc.oneof(
      fc.integer({ min: 0, max: 0xffff }),
      fc.integer({ min: 0xd800, max: 0xdfff }),
    );
    const units = fc.string({
      ...{ unit: unit.map((code) => String.fromCharCode(code)) },
      ...{ minLength: 1, maxLength: 9 },
    });
    const part = fc.oneof(
      units,
      fc.constantFrom("..", ".", "%2e%2e", "a/b", "__proto__", "@", "\0"),
    );
    const marked = (text: string) => text.replace(/\p{Cs}/gu, "\uFFFD");
    const kind = fc.constantFrom(
      (id: string, type: string): Address => ({ connection: tea.connection, type, id }),
      (id: string, locale: string): Address => ({ ...tea, locale, id }),
      (_: string, type: string): Address => ({ connection: tea.connection, type, id: "-" }),
      (id: string): Address => ({ connection: tea.connection, type: "users", id }),
    );

    fc.assert(
      fc.property(kind, part, part, part, (toAddress, first, other, key) => {
        const uri = toUri(toAddress(first, other), { connectionName: key, title: other });
        const field = [key, { id: other, component: first }, key];

        const results = [uri, toTextUri(uri, field)].map((given) => {
          const parsedUri = vscode.Uri.parse(given.toString());
          return [
            parsedUri.authority,
            posix.normalize(parsedUri.path) === parsedUri.path,
            addressIn(parsedUri),
          ];
        });

        const expected = toAddress(marked(first), marked(other));
        const fields = fromTextUri(vscode.Uri.parse(toTextUri(uri, field).toString()))?.field;
        assert.deepEqual(results, Array(2).fill([tea.connection, true, expected]));
        assert.deepEqual(fields, [
          ...[marked(key), { id: marked(other), component: marked(first) }, marked(key)],
        ]);
      }),
      { seed: 7, numRuns: caseCount(100) },
    );
  });

  it("the URI of a document identifies the same one with any title", () => {
    const named = (connectionName: string, title: string) =>
      fromUri(toUri(tea, { connectionName, title }));

    assert.deepEqual([named("Production", "Tea"), named("Staging", "Coffee")], [tea, tea]);
  });

  it("the URI of a document consists of connection, type, locale and title", () => {
    const uri = toUri(tea, { connectionName: "Hearth & Compass", title: "Tea in Winter" });

    assert.equal(uri.path, "/Hearth & Compass/articles/en/Tea in Winter.cms.json");
    assert.equal(uri.query, "xqrmrx59hft5");
  });

  it("the URI of a document without a locale has no segment for it, and leads to its fields and back", () => {
    const address = { connection: "k3j2h4x9", type: "tags", id: "n95ij" };
    const uri = toUri(address, { connectionName: "Magazine", title: "Winter" });

    const text = toTextUri(uri, ["description"]);

    assert.equal(uri.path, "/Magazine/tags/Winter.cms.json");
    assert.deepEqual(fromTextUri(text), { address, field: ["description"] });
    assert.equal(documentUriOf(text)?.toString(), uri.toString());
  });

  it("the URI of a document is also read in its former formats", () => {
    const tag = { connection: "k3j2h4x9", type: "tags", id: "n95ij" };
    const formerUris: readonly (readonly [string, Address])[] = [
      ["cms://k3j2h4x9/Magazine/articles/en/xqrmrx59hft5/Tea.cms.json", tea],
      ["cms-text://k3j2h4x9/Magazine/articles/en/xqrmrx59hft5/body/Tea · body.md", tea],
      ["cms://k3j2h4x9/Magazine/tags/-/n95ij/Winter.cms.json", tag],
      ["cms://k3j2h4x9/Magazine/tags/-/Winter.cms.json?n95ij", tag],
      ["cms-text://k3j2h4x9/Magazine/tags/-/n95ij/text/Winter · text.md", tag],
      ["cms-text://k3j2h4x9/Magazine/tags/-/text/Winter · text.md?n95ij", tag],
    ];

    const addresses = formerUris.map(([uriText]) => addressIn(vscode.Uri.parse(uriText)));

    assert.deepEqual(
      addresses,
      formerUris.map(([, address]) => address),
    );
  });

  const strangers: Readonly<Record<string, string>> = {
    "another scheme": "file:///Magazine/articles/en/tea1/Tea.cms.json",
    "a folder": "cms://k3j2h4x9/Magazine/articles",
    "another kind of file": "cms://k3j2h4x9/Magazine/articles/en/tea1/Tea.json",
    "a part too few": "cms://k3j2h4x9/Magazine/Tea.cms.json?tea1",
    "a part too many": "cms://k3j2h4x9/Magazine/articles/en/tea1/more/Tea.cms.json",
    "no id": "cms://k3j2h4x9/Magazine/articles/en/Tea.cms.json",
    "an empty part": "cms://k3j2h4x9/Magazine/articles//Tea.cms.json?tea1",
  };
  for (const [what, text] of Object.entries(strangers)) {
    it(`the URI of a document is rejected with ${what}`, () => {
      const address = fromUri(vscode.Uri.parse(text));

      assert.equal(address, undefined);
    });
  }
});
