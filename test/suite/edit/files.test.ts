import assert from "node:assert/strict";
import * as vscode from "vscode";
import { toUri } from "../../../src/files/shared/documentUri.ts";
import type { Address } from "../../../src/model/foundation/address.ts";
import { useMagazine } from "../useMagazine.ts";
import { textIn } from "../../../src/model/foundation/json.ts";

const { fs } = vscode.workspace;
const bytes = new TextEncoder().encode('{"title":"Written past the editor"}');

/** The code of the error with which a promise rejects. */
const codeOf = async (promise: Thenable<unknown>): Promise<string> =>
  promise.then(
    () => "no error",
    (error: unknown) => (error instanceof vscode.FileSystemError ? error.code : String(error)),
  );

describe("Document file system", () => {
  const magazine = useMagazine();

  const uriOf = (address: Partial<Address>): vscode.Uri =>
    toUri(
      { connection: magazine.connection, type: "articles", id: "none", ...address },
      { connectionName: "Magazine", title: "Tea" },
    );

  it("the document file system has a folder at every level", async () => {
    const folders = ["/", "/M", "/M/articles", "/M/articles/en", "/M/articles/en/tea1"];

    const types = await Promise.all(
      folders.map(async (path) => {
        const uri = vscode.Uri.from({ scheme: "cms", authority: magazine.connection, path });
        return (await fs.stat(uri)).type;
      }),
    );

    assert.deepEqual(
      types,
      folders.map(() => vscode.FileType.Directory),
    );
  });

  it("the document file system reports the modification time and write access of a document", async () => {
    const id = await magazine.makeArticle();
    const { createdAt, updatedAt } = (await magazine.draft(id))!;

    const { type: kind, ctime, mtime, permissions } = await fs.stat(uriOf({ id, locale: "en" }));

    assert.deepEqual(
      [kind, ctime, mtime, permissions],
      [vscode.FileType.File, createdAt, updatedAt, undefined].map((value) =>
        typeof value === "string" ? Date.parse(value) : value,
      ),
    );
  });

  const missing: Readonly<Record<string, Partial<Address>>> = {
    "the document": { locale: "en" },
    "the document in that locale": { id: "xqrmrx59hft53oczv3pzxvgt", locale: "es" },
    "the type": { type: "recipes", locale: "en" },
    "the type, which is named like an object property": { type: "__proto__" },
    "the user": { type: "users", id: "99999" },
    "such an id for users": { type: "users", id: "nora" },
  };
  for (const [what, address] of Object.entries(missing)) {
    it(`the document file system reports no file when the service does not have ${what}`, async () => {
      const uri = uriOf(address);

      const codes = [await codeOf(fs.stat(uri)), await codeOf(fs.readFile(uri))];

      assert.deepEqual(codes, ["FileNotFound", "FileNotFound"]);
    });
  }

  it("the document file system reads nothing of a removed connection, whatever the URI contains", async () => {
    const removedUri = uriOf({ connection: "00000000" });
    const misnamed = removedUri.with({ path: `/${magazine.connection}/categories/-/y.cms.json` });

    const codes = [await codeOf(fs.readFile(removedUri)), await codeOf(fs.readFile(misnamed))];

    assert.deepEqual(codes, ["Unavailable", "Unavailable"]);
  });

  it("the document file system sends no request for an id with path segments", async () => {
    const codes = await Promise.all(
      [".", "..", "%2e%2e", "..%2f..%2fusers%2f1"].map(async (id) =>
        codeOf(fs.readFile(uriOf({ id, locale: "en" }))),
      ),
    );

    assert.ok(
      codes.every((code) => /^(FileNotFound|Unavailable)$/.test(code)),
      codes.join(),
    );
  });

  it("the document file system accepts a write only after an editor has read the document", async () => {
    const id = await magazine.makeArticle();

    const code = await codeOf(fs.writeFile(uriOf({ id, locale: "en" }), bytes));

    const title = textIn((await magazine.draft(id))!, "title");
    assert.equal(code, "NoPermissions");
    assert.match(title, /^Article /);
  });

  it("the document file system rejects creating, renaming, copying and deleting files", async () => {
    const id = await magazine.makeArticle();
    const uri = uriOf({ id, locale: "en" });
    const other = uriOf({ id: "other", locale: "en" });
    const folder = vscode.Uri.from({
      scheme: "cms",
      authority: magazine.connection,
      path: "/M/a/en/tea1/new",
    });

    const codes = [
      await codeOf(fs.writeFile(other, bytes)),
      await codeOf(fs.createDirectory(folder)),
      await codeOf(fs.rename(uri, other)),
      await codeOf(fs.copy(uri, other)),
      await codeOf(fs.delete(uri)),
    ];

    assert.equal(codes.includes("no error"), false, codes.join());
    assert.ok(await magazine.draft(id));
  });
});
