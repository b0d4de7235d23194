import { deepEqual, equal } from "node:assert/strict";
import { headsIn } from "../../../src/model/folder/heads.ts";
import { temporaryFolder, type TemporaryFolder } from "../../support/temporaryFolder.ts";
import { ask, draft, make, openModel, unique, useFewDocuments } from "../magazine.ts";
import type { TestModel } from "../testModel.ts";
import { PushFolder } from "./push/pushFolder.ts";

describe("A pulled document that the service has with another documentId", function () {
  this.timeout(60_000);
  let temporary: TemporaryFolder;
  let folder: PushFolder;
  let model: TestModel;
  useFewDocuments("pages");

  beforeEach(() => {
    temporary = temporaryFolder();
    folder = new PushFolder(temporary.path, ["pages"]);
    model = openModel();
  });
  afterEach(() => temporary.remove());

  /** A page in two languages whose files were pulled, and then its successor, as a transfer makes it. */
  const replacedPage = async (change: object = {}) => {
    const slug = unique("moved").replace(" ", "-");
    const makePage = async (data: object) => {
      const id = await make("pages?status=draft", { title: slug, slug, ...data });
      const french = { title: "Bougé", slug: `${slug}-fr` };
      await ask("PUT", `pages/${id}?status=draft&locale=fr`, french);
      return id;
    };
    const earlierId = await makePage({});
    await folder.pull(model);
    await ask("DELETE", `pages/${earlierId}?locale=*`);
    const id = await makePage(change);
    const paths = [`pages/${slug}.json`, `pages/${slug}.en.json`, `pages/${slug}.fr.json`];
    return { id, slug, paths };
  };
  const state = (slug: string) =>
    [...folder.files()].find(
      ([path]) => path.includes("state") && path.endsWith(`/pages/${slug}`),
    )?.[1];
  const documentIds = (slug: string) => headsIn(state(slug) ?? "").map((head) => head.documentId);
  const withoutLogs = () => [...folder.files()].filter(([path]) => !path.includes(".cms/runs"));

  for (const how of ["pull", "push"] as const)
    it(`a ${how} takes it for the same document if it is equal`, async () => {
      const { id, slug, paths } = await replacedPage();
      const before = withoutLogs().map(([path]) => path);
      if (how === "pull") deepEqual(await folder.pull(model), []);
      else {
        const { outcomes, unsent } = await folder.push(model);
        deepEqual([outcomes, unsent], [[], []]);
      }
      deepEqual(
        withoutLogs().map(([path]) => path),
        before,
      );
      deepEqual(documentIds(slug), [id, id, id]);
      const [, en = ""] = paths;
      folder.edit(en, { title: "Edited" });
      deepEqual((await folder.push(model)).outcomes, [`change ${en}`]);
      equal((await draft(`pages/${id}`))?.["title"], "Edited");
    });

  it("nothing is written or sent if it differs, and both a pull and a push name its files", async () => {
    const { id, paths } = await replacedPage({ summary: "Other" });
    const [, en = ""] = paths;
    folder.edit(en, { title: "Edited" });
    const before = withoutLogs();
    const unclear = paths.map((path) => `unclear ${path}`);
    deepEqual(await folder.pull(model, { removes: true }), unclear);
    const { outcomes, unsent } = await folder.push(model, { deletes: true, isFirst: true });
    deepEqual([outcomes, unsent], [[], unclear]);
    deepEqual(withoutLogs(), before);
    equal((await draft(`pages/${id}`))?.["summary"], "Other");
  });

  it("a localization that one of them lacks is a difference", async () => {
    const { slug, paths } = await replacedPage();
    const [shared, en, french = ""] = paths;
    folder.remove(french);
    const before = state(slug);
    deepEqual(
      await folder.pull(model),
      [shared, en, french].map((path) => `unclear ${path}`),
    );
    equal(state(slug), before);
  });

  it("a localization that neither of them has any more is no difference", async () => {
    const { id, slug, paths } = await replacedPage();
    const [, , french = ""] = paths;
    await ask("DELETE", `pages/${id}?locale=fr`);
    folder.remove(french);
    deepEqual(await folder.pull(model), []);
    deepEqual(documentIds(slug), [id, id]);
  });

  it("of two documents with its keys, only one gets its name", async () => {
    const { id, slug, paths } = await replacedPage();
    await ask("DELETE", `pages/${id}?locale=fr`);
    await make("pages?status=draft&locale=fr", { title: "Bougé", slug: `${slug}-fr` });
    const before = state(slug);
    const changes = await folder.pull(model);
    deepEqual(
      changes.filter((change) => paths.some((path) => change.endsWith(path))),
      paths.map((path) => `unclear ${path}`),
    );
    deepEqual(changes.map((change) => change.split(" ")[0]).sort(), [
      ...["new-remote", "new-remote"],
      ...["unclear", "unclear", "unclear"],
    ]);
    equal(state(slug), before);
  });

  it("a single type needs no key for that", async () => {
    const single = new PushFolder(temporary.path, ["homepage"]);
    const remake = async (heading: string) => {
      await ask("DELETE", "homepage?locale=*");
      await ask("PUT", "homepage?status=draft", { heading });
    };
    await remake("Equal");
    await single.pull(model);
    await remake("Equal");
    deepEqual(await single.pull(model), []);
    await remake("Different");
    deepEqual((await single.push(model)).unsent, [
      "unclear homepage/homepage.json",
      "unclear homepage/homepage.en.json",
    ]);
  });
});
