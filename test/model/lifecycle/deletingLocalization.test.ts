import assert from "node:assert/strict";
import type { Address } from "../../../src/model/foundation/address.ts";
import { deleteLocalization } from "../../../src/model/changes/lifecycle/deleteLocalization.ts";
import { restoreDeleted } from "../../../src/model/changes/lifecycle/restore.ts";
import type { Desk } from "../desk.ts";
import {
  ask,
  changeElsewhere,
  document,
  draft,
  makeArticle,
  makeTranslated,
  openDesk,
} from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { changesIn } from "../watching.ts";

const french = (desk: Desk, id: string) => ({ ...desk.article(id), locale: "fr" });

async function lookedAt(desk: Desk, address: Address) {
  const looked = must(await desk.lifecycle.preview(address));
  const inbound = must(await desk.lifecycle.inbound(address, { only: address.locale }));
  return { ...looked, inbound };
}

describe("Delete Localization", () => {
  it("deletes draft and published version of the locale, and leaves the other locale unchanged", async () => {
    const desk = openDesk();
    const id = await makeTranslated("Tea", "Thé");
    await changeElsewhere(id, { kicker: "Draft only", readingMinutes: 9 });
    const address = french(desk, id);
    const versions = () =>
      Promise.all([
        draft(`articles/${id}`, "populate=*"),
        document(`articles/${id}`, "populate=*"),
      ]);
    const before = await versions();
    const looked = await lookedAt(desk, address);

    must(await deleteLocalization(address, looked, desk));

    const left = [
      await draft(`articles/${id}`, "locale=fr"),
      await document(`articles/${id}`, "locale=fr"),
    ];
    const withoutLocalizations = (all: typeof before) =>
      all.map((one) => ({ ...one, localizations: null }));
    assert.deepEqual(left, [undefined, undefined]);
    assert.deepEqual(withoutLocalizations(await versions()), withoutLocalizations(before));
  });

  it("changes only the two versions of the locale in the database", async () => {
    const desk = openDesk();
    const id = await makeTranslated("Tea", "Thé");
    const address = french(desk, id);
    const looked = await lookedAt(desk, address);

    const changes = await changesIn(async () => {
      must(await deleteLocalization(address, looked, desk));
    });

    const versions = ["draft", "published"].map((version) => `articles/${id}/fr/${version}`);
    assert.deepEqual(Object.keys(changes).toSorted(), versions);
  });

  it("is rejected when the locale changed after the preview", async () => {
    const desk = openDesk();
    const id = await makeTranslated("Tea", "Thé");
    const address = french(desk, id);
    const looked = await lookedAt(desk, address);
    await changeElsewhere(id, { title: "Infusion" }, "locale=fr");

    const outcome = await deleteLocalization(address, looked, desk);

    assert.deepEqual([why(outcome), desk.sent("DELETE")], ["changed-meanwhile", []]);
    assert.equal((await draft(`articles/${id}`, "locale=fr"))?.["title"], "Infusion");
  });

  it("is rejected when the locale is the last one, because the service would delete the document", async () => {
    const desk = openDesk();
    const id = await makeTranslated("Tea", "Thé");
    const address = french(desk, id);
    const looked = await lookedAt(desk, address);
    await ask("DELETE", `articles/${id}?locale=en`);

    const outcome = await deleteLocalization(address, looked, desk);

    assert.deepEqual([why(outcome), desk.sent("DELETE")], ["changed-meanwhile", []]);
    assert.equal((await draft(`articles/${id}`, "locale=fr"))?.["title"], "Thé");
  });

  it("can be undone by a restore, which keeps the current shared attributes", async () => {
    const desk = openDesk();
    const id = await makeTranslated("Tea", "Thé");
    await changeElsewhere(id, { kicker: "Chaud", readingMinutes: 5 }, "locale=fr");
    const address = french(desk, id);
    must(await deleteLocalization(address, await lookedAt(desk, address), desk));
    await changeElsewhere(id, { readingMinutes: 8 });
    const [entry] = await desk.journal.deleted(desk.connection.id);
    assert.ok(entry);
    assert.deepEqual(
      [entry.address, entry.live, Object.keys(entry.before)],
      [address, ["fr"], ["fr"]],
    );

    const restored = must(await restoreDeleted(entry, desk));

    const [now, english] = [
      await draft(`articles/${id}`, "locale=fr"),
      await draft(`articles/${id}`, "locale=en"),
    ];
    assert.deepEqual(restored.address, address);
    assert.deepEqual(
      [now?.["title"], now?.["kicker"], now?.["readingMinutes"], english?.["readingMinutes"]],
      ["Thé", "Chaud", 8, 8],
    );
    assert.equal(why(await restoreDeleted(entry, desk)), "still-there");
  });

  it("closes the editor of the locale, and updates the editors of the others", async () => {
    const desk = openDesk();
    const id = await makeTranslated("Tea", "Thé");
    const address = french(desk, id);
    await desk.open(address);
    await desk.open(desk.article(id));
    const changes: string[] = [];
    desk.documents.onDidChange((change) => changes.push(`${change.kind} ${change.address.locale}`));

    must(await deleteLocalization(address, await lookedAt(desk, address), desk));

    assert.deepEqual(changes, ["deleted fr", "changed en"]);
  });

  it("works for a single type", async () => {
    const desk = openDesk();
    const english = must(await desk.lifecycle.preview(desk.single("homepage", "en")));
    const there = english.facts.locales ?? [];
    if (!there.includes("de")) {
      await ask("PUT", "homepage?locale=de&status=draft", { heading: "Willkommen" });
    }
    const address = { ...desk.single("homepage"), locale: "de" };

    must(await deleteLocalization(address, await lookedAt(desk, address), desk));

    assert.equal(await draft("homepage", "locale=de"), undefined);
    const now = must(await desk.lifecycle.preview(desk.single("homepage", "en")));
    assert.deepEqual(now.content["heading"], english.content["heading"]);
    const [entry] = await desk.journal.deleted(desk.connection.id);
    assert.ok(entry);
    must(await restoreDeleted(entry, desk));
    assert.ok(await draft("homepage", "locale=de"));
  });

  it("is rejected for a type without locales", async () => {
    const desk = openDesk();
    const id = await makeArticle();
    const looked = await lookedAt(desk, desk.article(id));

    const outcome = await deleteLocalization(
      { ...desk.at("tags", id), locale: "fr" },
      looked,
      desk,
    );

    assert.deepEqual([why(outcome), desk.sent("DELETE")], ["unknown-locale", []]);
  });
});
