import assert from "node:assert/strict";
import { undoEntries } from "../undoNewest.ts";
import { defaultRows } from "../../../src/model/copy/copies.ts";
import { singleId } from "../../../src/model/foundation/address.ts";
import { startFaults } from "../../support/faults.ts";
import { Database } from "../database.ts";
import { Copying, outcomesOf } from "./copying.ts";
import { unique } from "../magazine.ts";
import { useTwoServices } from "../twoServices.ts";
import { plainList, plainRead } from "../../support/plainHttp.ts";
import {
  plainChange,
  plainDelete,
  plainMakeDraft,
  plainPublish,
} from "../../support/plainWrites.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";

const uid = "api::page.page";

describe("Comparison after a copy", function () {
  this.timeout(120_000);
  const services = useTwoServices();

  const make = (values = {}, type = "pages"): Promise<string> => {
    const title = unique("Again");
    const slug = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
    return plainMakeDraft(services().from, type, { title, slug, summary: "Old", ...values });
  };

  const change = (id: string, values: JsonObject, type = "pages"): Promise<unknown> =>
    plainChange(services().from, `${type}/${id}?status=draft`, values);

  const changeThere = async (copying: Copying, id: string, values: object): Promise<string> => {
    const targetId = (await copying.pairs()).counterpart("from", uid, id) ?? "";
    await plainChange(services().to, `pages/${targetId}?status=draft`, { ...values });
    return targetId;
  };

  /** Undoes the newest batch in the target with the command for every batch. */
  async function undo({ model, ids, store }: Copying): Promise<void> {
    const [batch] = await model.journal.batches(ids.to);
    assert.ok(batch);
    const undone = await undoEntries(model, await model.journal.batch(ids.to, batch), store);
    assert.ok(undone.every(({ outcome }) => outcome === "done"));
  }

  it("copied documents are new once Undo Batch has deleted them, and are created once more", async () => {
    const id = await make();
    const copying = new Copying();
    await copying.copy({ pages: [id] });
    await undo(copying);

    const again = new Copying({ pairs: copying.store });
    const comparison = await again.compare({ pages: [id] });
    assert.deepEqual(
      comparison.rows.map(({ kind }) => kind),
      ["new"],
    );
    assert.deepEqual(outcomesOf(await again.run(await again.plan(comparison))), ["done"]);
    const [row] = (await again.compare({ pages: [id] })).rows;
    const pairedId = (await again.pairs()).counterpart("from", uid, id) ?? "";
    assert.deepEqual([row?.kind, row?.toId], ["same", pairedId]);
  });

  it("a document that no key finds is created once, although the target did not keep all of it", async () => {
    const proxy = await startFaults(services().to.url);
    const name = unique("Lossy");
    const id = await plainMakeDraft(services().from, "authors", { name, basedIn: "Rome" });
    const copying = new Copying({ urls: { to: proxy.url } });
    proxy.reshape(/POST \/\w+\/authors/, {
      body: (body) => ({ data: { ...(body as { readonly data: object }).data, basedIn: null } }),
    });
    const first = await copying.copy({ authors: [id] });
    proxy.heal();
    const later = new Copying({ pairs: copying.store });
    const [row] = (await later.compare({ authors: [id] })).rows;
    await proxy.stop();

    const targetAuthors = await plainList(
      services().to,
      `authors?status=draft&filters[name]=${encodeURIComponent(name)}`,
    );
    assert.deepEqual([first, targetAuthors.length], [["failed: not-kept"], 1]);
    const pairedId = (await later.pairs()).counterpart("from", "api::author.author", id) ?? "";
    assert.deepEqual([row?.kind, row?.toId], ["different", pairedId]);
  });

  it("copied documents are not selected once Undo Batch has restored other values", async () => {
    const id = await make();
    const copying = new Copying();
    await copying.copy({ pages: [id] });
    await change(id, { summary: "New" });
    const second = new Copying({ pairs: copying.store });
    await second.copy({ pages: [id] });
    await undo(second);

    const [row] = (await second.compare({ pages: [id] })).rows;
    assert.deepEqual(row?.differences, [
      { kind: "attribute", name: "summary", locale: "en", since: "to" },
    ]);
    await change(id, { summary: "Newer" });
    const after = await second.compare({ pages: [id] });
    assert.deepEqual([after.rows[0]?.conflict, defaultRows(after)], [true, []]);
  });

  it("a later copy keeps a change of the target to a single type that a copy created", async () => {
    const { from, to } = services();
    await plainDelete(to, "site-setting");
    const first = new Copying();
    assert.deepEqual(await first.copy({ "site-setting": [singleId] }), ["done"]);
    await plainChange(to, "site-setting", { tagline: "Theirs" });
    await plainChange(from, "site-setting", { articlesPerPage: 7 });

    const second = new Copying({ pairs: first.store });
    assert.deepEqual(await second.copy({ "site-setting": [singleId] }), ["done"]);
    const { tagline, articlesPerPage } = await plainRead(to, "site-setting");
    assert.deepEqual([tagline, articlesPerPage], ["Theirs", 7]);
  });

  it("a later copy keeps changes of the target to localizations of a single type that a copy created", async () => {
    const { from, to } = services();
    const locales = ["en", "fr"];
    for (const locale of locales)
      await plainChange(from, `homepage?status=draft&locale=${locale}`, { heading: locale });
    await plainDelete(to, "homepage?locale=*");
    const first = new Copying();
    assert.deepEqual(new Set(await first.copy({ homepage: [singleId] })), new Set(["done"]));
    for (const locale of locales) {
      const path = `homepage?status=draft&locale=${locale}`;
      await plainChange(to, path, { heading: "Theirs" });
      await plainChange(from, path, { intro: `New in ${locale}` });
    }

    const second = new Copying({ pairs: first.store });
    await second.copy({ homepage: [singleId] });
    for (const locale of locales) {
      const { heading, intro } = await plainRead(to, `homepage?status=draft&locale=${locale}`);
      assert.deepEqual([heading, intro], ["Theirs", `New in ${locale}`]);
    }
  });

  it("a change of the source during a copy is not taken for a change of the target", async () => {
    const id = await make();
    const copying = new Copying();
    await copying.copy({ pages: [id] });
    await change(id, { summary: "New" });
    const plan = await copying.plan(await copying.compare({ pages: [id] }));
    await change(id, { title: unique("New") });
    assert.deepEqual(outcomesOf(await copying.run(plan)), ["done"]);

    const comparison = await copying.compare({ pages: [id] });
    assert.deepEqual(comparison.rows[0]?.differences, [
      { kind: "attribute", name: "title", locale: "en", since: "from" },
    ]);
    assert.deepEqual(outcomesOf(await copying.run(await copying.plan(comparison))), ["done"]);
  });

  it("a comparison does not know which side changed fields that a new localization did not get", async () => {
    const id = await make({ position: 1 });
    const copying = new Copying();
    await copying.copy({ pages: [id] });
    await changeThere(copying, id, { position: 2 });
    const slug = unique("fr").replace(" ", "-");
    await plainChange(services().from, `pages/${id}?status=draft&locale=fr`, {
      title: "Deux",
      slug,
    });
    const second = new Copying({ pairs: copying.store });
    const outcomes = await second.copy({ pages: [id] });

    assert.deepEqual(outcomes, ["done"]);
    const { rows } = await second.compare({ pages: [id] });
    assert.deepEqual(
      rows[0]?.differences?.map((difference) => [
        difference.locale,
        difference.kind === "attribute" && difference.since,
      ]),
      [
        ["en", "to"],
        ["fr", "unknown"],
      ],
    );
  });

  it("a copy leaves passwords, private attributes and users of the target unchanged, and sets none", async () => {
    const secret = { previewPassword: "of-the-source", internalNote: "Of the source" };
    const [existing, created] = [await make(secret, "articles"), await make(secret, "articles")];
    const copying = new Copying();
    await copying.copy({ articles: [existing] });
    const [user] = await listOfUsers();
    const ofArticles = "api::article.article";
    const targetId = (await copying.pairs()).counterpart("from", ofArticles, existing) ?? "";
    await plainChange(services().to, `articles/${targetId}?status=draft`, {
      ...{ previewPassword: "of-the-target", internalNote: "Of the target" },
      editor: user ?? null,
    });
    const database = await Database.open(services().to);
    const secrets = async (id: string): Promise<unknown> => {
      const columns = (await database.read()).get(`articles/${id}/en/draft`);
      return ["preview_password", "internal_note", "editor"].map((name) => columns?.get(name));
    };
    const before = await secrets(targetId);
    await change(existing, { kicker: "New", ...secret }, "articles");

    const second = new Copying({ pairs: copying.store });
    assert.deepEqual(await second.copy({ articles: [existing, created] }), ["done", "done"]);

    assert.deepEqual(await secrets(targetId), before);
    const createdId = (await second.pairs()).counterpart("from", ofArticles, created) ?? "";
    assert.deepEqual(
      ((await secrets(createdId)) as (string | undefined)[]).map((value) => value ?? "null"),
      ["null", "null", "null"],
    );
    await database.close();
  });

  async function listOfUsers(): Promise<number[]> {
    const { url, apiPrefix, tokens } = services().to;
    const answer = await fetch(`${url}/${apiPrefix}/users?pagination[pageSize]=1`, {
      headers: { authorization: `Bearer ${tokens.full}` },
    });
    return ((await answer.json()) as { readonly id: number }[]).map(({ id }) => id);
  }

  it("documents that were copied as drafts stay drafts when a later copy publishes others", async () => {
    const [earlier, later] = [await make(), await make()];
    for (const id of [earlier, later]) await plainPublish(services().from, `pages/${id}`);
    const interrupted = new Copying();
    await interrupted.copy({ pages: [earlier] });

    const copying = new Copying({ pairs: interrupted.store });
    const comparison = await copying.compare({ pages: [later] });
    const plan = await copying.plan(comparison, { publish: true });

    assert.deepEqual(
      plan.publishing.map(({ document }) => document.fromId),
      [later],
    );
  });

  it("a copy of one field in two locales doesn't make the target newer in the other fields", async () => {
    const { from, to } = services();
    const title = unique("Partial");
    const slug = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
    const targetId = await plainMakeDraft(to, "pages", { title, slug, summary: "Old" });
    await plainChange(to, `pages/${targetId}?status=draft&locale=fr`, {
      title,
      slug: `${slug}-fr`,
    });
    const id = await make({ title, slug, summary: "Neu" });
    await plainChange(from, `pages/${id}?status=draft&locale=fr`, {
      title: unique("Neu"),
      slug: `${slug}-fr`,
      summary: "Neu",
    });
    const copying = new Copying();
    const before = await copying.compare({ pages: [id] });
    assert.deepEqual([...(before.rows[0]?.names ?? [])].sort(), ["summary", "title"]);
    assert.equal(before.rows[0]?.isTargetNewer, undefined);
    const rows = before.rows.map((row) => ({ row, names: ["summary"] }));
    assert.deepEqual(outcomesOf(await copying.run(await copying.plan(before, { rows }))), [
      "done",
      "done",
    ]);

    const later = new Copying({ pairs: copying.store });
    const [row] = (await later.compare({ pages: [id] })).rows;
    assert.deepEqual([row?.names, row?.isTargetNewer], [["title"], undefined]);
  });
});
