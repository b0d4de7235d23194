import assert from "node:assert/strict";
import { defaultRows } from "../../../src/model/copy/copies.ts";
import type { CopyPlan } from "../../../src/model/copy/copyPlan.ts";
import { readPlanFile, toPlanFile } from "../../../src/model/copy/copyPlanFile.ts";
import { textIn } from "../../../src/model/foundation/json.ts";
import { must } from "../outcomes.ts";
import { Copying, outcomesOf } from "./copying.ts";
import { unique } from "../magazine.ts";
import { useTwoServices } from "../twoServices.ts";
import { plainList, plainRead } from "../../support/plainHttp.ts";
import { plainChange, plainMakeDraft } from "../../support/plainWrites.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";

const named = (word: string) => {
  const title = unique(word);
  return { title, slug: title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-") };
};

/** What the plan refuses, and the fields that it writes. */
const planned = ({ planned, refused }: CopyPlan) => ({
  refused: refused.map(({ failure }) => failure.code),
  written: planned.map(({ intent }) => ("names" in intent ? intent.names : intent.kind)),
});

describe("Reviewed copy", function () {
  this.timeout(120_000);
  const services = useTwoServices();

  /** An article that was copied and then changed in the source, and a comparison of it. */
  async function compared() {
    const { from, to } = services();
    const data = { ...named("Reviewed"), kicker: "Old", summary: "Old" };
    const category = { name: data.title, slug: data.slug };
    const id = await plainMakeDraft(from, "articles", {
      ...data,
      category: await plainMakeDraft(from, "categories", category),
    });
    const copying = new Copying();
    await copying.copy({ articles: [id] });
    const { title: name, slug } = named("Category");
    await plainChange(from, `articles/${id}?status=draft`, {
      kicker: "New",
      category: await plainMakeDraft(from, "categories", { name, slug }),
    });
    const [targetArticle = {}] = await plainList(
      to,
      `articles?status=draft&filters[slug][$eq]=${data.slug}`,
    );
    const documentId = textIn(targetArticle, "documentId");
    const change = (values: JsonObject) =>
      plainChange(to, `articles/${documentId}?status=draft`, values);
    return {
      copying,
      id,
      documentId,
      change,
      comparison: await copying.compare({ articles: [id] }),
    };
  }

  it("a reviewed copy does not overwrite what was changed in the target while the list was open", async () => {
    const { copying, change, comparison, documentId } = await compared();
    await change({ kicker: "Theirs" });

    const plan = await copying.plan(comparison);

    assert.deepEqual(planned(plan).refused, ["changed-meanwhile"]);
    await copying.run(plan);
    const now = await plainRead(services().to, `articles/${documentId}?status=draft`);
    assert.equal(now["kicker"], "Theirs");
  });

  it("a reviewed copy does not overwrite a relation that was changed at its other end meanwhile", async () => {
    const { copying, comparison, documentId } = await compared();
    const { to } = services();
    const { title: name, slug } = named("Theirs");
    const category = await plainMakeDraft(to, "categories", { name, slug });
    await plainChange(to, `categories/${category}?status=draft`, {
      articles: { connect: [documentId] },
    });

    assert.deepEqual(planned(await copying.plan(comparison)).refused, ["changed-meanwhile"]);
  });

  it("a reviewed copy does not write what was changed in the source while the list was open", async () => {
    const { copying, id, comparison } = await compared();
    await plainChange(services().from, `articles/${id}?status=draft`, { kicker: "Newer" });

    assert.deepEqual(planned(await copying.plan(comparison)).refused, ["changed-meanwhile"]);
  });

  it("a reviewed copy writes nothing to fields that it does not copy and that the target changed", async () => {
    const { copying, change, comparison, documentId } = await compared();
    await change({ summary: "Theirs" });

    const plan = await copying.plan(comparison);
    assert.deepEqual(planned(plan).refused, []);
    assert.deepEqual(new Set(outcomesOf(await copying.run(plan))), new Set(["done"]));
    const now = await plainRead(services().to, `articles/${documentId}?status=draft`);
    assert.deepEqual([now["kicker"], now["summary"]], ["New", "Theirs"]);
  });

  it("a reviewed copy creates no document that was changed in the source or created in the target meanwhile", async () => {
    const { from, to } = services();
    const [firstArticle, other, third] = [named("New"), named("New"), named("New")];
    const ids = [];
    for (const data of [firstArticle, other, third])
      ids.push(await plainMakeDraft(from, "articles", data));
    const [changed = ""] = ids;
    const copying = new Copying();
    const comparison = await copying.compare({ articles: ids });
    await plainChange(from, `articles/${changed}?status=draft`, { kicker: "Newer" });
    const targetId = await plainMakeDraft(to, "articles", { ...other, kicker: "Theirs" });

    const plan = await copying.plan(comparison);

    assert.deepEqual(planned(plan), {
      refused: ["changed-meanwhile", "changed-meanwhile"],
      written: ["create"],
    });
    assert.deepEqual(outcomesOf(await copying.run(plan)), ["done"]);
    const now = await plainRead(to, `articles/${targetId}?status=draft`);
    assert.equal(now["kicker"], "Theirs");
  });

  it("a reviewed copy does not add a localization that was added in the target meanwhile", async () => {
    const { from, to } = services();
    const { copying, id, documentId } = await compared();
    await plainChange(from, `articles/${id}?status=draft&locale=fr`, named("Fr"));
    const comparison = await copying.compare({ articles: [id] });
    const path = `articles/${documentId}?status=draft&locale=fr`;
    await plainChange(to, path, { ...named("Fr"), kicker: "Theirs" });

    const plan = await copying.plan(comparison);
    assert.deepEqual(planned(plan).refused, ["changed-meanwhile"]);
    await copying.run(plan);
    assert.equal((await plainRead(to, path))["kicker"], "Theirs");
  });

  for (const isReversed of [false, true]) {
    const direction = isReversed ? "back" : "there";
    it(`a copy resumes a plan file although pairs name its relations since (${direction})`, () =>
      resumesFile(isReversed));
  }

  async function resumesFile(isReversed: boolean): Promise<void> {
    const from = isReversed ? services().to : services().from;
    // Without a slug, only its pair matches the author.
    const author = await plainMakeDraft(from, "authors", { name: unique("Author") });
    const id = await plainMakeDraft(from, "articles", { ...named("By"), author });
    const copying = new Copying({ isReversed });
    const comparison = await copying.compare({ articles: [id] });
    const text = toPlanFile(await copying.plan(comparison, { rows: defaultRows(comparison) }));
    const apply = async () => {
      const options = { pairs: await copying.pairs() };
      return must(await copying.copies.fromPlanFile(must(readPlanFile(text)), options));
    };
    const cut = new AbortController();
    const onItem = (index: number): void => {
      if (index === 1) cut.abort();
    };
    const options = { group: "copy-1", signal: cut.signal, onItem };
    const first = await copying.copies.run(await apply(), options);

    const plan = await apply();
    assert.deepEqual(
      first.items.map(({ outcome }) => outcome),
      ["done", "untried"],
    );
    assert.deepEqual(planned(plan), { refused: [], written: ["create"] });
    assert.deepEqual(outcomesOf(await copying.run(plan)), ["done"]);
  }
});
