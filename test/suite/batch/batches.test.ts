import assert from "node:assert/strict";
import * as vscode from "vscode";
import { singleId } from "../../../src/model/foundation/address.ts";
import type { Address } from "../../../src/model/foundation/address.ts";
import { plainList } from "../../support/plainHttp.ts";
import { open } from "../editors.ts";
import { useMagazine } from "../useMagazine.ts";

const rowOf = (address: Address) => ({
  address,
  row: { kind: "document", id: address.id, title: "" },
});

describe("Batch target", () => {
  const magazine = useMagazine();

  const copied = async (command: string, ...given: unknown[]): Promise<string[]> => {
    await vscode.env.clipboard.writeText("");
    await vscode.commands.executeCommand(command, ...given);
    return (await vscode.env.clipboard.readText()).split("\n");
  };

  it("a batch target contains each selected document and user of one connection once", async () => {
    const ids = ["k3j2h4x9", "p6fdbjwi"];
    const [firstRow, other] = ids.map((id) => rowOf(magazine.article(id)));
    const user = { address: { connection: magazine.connection, type: "users", id: "7" } };
    const elsewhere = { address: { connection: "elsewhere", type: "articles", id: "nobody" } };
    const rows = [firstRow, other, firstRow, {}, user, elsewhere];

    assert.deepEqual(await copied("cms.selection.copyIds", firstRow, rows), [...ids, "7"]);
  });

  it("the batch target is the clicked tree item when no other is selected", async () => {
    const row = rowOf(magazine.article("k3j2h4x9"));

    assert.deepEqual(await copied("cms.selection.copyIds", row), ["k3j2h4x9"]);
  });

  it("the batch target is empty without a tree item, also when an editor is active", async () => {
    await open({ connection: magazine.connection, type: "site-setting", id: singleId });

    assert.deepEqual(await copied("cms.selection.copyIds"), [""]);
  });

  it("the batch target is the whole collection when its own tree item was clicked", async () => {
    const collection = { connection: magazine.connection, type: "categories" };

    const ids = await copied("cms.collection.copyAllIds", { collection });

    const all = await plainList(magazine.service, "categories?pagination[pageSize]=100");
    assert.deepEqual(ids.sort(), all.map(({ documentId }) => documentId).sort());
  });
});
