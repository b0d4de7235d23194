import assert from "node:assert/strict";
import * as vscode from "vscode";
import { itLong } from "../../support/longRun.ts";
import { untilEqual } from "../../window/until.ts";
import { edit, open } from "../editors.ts";
import { marked } from "./shownRelations.ts";
import { unique, useMagazine } from "../useMagazine.ts";
import type { Detour } from "../useMagazine.ts";

describe("Checks of relation targets", () => {
  const magazine = useMagazine();

  /**
   * Opens a document that shows when earlier look-ups are done. Once its own new relation has been looked up, so have
   * the relations that were typed before. `since` leaves out the requests of this document.
   */
  async function openClock(detour: Detour) {
    const later: string[] = [];
    const document = await open(detour.article(await magazine.makeArticle()));
    const tick = async () => {
      const tag = await magazine.make("tags", { name: unique("later") });
      later.push(tag);
      await edit(document, { tags: [{ documentId: tag }] });
      await untilEqual(() => marked(document), [tag]);
    };
    const isOther = (request: Detour["requests"][number]) =>
      !later.some((tag) => JSON.stringify(request.query).includes(tag));
    const since = (count: number) => detour.requests.slice(count).filter(isOther);
    return { tick, since };
  }

  it("requests for relation targets are one on opening, one for each remaining type after the first edit, and none for known targets", async () => {
    const [tag, other] = [
      await magazine.make("tags", { name: unique("tag") }),
      await magazine.make("tags", { name: unique("tag") }),
    ];
    const author = await magazine.make("authors", { name: unique("Author") });
    const id = await magazine.makeArticle({ tags: [tag, other], author });
    const again = await magazine.makeArticle({ tags: [tag] });
    const detour = await magazine.detour();
    const clock = await openClock(detour);
    const targets = () =>
      detour.requests.map(({ path }) => path).filter((path) => /\/api\/(tags|authors)/.test(path));
    const atFirst = targets().length;

    const document = await open(detour.article(id));
    await untilEqual(() => marked(document), [tag, other]);
    const opened = targets().slice(atFirst);
    const before = detour.requests.length;
    await edit(document, { kicker: "Edited" });
    await untilEqual(() => marked(document), [tag, other, author].sort(byPlace(document)));
    await edit(document, { kicker: "Edited again" });
    await clock.tick();
    const edited = clock.since(before).map(({ path }) => path);
    const atKnown = targets().length;
    const known = await open(detour.article(again));
    await untilEqual(() => marked(known), [tag]);

    assert.deepEqual([opened, edited], [["/api/tags"], ["/api/authors"]]);
    assert.equal(targets().length, atKnown);
  });

  itLong(
    "relation targets are requested for no other edits and saves, and all for a new relation",
    async () => {
      const [tag, added] = [
        await magazine.make("tags", { name: unique("tag") }),
        await magazine.make("tags", { name: unique("tag") }),
      ];
      const author = await magazine.make("authors", { name: unique("Author") });
      const id = await magazine.makeArticle({ tags: [tag], author });
      const detour = await magazine.detour();
      const clock = await openClock(detour);
      const document = await open(detour.article(id));
      await untilEqual(() => marked(document), [tag]);
      await edit(document, { kicker: "Made whole" });
      await untilEqual(() => marked(document), [tag, author].sort(byPlace(document)));
      const before = detour.requests.length;

      await edit(document, { kicker: "Edited" });
      await clock.tick();
      assert.ok(await document.save());
      await clock.tick();
      const saved = clock.since(before).map(({ method }) => method);
      await edit(document, { tags: [{ documentId: tag }, { documentId: added }] });

      await untilEqual(() => marked(document), [tag, added, author].sort(byPlace(document)));
      assert.deepEqual(saved, ["GET", "PUT"]);
    },
  );
});

/** Sorts by the position in the text. */
const byPlace = (document: vscode.TextDocument) => (text: string, other: string) =>
  document.getText().indexOf(text) - document.getText().indexOf(other);
