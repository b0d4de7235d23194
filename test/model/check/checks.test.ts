import assert from "node:assert/strict";
import { Checks } from "../../../src/model/check/checks.ts";
import type { CheckSettingsPort } from "../../../src/model/check/checks.ts";
import type { RuleSettings } from "../../../src/model/check/checkSettings.ts";
import type { CheckTarget } from "../../../src/model/check/checkScope.ts";
import type { Address } from "../../../src/model/foundation/address.ts";
import { startFaults } from "../../support/faults.ts";
import { until } from "../../window/until.ts";
import { edited } from "../testModel.ts";
import { ask, magazine, makeArticle, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { allOf, everywhere, only, showOnly, some } from "./checking.ts";

const broken = { body: "![Tea](/uploads/never_there.png)" };
const settingsOf = (rules: RuleSettings): CheckSettingsPort => ({
  read: () => Promise.resolve({ rules, checkForeignLinks: false }),
});
const rules = settingsOf(only("broken-link"));
const oneOf = (address: Address): CheckTarget => ({ kind: "document", address });

/** A model with an article that has a broken link, and the checks of the model. */
async function openChecks(model = openModel()) {
  const checks = new Checks(model, rules);
  const id = await makeArticle(broken, "status=draft");
  const address = model.article(id);
  return { model, checks, id, address, isFound: () => checks.findings(address).length === 1 };
}

const untilSettled = ({ checks, address }: { checks: Checks; address: Address }) =>
  until("The finding stays", () => Promise.resolve(checks.findings(address).length === 0));

const fix = (id: string) => ask("PUT", `articles/${id}?status=draft`, { body: "Tea" });

async function checkAll(checks: Checks, target: CheckTarget, signal?: AbortSignal) {
  return must(await checks.check(target, signal ? { signal } : {}));
}

describe("Findings of a check", () => {
  it("findings stay until a later check of the document doesn't find them again", async () => {
    const { checks, id, address, isFound } = await openChecks();
    await checkAll(checks, oneOf(address));
    await checkAll(checks, oneOf(address));
    const again = isFound();
    await fix(id);

    await checkAll(checks, oneOf(address));

    assert.deepEqual([again, isFound()], [true, false]);
  });

  it("findings stay in documents that a check of a filtered collection doesn't read", async () => {
    const { model, checks, address, isFound } = await openChecks();
    await checkAll(checks, oneOf(address));
    const target = allOf(model, "articles");
    assert.ok(target.kind === "collection");

    await checkAll(checks, { ...target, listQuery: { filter: { title: { $eq: "None" } } } });

    assert.ok(isFound());
  });

  it("findings disappear with a check of the connection if the document is gone", async () => {
    const faults = await startFaults(magazine().url);
    const model = openModel({ url: faults.url });
    const { checks, id, isFound } = await openChecks(model);
    showOnly(faults, id);
    await checkAll(checks, everywhere(model));
    const before = isFound();
    await ask("DELETE", `articles/${id}`);

    await checkAll(checks, everywhere(model));

    await faults.stop();
    assert.deepEqual([before, isFound()], [true, false]);
  });

  it("findings disappear after a save that fixes the document", async () => {
    const { model, checks, address } = await openChecks();
    await checkAll(checks, oneOf(address));
    const opened = await model.open(address);

    must(await model.save(address, edited(opened, { body: "Tea" })));

    await untilSettled({ checks, address });
    assert.deepEqual(checks.summary(model.connection.id, "articles")?.counts, {
      error: 0,
      warning: 0,
    });
  });

  it("findings stay after a save that doesn't fix the document", async () => {
    const { model, checks, address, isFound } = await openChecks();
    await checkAll(checks, oneOf(address));
    const opened = await model.open(address);
    const checked = new Promise((resolve) => checks.onDidChangeNumbers(resolve));

    must(await model.save(address, edited(opened, { kicker: "New" })));
    await checked;

    assert.ok(isFound());
  });

  it("findings disappear when the user opens a document that another client has fixed", async () => {
    const { checks, id, address, isFound } = await openChecks();
    await checkAll(checks, oneOf(address));
    const checked = new Promise((resolve) => checks.onDidChangeNumbers(resolve));
    checks.checkOpened(address);
    await checked;
    const before = isFound();
    await fix(id);

    checks.checkOpened(address);

    await untilSettled({ checks, address });
    assert.ok(before);
  });

  it("findings don't come back if the user removes them while an opened document is checked", async () => {
    const { model, checks, address, isFound } = await openChecks();
    await checkAll(checks, oneOf(address));
    let changes = 0;
    checks.onDidChangeNumbers(() => (changes += 1));

    checks.checkOpened(address);
    checks.clear();
    await until("The check doesn't end", () => Promise.resolve(changes === 2));

    assert.deepEqual([isFound(), checks.summary(model.connection.id)], [false, undefined]);
  });

  it("findings about missing localizations disappear when the last one is saved", async () => {
    const model = openModel();
    const checks = new Checks(model, settingsOf(only("missing-translation")));
    const id = await makeArticle({}, "status=draft");
    await ask("PUT", `articles/${id}?locale=de&status=draft`, { title: "Tee" });
    const address = model.at("articles", id, "en");
    await checkAll(checks, oneOf(address));
    const before = checks.findings(address).length;
    await ask("PUT", `articles/${id}?locale=fr&status=draft`, { title: "The" });
    const french = { ...address, locale: "fr" };
    const opened = await model.open(french);

    must(await model.save(french, edited(opened, { title: "Le thé" })));

    await untilSettled({ checks, address });
    assert.equal(before, 1);
  });

  it("findings disappear when the document is deleted", async () => {
    const { model, checks, address, isFound } = await openChecks();
    await checkAll(checks, oneOf(address));
    const preview = must(await model.publication.preview(address));

    must(await model.publication.delete(address, preview));

    assert.equal(isFound(), false);
  });

  it("findings disappear when the connection is removed, with its numbers", async () => {
    const { model, checks, address, isFound } = await openChecks();
    await checkAll(checks, oneOf(address));

    await model.connections.remove(model.connection);

    assert.deepEqual([isFound(), checks.summary(model.connection.id)], [false, undefined]);
  });

  it("findings stay when the check is cancelled", async () => {
    const model = openModel();
    const checks = new Checks(model, settingsOf(only("invalid-value")));
    const id = await makeArticle({ readingMinutes: 0 }, "status=draft");
    const address = model.article(id);
    const paths = () => checks.findings(address).map(({ path }) => path);
    const abort = new AbortController();
    checks.onDidChangeFindings(() => {
      if (paths().length > 0) abort.abort();
    });

    const report = await checkAll(checks, some(model, "articles", id), abort.signal);

    assert.deepEqual([report.isCancelled, paths()], [true, [["readingMinutes"]]]);
  });

  it("findings are counted for their type and their connection", async () => {
    const { model, checks, address } = await openChecks();
    const { id } = model.connection;
    const before = checks.summary(id);
    const second = model.article(await makeArticle(broken, "status=draft"));

    await checkAll(checks, oneOf(address));
    await checkAll(checks, oneOf(second));

    const counts = { error: 0, warning: 2 };
    const after = [checks.summary(id), checks.summary(id, "articles")].map(
      (summary) => summary?.counts,
    );
    assert.deepEqual([before, after], [undefined, [counts, counts]]);
    assert.equal(checks.summary(id, "pages"), undefined);
  });

  it("findings come from one check of a connection at a time", async () => {
    const { model, checks, address } = await openChecks();
    const { id } = model.connection;

    const first = checks.check({ ...everywhere(model), types: ["tags"] });
    const isRunning = checks.isRunning(id);
    await assert.rejects(checks.check(oneOf(address)));
    await first;

    assert.deepEqual([isRunning, checks.isRunning(id)], [true, false]);
  });
});
