import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Address } from "../../src/model/foundation/address.ts";
import { open } from "./editors.ts";
import { useMagazine } from "./useMagazine.ts";

const rowOf = (address: Address) => ({
  address,
  row: { kind: "document", id: address.id, title: "" },
});

describe("A selection of rows", () => {
  const magazine = useMagazine();

  const copied = async (command: string, ...given: unknown[]): Promise<string[]> => {
    await vscode.env.clipboard.writeText("");
    await vscode.commands.executeCommand(command, ...given);
    return (await vscode.env.clipboard.readText()).split("\n");
  };

  it("gives its IDs, each once, of documents and users of one connection alone", async () => {
    const ids = [await magazine.makeArticle(), await magazine.makeArticle()];
    const [one, other] = ids.map((id) => rowOf(magazine.article(id)));
    const user = { address: { connection: magazine.connection, type: "users", id: "7" } };
    const elsewhere = { address: { connection: "elsewhere", type: "articles", id: "nobody" } };
    const rows = [one, other, one, {}, user, elsewhere];

    assert.deepEqual(await copied("cms.selection.copyIds", one, rows), [...ids, "7"]);
  });

  it("is the one row that was clicked where no other is selected", async () => {
    const id = await magazine.makeArticle();

    assert.deepEqual(await copied("cms.selection.copyIds", rowOf(magazine.article(id))), [id]);
  });

  it("is nothing without a row, whatever stands in the editor in front", async () => {
    await open(magazine.article(await magazine.makeArticle()));

    assert.deepEqual(await copied("cms.selection.copyIds"), [""]);
  });

  it("is everything in a collection where the collection's own row was clicked", async () => {
    const place = { connection: magazine.connection, type: "categories" };
    const id = await magazine.make("categories", { name: "Estuaries" });

    const ids = await copied("cms.collection.copyAllIds", { place });

    assert.ok(ids.includes(id) && ids.length > 1);
  });
});
