import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Json } from "../../../src/model/foundation/json.ts";
import { until } from "../../window/until.ts";
import { contentOf, open } from "../editors.ts";
import { mark } from "./relationOffers.ts";
import { unique, useMagazine } from "../useMagazine.ts";

describe("Completion of a relation while typing", () => {
  const magazine = useMagazine();

  /** Opens an article through a proxy that can hold requests, with the cursor in its category. */
  async function openAside() {
    const id = await magazine.makeArticle();
    const detour = await magazine.detour();
    const document = await open(detour.article(id));
    const before = detour.requests.length;
    const searches = /GET \/api\/categories/;
    const at = await mark(document, "category", '"|"');
    vscode.window.activeTextEditor!.selection = new vscode.Selection(at, at);
    const searchTexts = () =>
      detour.requests
        .slice(before)
        .filter(({ path }) => path === "/api/categories")
        .map(({ query }) => (query["filters"] as { name: { $containsi: string } }).name.$containsi);
    return { document, detour, searchTexts, hold: () => detour.hold(searches) };
  }

  it("completion of a relation doesn't wait for an answer, and searches for the latest text", async () => {
    await magazine.make("categories", { name: unique("Stews") });
    const { document, searchTexts, hold } = await openAside();
    const release = hold();

    await typeKeys("s", "t", "e");
    // On a busy machine, a search may start before the last key arrives.
    await until("Nothing was asked", () => Promise.resolve(searchTexts().length >= 1));
    await typeKeys("w", "s");
    const typed = await category(document);
    release();
    await until("Nothing more was asked", () => Promise.resolve(searchTexts().at(-1) === "stews"));

    assert.equal(typed, "stews");
    assert.deepEqual(
      searchTexts().filter((text) => !"stews".startsWith(text)),
      [],
    );
  });

  it("completion of a relation cancels a search when the cursor moves away", async () => {
    const { document, searchTexts, detour } = await openAside();
    let isGivenUp = false;
    detour.inject(/GET \/api\/categories/, (response) => {
      response.on("close", () => (isGivenUp = true));
    });
    await typeKeys("s", "t");
    await until("Nothing was asked", () => Promise.resolve(searchTexts().length >= 1));

    const top = document.positionAt(0);
    vscode.window.activeTextEditor!.selection = new vscode.Selection(top, top);

    await until("The search went on", () => Promise.resolve(isGivenUp));
  });
});

/** Presses several keys within one pause. */
const typeKeys = (...keys: readonly string[]) =>
  Promise.all(keys.map((text) => vscode.commands.executeCommand("type", { text })));

function category(document: vscode.TextDocument): Promise<Json | undefined> {
  try {
    return Promise.resolve(contentOf(document)["category"]);
  } catch {
    return Promise.resolve(undefined);
  }
}
