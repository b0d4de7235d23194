import { deepEqual, equal, match, ok } from "node:assert/strict";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { JsonObject } from "../../../../src/model/foundation/json.ts";
import { startFaults, type Faults } from "../../../support/faults.ts";
import { startFaultyProxy, type FaultyProxy } from "../../../support/faultyProxy.ts";
import { caseCount } from "../../../support/longRun.ts";
import { temporaryFolder, type TemporaryFolder } from "../../../support/temporaryFolder.ts";
import {
  ask,
  document,
  draft,
  drafts,
  magazine,
  make,
  openModel,
  total,
  unique,
  useFewDocuments,
} from "../../magazine.ts";
import type { TestModel } from "../../testModel.ts";
import { undoEntries, undoNewest } from "../../undoNewest.ts";
import { JournalInMemory } from "../../ports.ts";
import { git } from "../contentClone.ts";
import { PushFolder } from "./pushFolder.ts";

describe("Push of a folder", function () {
  this.timeout(60_000);
  let temporary: TemporaryFolder;
  let folder: PushFolder;
  let model: TestModel;
  useFewDocuments("pages", "articles");

  beforeEach(() => {
    temporary = temporaryFolder();
    folder = new PushFolder(temporary.path, ["pages"]);
    model = openModel();
  });
  afterEach(() => temporary.remove());

  /** A page whose files were pulled. Its English file has `title` and `slug`. */
  const pulledPage = async (data: object = {}, query = "status=draft") => {
    const title = unique("Push");
    const id = await make(`pages?${query}`, { title, ...data });
    await folder.pull(model);
    const name = title.toLowerCase().replaceAll(/[^a-z\d]+/g, "-");
    return { id, title, en: `pages/${name}.en.json`, shared: `pages/${name}.json`, name };
  };

  const changePage = (id: string, data: object, locale = "en") =>
    ask("PUT", `pages/${id}?status=draft&locale=${locale}`, data);

  const writes = (): number =>
    model.log.filter(({ method }) => !/^(GET|HEAD)$/.test(method)).length;

  it("a push after a pull sends nothing", async () => {
    await pulledPage();
    const before = folder.files();
    const { length } = model.log;
    const { outcomes, unsent } = await folder.push(model);
    deepEqual([outcomes, unsent, writes()], [[], [], 0]);
    // A document, all drafts, their published versions, and rows without a locale.
    equal(model.log.slice(length).filter(({ path }) => path === "pages").length, 4);
    const logs = [...before.keys()].filter((path) => !path.includes("runs"));
    deepEqual(
      [...folder.files().keys()].filter((path) => !path.includes("runs")),
      logs,
    );
  });

  it("a push sends what only the file changed, and keeps what the service changed meanwhile", async () => {
    const { id, en, shared } = await pulledPage({ summary: "Before", position: 1 });
    folder.edit(en, { title: "Edited here" });
    folder.edit(shared, { position: 2 });
    await changePage(id, { summary: "Changed there" });
    const { outcomes, unsent } = await folder.push(model);
    deepEqual([outcomes, unsent], [[`change ${en}`], [`remote(summary) ${en}`]]);
    const { title, summary, position } = (await draft(`pages/${id}`)) ?? {};
    deepEqual([title, summary, position], ["Edited here", "Changed there", 2]);
    deepEqual(await folder.pull(model), [`remote(summary) ${en}`]);
    deepEqual((await folder.push(model)).outcomes, []);
  });

  it("a pull names a new document also in the files of a type that it reads before, and the next changes nothing", async () => {
    const articles = new PushFolder(temporary.path, ["articles", "tags"]);
    const id = await make("articles?status=draft", { title: unique("Named") });
    await articles.pull(model);
    const slug = unique("later").replace(" ", "-");
    const tag = await make("tags?status=draft", { name: slug, slug });
    await ask("PUT", `articles/${id}?status=draft`, { tags: [tag] });
    await articles.pull(model);
    const path = articles.file("articles/named", ".en.md");
    match(readFileSync(articles.at(path), "utf8"), new RegExp(`^  - tags/${slug}$`, "m"));
    deepEqual(await articles.pull(model), []);
  });

  it("the text of a Markdown file is sent with the line ends that the service has", async () => {
    const authors = new PushFolder(temporary.path, ["authors"]);
    const id = await make("authors?status=draft", { name: unique("Lines"), bio: "One\r\nTwo" });
    await authors.pull(model);
    const path = authors.file("authors/lines", ".md");
    const text = readFileSync(authors.at(path), "utf8");
    writeFileSync(authors.at(path), text.replace("Two", "Three\nFour"));
    deepEqual((await authors.push(model)).outcomes, [`change ${path}`]);
    equal((await draft(`authors/${id}`))?.["bio"], "One\r\nThree\r\nFour");
    deepEqual(await authors.pull(model), []);
  });

  it("a push sends nothing of a document with a conflict or with a file that isn't JSON", async () => {
    const { id, en, shared } = await pulledPage({ summary: "Before" });
    folder.edit(en, { title: "Mine", summary: "Mine" });
    folder.edit(shared, { position: 7 });
    await changePage(id, { summary: "Theirs" });
    const { outcomes, unsent } = await folder.push(model);
    deepEqual([outcomes, unsent], [[], [`conflicts(summary) ${en}`]]);
    equal((await draft(`pages/${id}`))?.["position"], null);
  });

  describe("of documents of which the service has an earlier, committed content", () => {
    /** A page that the service has as in the first of two commits, and the folder as in the second. */
    const earlierPage = async () => {
      const page = await pulledPage({ summary: "One" }, "");
      git(folder.path, "init", "-q");
      const commit = (): void => {
        git(folder.path, "add", "-A");
        git(folder.path, "commit", "-qm", "change");
      };
      commit();
      await changePage(page.id, { summary: "Two" });
      await folder.pull(model);
      commit();
      await changePage(page.id, { summary: "One" });
      return page;
    };

    it("nothing is sent until they are pulled", async () => {
      const { en } = await earlierPage();
      folder.edit(en, { title: "Mine", summary: "One" });
      const { outcomes, unsent } = await folder.push(model);
      deepEqual([outcomes, unsent], [[], [`local(title) ${en}`]]);
      await folder.pull(model);
      deepEqual((await folder.push(model)).outcomes, [`change ${en}`]);
    });

    it("all values of the files are sent if the user agrees, and nothing is published", async () => {
      const { id, en } = await earlierPage();
      folder.edit(en, { title: "Mine" });
      const questions: (readonly string[])[] = [];
      const confirmEarlier = (paths: readonly string[]): boolean => questions.push(paths) > 0;
      const refused = await folder.push(model, { confirmEarlier: () => false });
      deepEqual([refused.outcomes, refused.unsent], [[], [`local(title) remote(summary) ${en}`]]);
      const { outcomes, unsent } = await folder.push(model, { confirmEarlier, publishes: true });
      deepEqual([outcomes, unsent, questions], [[`change ${en}`], [], [[en]]]);
      const { title, summary } = (await draft(`pages/${id}`)) ?? {};
      deepEqual([title, summary], ["Mine", "Two"]);
      deepEqual(await folder.pull(model), []);
      deepEqual((await folder.push(model)).outcomes, []);
    });

    it("a new localization is sent with the others if the user agrees", async () => {
      const { en, name } = await earlierPage();
      const french = `pages/${name}.fr.json`;
      folder.edit(french, { title: "Nouveau" });
      deepEqual((await folder.push(model)).outcomes, []);
      const { outcomes } = await folder.push(model, { confirmEarlier: () => true });
      deepEqual(outcomes, [`change ${en}`, `localize ${french}`]);
    });

    it("a document with another conflict is not asked about", async () => {
      const { id, en, shared } = await earlierPage();
      folder.edit(en, { title: "Mine" });
      folder.edit(shared, { position: 1 });
      await changePage(id, { position: 2 });
      const confirmEarlier = () => {
        throw new Error("asked");
      };
      const { outcomes, unsent } = await folder.push(model, { confirmEarlier });
      deepEqual(
        [outcomes, unsent],
        [[], [`conflicts(position) ${shared}`, `local(title) remote(summary) ${en}`]],
      );
    });
  });

  it("a push sends what both sides changed in a list, and the next pull takes it", async () => {
    const quote = (text: string, speaker: string) => ({
      ...{ __component: "sections.quote", text, speaker },
    });
    const before = [quote("One", "A"), quote("Two", "B")];
    const { id, en } = await pulledPage({ sections: before });
    git(folder.path, "init", "-q");
    git(folder.path, "add", "-A");
    git(folder.path, "commit", "-qm", "change");
    await changePage(id, { sections: [quote("One", "A"), quote("Two", "There")] });
    folder.edit(en, { sections: [quote("One", "Here"), quote("Two", "B")] });
    deepEqual((await folder.push(model)).outcomes, [`change ${en}`]);
    const merged = [quote("One", "Here"), quote("Two", "There")];
    deepEqual((await folder.push(model)).outcomes, []);
    await folder.pull(model);
    deepEqual(folder.read(en)["sections"], merged);
    deepEqual((await folder.push(model)).outcomes, []);
  });

  it("a push clears the values that a file no longer has, also in components", async () => {
    const seo = { metaTitle: "Title", metaDescription: "Description" };
    const sections = [{ __component: "sections.quote", text: "One", speaker: "A", role: "Cook" }];
    const { id, en } = await pulledPage({ summary: "Before", seo, sections });
    const { summary: _, ...withoutSummary } = folder.read(en);
    folder.remove(en);
    folder.edit(en, {
      ...withoutSummary,
      seo: { metaTitle: "Title" },
      sections: [{ __component: "sections.quote", text: "Two", speaker: "A" }],
    });
    deepEqual((await folder.push(model)).outcomes, [`change ${en}`]);
    const populate =
      "populate[seo][fields][0]=metaDescription&populate[sections][on][sections.quote][fields][0]=text&populate[sections][on][sections.quote][fields][1]=role";
    const page = await draft(`pages/${id}`, populate);
    const { metaDescription } = { ...(page?.["seo"] as JsonObject) };
    const [quote] = [page?.["sections"]].flat() as JsonObject[];
    deepEqual(
      [page?.["summary"], metaDescription, quote?.["text"], quote?.["role"]],
      [null, null, "Two", null],
    );
    deepEqual(await folder.pull(model), []);
  });

  it("new files create documents in all their locales, and link those that name each other", async () => {
    await pulledPage();
    const [one, two] = [unique("one"), unique("two")].map((name) => name.replace(" ", "-"));
    const parentOf = (name = "") => ({ title: name, slug: name });
    folder.edit(`pages/${one}.en.json`, { ...parentOf(one), parent: `pages/${two}` });
    folder.edit(`pages/${one}.fr.json`, { ...parentOf(`${one}-fr`) });
    folder.edit(`pages/${one}.json`, { position: 3 });
    folder.edit(`pages/${two}.en.json`, { ...parentOf(two), parent: `pages/${one}` });
    const count = await total("pages");
    const { outcomes } = await folder.push(model);
    deepEqual(outcomes, [
      `create pages/${one}.en.json`,
      `localize pages/${one}.fr.json`,
      `create pages/${two}.en.json`,
    ]);
    equal(await total("pages"), count + 2);
    const [first] = await drafts("pages", `filters[slug]=${one}&populate=parent`);
    const { slug } = { ...(first?.["parent"] as JsonObject) };
    deepEqual([slug, first?.["position"]], [two, 3]);
    // The service has filled in a default.
    deepEqual((await folder.pull(model)).sort(), [
      `new-remote pages/${two}.json`,
      `remote(showInFooter) pages/${one}.json`,
    ]);
    deepEqual((await folder.push(model)).outcomes, []);
    deepEqual(await undoNewest(model), ["done", "done"]);
    equal(await total("pages"), count);
  });

  it("a new localization of a known document is added to it", async () => {
    const { id, name } = await pulledPage();
    folder.edit(`pages/${name}.fr.json`, { title: "En français" });
    deepEqual((await folder.push(model)).outcomes, [`localize pages/${name}.fr.json`]);
    equal((await draft(`pages/${id}`, "locale=fr"))?.["title"], "En français");
  });

  it("a relation is the name of a file or a documentId, and one that names neither is refused", async () => {
    const { id, en } = await pulledPage();
    const other = await make("pages?status=draft", { title: unique("Other") });
    folder.edit(en, { parent: `pages/#${other}` });
    deepEqual((await folder.push(model)).outcomes, [`change ${en}`]);
    const parent = (await draft(`pages/${id}`, "populate=parent"))?.["parent"];
    equal({ ...(parent as JsonObject) }["documentId"], other);
    folder.edit(en, { parent: "pages/no-such-file" });
    deepEqual((await folder.push(model)).outcomes, [`refused(no-target) ${en}`]);
  });

  it("a new file with the key of a document adopts it if it is equal, and fills it with --first", async () => {
    await pulledPage();
    const slug = unique("adopted").replace(" ", "-");
    const id = await make("pages?status=draft", { title: "Adopted", slug, showInFooter: null });
    folder.edit(`pages/my-name.en.json`, { title: "Adopted", slug });
    deepEqual((await folder.push(model)).outcomes, []);
    deepEqual(await folder.pull(model), ["new-remote pages/my-name.json"]);
    const other = unique("filled").replace(" ", "-");
    await make("pages?status=draft", { title: "Theirs", slug: other });
    folder.edit(`pages/filled.en.json`, { title: "Theirs", slug: other, summary: "Mine" });
    deepEqual((await folder.push(model)).outcomes, []);
    deepEqual((await folder.push(model, { isFirst: true })).outcomes, [
      "change pages/filled.en.json",
    ]);
    equal(await total("pages", `filters[slug]=${other}`), 1);
    ok(id);
  });

  it("a push publishes what was published, if its draft has no other changes", async () => {
    const { id, en, shared } = await pulledPage({ summary: "Before" }, "");
    const quiet = await pulledPage();
    folder.edit(en, { title: "Published by a push" });
    folder.edit(quiet.en, { title: "Still a draft" });
    const first = await folder.push(model, { publishes: true });
    const changes = [`change ${en}`, `change ${quiet.en}`].sort();
    deepEqual(first.outcomes.toSorted(), [...changes, `publish:done ${id}`]);
    equal((await document(`pages/${id}`))?.["title"], "Published by a push");
    await changePage(id, { summary: "A draft of an editor" });
    folder.edit(shared, { position: 9 });
    deepEqual((await folder.push(model, { publishes: true })).outcomes, [`change ${en}`]);
    equal((await document(`pages/${id}`))?.["summary"], "Before");
  });

  it("a push deletes documents only if asked, and none that was changed", async () => {
    const [gone, changed] = [await pulledPage(), await pulledPage()];
    for (const { en, shared } of [gone, changed])
      for (const path of [en, shared]) folder.remove(path);
    await changePage(changed.id, { summary: "Changed" });
    const first = await folder.push(model);
    deepEqual([first.outcomes, first.plan.deletions.length], [[], 1]);
    const second = await folder.push(model, {
      deletes: true,
      meanwhile: () => changePage(gone.id, { summary: "Changed, too" }),
    });
    deepEqual(second.outcomes, [`delete:skipped ${gone.id}`]);
    const third = await folder.push(model, { deletes: true });
    deepEqual(third.outcomes, []);
    ok(await draft(`pages/${gone.id}`));
  });

  it("a document whose files were deleted is deleted, and undo restores it", async () => {
    const { id, en, shared } = await pulledPage();
    for (const path of [en, shared]) folder.remove(path);
    deepEqual((await folder.push(model, { deletes: true })).outcomes, [`delete:done ${id}`]);
    equal(await draft(`pages/${id}`), undefined);
    deepEqual(await folder.pull(model), []);
    deepEqual(await undoNewest(model), ["done"]);
  });

  it("a localization whose file was deleted is deleted alone", async () => {
    const { id, en, name } = await pulledPage();
    await changePage(id, { title: "Français" }, "fr");
    await folder.pull(model);
    folder.remove(`pages/${name}.fr.json`);
    deepEqual((await folder.push(model, { deletes: true })).outcomes, [`delete:done ${id}`]);
    deepEqual(
      [await draft(`pages/${id}`, "locale=fr"), folder.read(en)["title"]],
      [undefined, folder.read(en)["title"]],
    );
    ok(await draft(`pages/${id}`));
  });

  it("a file that is edited during a push stays changed, and what was read once is sent", async () => {
    const { id, en } = await pulledPage();
    folder.edit(en, { title: "Sent" });
    await folder.push(model, { meanwhile: () => folder.edit(en, { title: "Edited later" }) });
    equal((await draft(`pages/${id}`))?.["title"], "Sent");
    deepEqual(await folder.pull(model, { isDryRun: true }), [`local(title) ${en}`]);
    deepEqual((await folder.push(model)).outcomes, [`change ${en}`]);
    equal((await draft(`pages/${id}`))?.["title"], "Edited later");
  });

  it("a document that the service changes between the plan and the write is not sent", async () => {
    const { id, en } = await pulledPage();
    folder.edit(en, { title: "Mine" });
    const meanwhile = () => changePage(id, { title: "Theirs" });
    const { outcomes } = await folder.push(model, { meanwhile });
    deepEqual(outcomes, [`skipped(changed-meanwhile) ${en}`]);
    equal((await draft(`pages/${id}`))?.["title"], "Theirs");
    deepEqual((await folder.push(model)).unsent, [`conflicts(title) ${en}`]);
  });

  it("a document that is deleted on the service is not created again", async () => {
    const { id, en, name } = await pulledPage();
    folder.edit(en, { title: "Mine" });
    folder.edit(`pages/${name}.fr.json`, { title: "Français" });
    await ask("DELETE", `pages/${id}`);
    const { outcomes, unsent } = await folder.push(model);
    deepEqual(outcomes, []);
    ok(unsent.includes(`deleted-remote ${en}`));
    ok(unsent.includes(`deleted-remote pages/${name}.fr.json`));
  });

  it("a file whose name some file systems can't have is named and not sent", async () => {
    await pulledPage();
    folder.edit("pages/My Tea.en.json", { title: "Tea" });
    const { outcomes, unsent } = await folder.push(model);
    deepEqual([outcomes, unsent], [[], ["unclear pages/My Tea.en.json"]]);
  });

  it("a field that no type has is refused", async () => {
    await pulledPage();
    folder.edit("pages/typo.en.json", { titel: "Typo", title: "Title" });
    deepEqual((await folder.push(model)).outcomes, ["refused(not-valid) pages/typo.en.json"]);
  });

  it("a branch that is switched during a push leaves its files changed", async () => {
    const { id, en } = await pulledPage();
    const other = temporaryFolder();
    cpSync(folder.path, other.path, { recursive: true });
    await changePage(id, { summary: "Pulled" });
    await folder.pull(model);
    folder.edit(en, { title: "Sent" });
    const meanwhile = () => cpSync(other.path, folder.path, { recursive: true });
    deepEqual((await folder.push(model, { meanwhile })).outcomes, [`change ${en}`]);
    other.remove();
    deepEqual(await folder.pull(model, { isDryRun: true }), [`local(title) remote(summary) ${en}`]);
  });

  it("a push sends relations, media files, lists and components, and neither private nor personal fields", async () => {
    const articles = new PushFolder(temporary.path, ["articles", "tags"]);
    const secrets = { contactEmail: "canary@example.com", internalNote: "canary" };
    const link = { label: "One", url: "https://example.com/1" };
    const title = unique("Whole");
    const id = await make("articles?status=draft", { title, ...secrets, links: [link] });
    const tag = await make("tags", { name: unique("Pushed") });
    await articles.pull(model);
    const settings = articles.read("cms.json");
    articles.edit("cms.json", { ...settings, body: { "api::article.article": null } });
    await articles.pull(model);
    const en = articles.file("articles/whole");
    const shared = en.replace(".en.", ".");
    const [oldest] = (await ask("GET", "upload/files?sort=id")) as JsonObject[];
    const cover = oldest?.["name"];
    const tagFile = articles.file("tags/pushed", ".json").replace(".json", "");
    articles.edit(shared, { cover, rating: 4.5, kind: "essay" });
    articles.edit(en, {
      tags: [tagFile],
      links: [link, { label: "Two", url: "https://example.com/2" }],
      sections: [{ __component: "sections.text", body: "A text" }],
      metadata: { b: 1, a: [2] },
    });
    deepEqual((await articles.push(model)).outcomes, [`change ${en}`]);
    const query =
      "populate[cover][fields][0]=name&populate[tags][fields][0]=name&populate[links]=true";
    const article = (await draft(`articles/${id}`, query)) ?? {};
    const namesIn = (name: string) =>
      [article[name]].flat().map((item) => ({ ...(item as JsonObject) })["documentId"]);
    deepEqual(namesIn("tags"), [tag]);
    deepEqual(
      [{ ...(article["cover"] as JsonObject) }["name"], article["rating"], article["kind"]],
      [cover, 4.5, "essay"],
    );
    equal([article["links"]].flat().length, 2);
    equal(article["contactEmail"], secrets.contactEmail);
    // The service has filled in a default of the new link.
    deepEqual(await articles.pull(model), [`remote(links) ${en}`]);
    deepEqual((await articles.push(model)).outcomes, []);
  });

  it("a push changes a single type, and undo takes it back", async () => {
    const single = new PushFolder(temporary.path, ["homepage"]);
    await single.pull(model);
    const en = single.file("homepage/homepage");
    const before = single.read(en);
    single.edit(en, { heading: "Pushed" });
    deepEqual((await single.push(model)).outcomes, [`change ${en}`]);
    deepEqual((await single.push(model)).outcomes, []);
    deepEqual(await undoNewest(model), ["done"]);
    await single.pull(model);
    deepEqual(single.read(en), before);
  });

  describe("through a service that fails", () => {
    let faults: Faults;
    let faulty: TestModel;

    beforeEach(async () => {
      faults = await startFaults(magazine().url);
      faulty = openModel({ url: faults.url });
    });
    afterEach(() => faults.stop());

    it("a value that a hook changed is reported, taken by the next pull, and never sent again", async () => {
      const id = await make("pages?status=draft", { title: unique("Hooked") });
      await folder.pull(faulty);
      const en = folder.file("pages/hooked");
      folder.edit(en, { summary: "sent" });
      const body = (request: unknown) => {
        const { data } = request as { data: Record<string, unknown> };
        return { data: { ...data, summary: `${String(data["summary"])}, stored` } };
      };
      faults.reshape(/^PUT /, { body });
      const { outcomes } = await folder.push(faulty);
      deepEqual(outcomes, [`change ${en}`]);
      faults.heal();
      deepEqual((await folder.push(faulty)).outcomes, []);
      equal((await draft(`pages/${id}`))?.["summary"], "sent, stored");
      folder.edit(en, { summary: "edited again" });
      deepEqual((await folder.push(faulty)).outcomes, [`change ${en}`]);
      equal((await draft(`pages/${id}`))?.["summary"], "edited again");
      folder.edit(en, { summary: "sent" });
      faults.reshape(/^PUT /, { body });
      await folder.push(faulty);
      faults.heal();
      deepEqual(await folder.pull(faulty), [`remote(summary) ${en}`]);
      equal(folder.read(en)["summary"], "sent, stored");
    });
  });

  describe("that is killed", () => {
    let proxy: FaultyProxy;

    beforeEach(async () => {
      proxy = await startFaultyProxy(magazine().url);
    });
    afterEach(() => proxy.stop());

    /** Changes a page, and writes the files of two new ones that name each other. */
    const prepare = (keptFile: string, round: string): readonly string[] => {
      const [one = "", two = ""] = ["a", "b"].map((name) => unique(`cut ${round} ${name}`));
      const nameOf = (title: string) => title.replaceAll(" ", "-");
      folder.edit(`pages/${nameOf(one)}.en.json`, { title: one, parent: `pages/${nameOf(two)}` });
      folder.edit(`pages/${nameOf(one)}.fr.json`, { title: `${one} fr` });
      folder.edit(`pages/${nameOf(two)}.en.json`, { title: two, parent: `pages/${nameOf(one)}` });
      folder.edit(keptFile, { summary: round });
      return [one, two];
    };

    /** What the service has of the documents. */
    const state = async (id: string, titles: readonly string[]): Promise<unknown> => {
      const summary = (await draft(`pages/${id}`))?.["summary"];
      const created = await Promise.all(
        titles.map(async (title) => {
          const query = `filters[title]=${encodeURIComponent(title)}&populate=parent`;
          return (await drafts("pages", query)).map((page) => {
            const { title: parent = "" } = (page["parent"] ?? {}) as { title?: string };
            return titles.indexOf(parent);
          });
        }),
      );
      const french = await Promise.all(
        titles.map((title) =>
          total("pages", `locale=fr&filters[title]=${encodeURIComponent(`${title} fr`)}`),
        ),
      );
      return [summary, created, french];
    };

    it("ends as one that was not, when it runs again, whichever request was the last, and is undone", async () => {
      const id = await make("pages?status=draft", { title: unique("Kept") });
      const open = (journalStore?: JournalInMemory) =>
        openModel({ url: proxy.url, ...(journalStore && { journalStore }) });
      await folder.pull(open());
      const keptFile = folder.file("pages/kept");
      const whole = prepare(keptFile, "whole");
      const start = proxy.passages.length;
      const uncut = open();
      await folder.push(uncut);
      const requests = proxy.passages.slice(start);
      const first = requests.findIndex(({ method }) => method !== "GET");
      deepEqual(await state(id, whole), ["whole", [[1], [0]], [1, 0]]);
      await folder.pull(open());
      const cases = caseCount(2);
      for (let number = 0; number < cases; number += 1) {
        const last = first + Math.floor((number * (requests.length - first)) / cases);
        const round = `cut ${last}`;
        const titles = prepare(keptFile, round);
        const [disk, journal, later] = [
          temporaryFolder(),
          new JournalInMemory(),
          new JournalInMemory(),
        ];
        const before = (await draft(`pages/${id}`))?.["summary"];
        let count = 0;
        // Without its answer, no journal names the document that it creates.
        const isHandled = number % 2 === 0;
        proxy.meet(() => {
          count += 1;
          if (count <= last) return undefined;
          // What the disk has then is all that the next process finds.
          if (count === last + 1) {
            cpSync(folder.path, disk.path, { recursive: true });
            for (const [name, text] of journal.texts) later.texts.set(name, text);
          }
          const kind = count === last + 1 && isHandled ? "answer dropped" : "request dropped";
          return { kind } as const;
        });
        await folder.push(open(journal)).catch(() => undefined);
        await proxy.untilQuiet();
        proxy.meet(() => undefined);
        const next = new PushFolder(disk.path, ["pages"]);
        await next.push(open(later));
        deepEqual(await state(id, titles), [round, [[1], [0]], [1, 0]], `request ${last}`);
        await next.pull(open());
        deepEqual((await next.push(open())).outcomes, []);
        const undoing = open(later);
        for (const batch of await undoing.journal.batches(undoing.connection.id))
          await undoEntries(undoing, await undoing.journal.batch(undoing.connection.id, batch));
        if (!isHandled) deepEqual(await state(id, titles), [before, [[], []], [0, 0]]);
        await next.pull(open(), { removes: true });
        rmSync(folder.path, { recursive: true });
        cpSync(disk.path, folder.path, { recursive: true });
        disk.remove();
      }
    }).timeout(300_000);
  });
});
