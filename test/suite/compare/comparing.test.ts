import assert from "node:assert/strict";
import * as vscode from "vscode";
import { versionScheme } from "../../../src/files/shared/documentUri.ts";
import type { Address } from "../../../src/model/foundation/address.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { itLong } from "../../support/longRun.ts";
import { plainList } from "../../support/plainHttp.ts";
import { until, untilEqual } from "../../window/until.ts";
import { contentOf, edit, open, type } from "../editors.ts";
import { useShownFailures } from "../shownFailures.ts";
import { useMagazine } from "../useMagazine.ts";

/** The value as in a document, but without the id of its database row. */
const seo = (metaTitle: string) => ({
  metaTitle,
  metaDescription: "Of a test",
  noIndex: false,
  shareImage: null,
});

async function breakJson({ uri }: vscode.TextDocument): Promise<void> {
  const broken = new vscode.WorkspaceEdit();
  broken.insert(uri, new vscode.Position(0, 0), "!");
  await vscode.workspace.applyEdit(broken);
}

describe("Comparison of documents", () => {
  const magazine = useMagazine();
  const failures = useShownFailures();

  async function compared(command: string, ...given: readonly unknown[]) {
    await vscode.commands.executeCommand(command, ...given);
    let sides: vscode.TabInputTextDiff | undefined;
    await until("No comparison came up", () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      sides = input instanceof vscode.TabInputTextDiff ? input : undefined;
      return Promise.resolve(sides !== undefined);
    });
    const { original, modified } = sides!;
    const [left, right] = await Promise.all(
      [original, modified].map((uri) => vscode.workspace.openTextDocument(uri)),
    );
    const label = vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? "";
    return { left: left!, right: right!, label };
  }
  const publishedWith = async (data: object, draft: object): Promise<Address> => {
    const id = await magazine.makeArticle(data, "");
    await magazine.change(`articles/${id}?status=draft`, draft);
    return magazine.article(id);
  };

  it("a comparison hides component IDs on both read-only sides when a draft is compared", async () => {
    const address = await publishedWith(
      { kicker: "Live", seo: seo("The same") },
      { kicker: "Draft" },
    );

    const { left, right } = await compared("cms.document.compareWithPublished", { address });

    const [before, after] = [contentOf(left), contentOf(right)];
    assert.deepEqual({ ...before, kicker: "Draft" }, after);
    assert.deepEqual([before["kicker"], before["seo"]], ["Live", seo("The same")]);
    assert.deepEqual([left.uri.scheme, right.uri.scheme], [versionScheme, versionScheme]);
    assert.equal(Object.keys(before).includes("$"), false);
  });

  it("a comparison leaves a draft without component IDs editable", async () => {
    const address = await publishedWith({ kicker: "Live" }, { kicker: "Draft" });
    const document = await open(address);
    await edit(document, { summary: "Not saved" });

    const { left, right } = await compared("cms.document.compareWithPublished", document.uri);

    assert.deepEqual(
      [left, right].map((side) => [
        side.uri.scheme,
        contentOf(side)["kicker"],
        contentOf(side)["summary"],
      ]),
      [
        [versionScheme, "Live", null],
        ["cms", "Draft", "Not saved"],
      ],
    );
    assert.equal(right, document);
  });

  itLong(
    "a comparison follows edits of the draft once it is valid JSON again, and their revert",
    async () => {
      const document = await open(
        await publishedWith({ kicker: "Live", seo: seo("The same") }, { kicker: "Draft" }),
      );
      const { left, right } = await compared("cms.document.compareWithPublished", document.uri);

      const text = document.getText();
      await breakJson(document);
      await type(document, text.replace('"Draft"', '"Typed"'));

      await untilEqual(() => Promise.resolve(contentOf(right)["kicker"]), "Typed");
      await vscode.commands.executeCommand("vscode.open", document.uri);
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      await untilEqual(() => Promise.resolve(contentOf(right)["kicker"]), "Draft");
      assert.equal(contentOf(left)["kicker"], "Live");
    },
  );

  it("a comparison shows the published version once it is loaded", async () => {
    const address = await publishedWith(
      { kicker: "Live", seo: seo("The same") },
      { kicker: "Draft" },
    );
    const document = await open(address);
    const { left, right } = await compared("cms.document.compareWithPublished", document.uri);

    await magazine.change(`articles/${address.id}`, { kicker: "Live by now" });
    await vscode.commands.executeCommand("vscode.open", document.uri);
    // The extension reuses a read for half a second.
    await until("The document did not load anew", async () => {
      await vscode.commands.executeCommand("workbench.action.files.revert");
      // The comparison has replaced the tab in which the document was open, so this is another text document.
      const activeDocument = vscode.window.activeTextEditor?.document;
      return activeDocument !== undefined && contentOf(activeDocument)["kicker"] === "Live by now";
    });

    const kickers = () => [left, right].map((side) => contentOf(side)["kicker"]);
    await untilEqual(() => Promise.resolve(kickers()), ["Live by now", "Live by now"]);
  });

  it("a comparison shows two selected documents, however different they are", async () => {
    const { connection, service } = magazine;
    const [category] = await plainList(service, "categories");
    const article = magazine.article(await magazine.makeArticle({ seo: seo("Alone") }));
    const rows = [
      { address: article },
      { address: { connection, type: "categories", id: category!.documentId } },
    ];

    const { left, right } = await compared("cms.document.compareSelected", rows[0], rows);

    const [leftContent, other]: JsonObject[] = [contentOf(left), contentOf(right)];
    assert.deepEqual([leftContent!["seo"], other!["name"]], [seo("Alone"), category!["name"]]);
  });

  it("a comparison reports where a text is invalid JSON, and shows nothing", async () => {
    const document = await open(await publishedWith({}, { kicker: "Draft" }));
    await breakJson(document);

    await vscode.commands.executeCommand("cms.document.compareWithPublished", document.uri);

    assert.match(
      failures.map(({ words }) => words).join("\n"),
      /not valid JSON at line 1, column 1\.$/,
    );
    const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) =>
      tabs.map(({ input }) => input),
    );
    assert.equal(
      inputs.some((input) => input instanceof vscode.TabInputTextDiff),
      false,
    );
  });
});
