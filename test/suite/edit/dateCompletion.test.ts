import assert from "node:assert/strict";
import * as vscode from "vscode";
import { textIn } from "../../../src/model/foundation/json.ts";
import { contentOf, open } from "../editors.ts";
import { useMagazine } from "../useMagazine.ts";
import { mark, take, titles } from "./relationOffers.ts";

describe("Completion of dates", () => {
  const magazine = useMagazine();

  const openArticle = async () => open(magazine.article(await magazine.makeArticle()));

  /** The completion items of the extension at the bar in a value. */
  async function datesAt(document: vscode.TextDocument, attribute: string, value: string) {
    const at = await mark(document, attribute, value);
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      at,
    );
    return items.filter(({ kind }) => kind === vscode.CompletionItemKind.Value);
  }

  /** The date in the local time zone. */
  function today(): string {
    const now = new Date();
    const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
    return parts.map((part) => String(part).padStart(2, "0")).join("-");
  }

  it("completion of a date offers the current date and the days around the value that can be stored", async () => {
    const document = await openArticle();

    const items = await datesAt(document, "issueDate", '"2024-02|-28"');
    const lastItems = await datesAt(document, "issueDate", '"9999-12|-31"');
    const [item, ...others] = await datesAt(document, "issueDate", '"|"');
    await take(document, item!);

    assert.deepEqual(titles(items), [
      ...[`"${today()}"`, '"2024-02-28"', '"2024-02-29"', '"2024-02-27"'],
      ...['"2024-03-06"', '"2024-02-21"'],
    ]);
    const dates = [today(), "9999-12-31", "9999-12-30", "9999-12-24"];
    assert.deepEqual(
      titles(lastItems),
      dates.map((date) => `"${date}"`),
    );
    assert.deepEqual(others, []);
    assert.deepEqual(item!.label, { label: `"${today()}"`, description: "Today" });
    assert.equal(contentOf(document)["issueDate"], today());
  });

  it("completion of times offers the current time in a form that the service accepts", async () => {
    const document = await openArticle();

    const [moment] = await datesAt(document, "embargoUntil", '"2024-02-28T10:00:00.000Z|"');
    await take(document, moment!);
    const [time] = await datesAt(document, "broadcastTime", "n|ull");
    await take(document, time!);

    const written = Date.parse(textIn(contentOf(document), "embargoUntil"));
    assert.ok(Math.abs(written - Date.now()) < 60_000);
    assert.equal(await document.save(), true);
  });
});
