import { deepEqual, equal, rejects } from "node:assert/strict";
import { cpSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import type { JsonObject } from "../../../../src/model/foundation/json.ts";
import { startFaults } from "../../../support/faults.ts";
import { startFaultyProxy, type FaultyProxy } from "../../../support/faultyProxy.ts";
import { temporaryFolder, type TemporaryFolder } from "../../../support/temporaryFolder.ts";
import {
  document,
  draft,
  magazine,
  make,
  openModel,
  total,
  unique,
  useFewDocuments,
} from "../../magazine.ts";
import { must } from "../../outcomes.ts";
import type { TestModel } from "../../testModel.ts";
import { PushFolder } from "./pushFolder.ts";

describe("What a push of a folder keeps", function () {
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

  /** A page whose files were pulled without some fields. */
  const pulledPage = async (data: object, leaveOut = {}) => {
    await folder.pull(model);
    const path = folder.at("cms.json");
    const settings = JSON.parse(readFileSync(path, "utf8")) as JsonObject;
    writeFileSync(path, JSON.stringify({ ...settings, leaveOut }));
    const title = unique("Keeps");
    const id = await make("pages?status=draft", { title, ...data });
    await folder.pull(model);
    return { id, en: folder.file(`pages/${title.toLowerCase().replaceAll(/[^a-z\d]+/g, "-")}`) };
  };

  const partsOf = async (id: string) => {
    const on = ["quote", "fact-box"].map((name) => `[on][sections.${name}][populate]=*`);
    const query = ["populate[seo]=true", ...on.map((each) => `populate[sections]${each}`)];
    const { seo, sections } = { ...(await draft(`pages/${id}`, query.join("&"))) };
    return { seo: seo as JsonObject | null, sections: sections as JsonObject[] };
  };

  it("a first push neither sends nor notes what only the service has", async () => {
    await pulledPage({});
    const slug = unique("first").replace(" ", "-");
    const id = await make("pages?status=draft", { title: "First", slug, summary: "Theirs" });
    folder.edit("pages/my-first.en.json", { title: "First", slug });
    deepEqual((await folder.push(model, { isFirst: true })).outcomes, []);
    deepEqual((await folder.push(model)).outcomes, []);
    equal((await draft(`pages/${id}`))?.["summary"], "Theirs");
    await folder.pull(model);
    equal(folder.read("pages/my-first.en.json")["summary"], "Theirs");
  });

  it("a push sends nothing while another program writes to the folder", async () => {
    const { id, en } = await pulledPage({ summary: "Before" });
    folder.edit(en, { summary: "After" });
    const path = realpathSync(temporary.path);
    const push = must(await model.runs.alone(path, () => folder.push(model)));
    deepEqual(push.outcomes, [`failed(folder-locked) ${en}`]);
    equal((await draft(`pages/${id}`))?.["summary"], "Before");
    deepEqual((await folder.push(model)).outcomes, [`change ${en}`]);
  });

  it("a push from a folder whose content type is a link out of it sends nothing", async () => {
    await pulledPage({});
    const outside = temporaryFolder();
    cpSync(folder.at("pages"), outside.path, { recursive: true });
    rmSync(folder.at("pages"), { recursive: true });
    symlinkSync(outside.path, folder.at("pages"));
    await rejects(folder.push(model), /outside-folder/);
    outside.remove();
  });

  it("items of a list keep the fields that the folder leaves out", async () => {
    const quotes = ["A", "B"].map((text) => {
      return { __component: "sections.quote", text, speaker: text, role: `role ${text}` };
    });
    const leaveOut = { "sections.quote": ["role"] };
    const { id, en } = await pulledPage({ sections: quotes }, leaveOut);
    const texts = async () => (await partsOf(id)).sections.map(({ text, role }) => [text, role]);
    const [first, second] = folder.read(en)["sections"] as JsonObject[];
    folder.edit(en, { sections: [{ ...first, text: "A2" }, second] });
    deepEqual((await folder.push(model)).outcomes, [`change ${en}`]);
    deepEqual(await texts(), [
      ["A2", "role A"],
      ["B", "role B"],
    ]);
    folder.edit(en, { sections: [second, { ...first, text: "A2" }] });
    const { outcomes, unsent } = await folder.push(model);
    deepEqual([outcomes, unsent], [[], [`unclear ${en}`]]);
    folder.edit(en, {
      sections: [
        { ...first, text: "A3" },
        { ...second, role: "Typed" },
      ],
    });
    await folder.push(model);
    deepEqual(await texts(), [
      ["A3", "role A"],
      ["B", "role B"],
    ]);
  });

  it("components with fields that the folder leaves out are not removed, at any depth", async () => {
    const facts = ["A", "B"].map((label) => ({ label, value: `value ${label}` }));
    const sections = [{ __component: "sections.fact-box", heading: "Facts", facts }];
    const { id, en } = await pulledPage(
      { sections, seo: { metaTitle: "Title", metaDescription: "Left out" } },
      { "shared.fact": ["value"], "shared.seo": ["metaDescription"] },
    );
    const file = folder.read(en);
    const [box] = file["sections"] as JsonObject[];
    folder.edit(en, { sections: [{ ...box, facts: [{ label: "B" }] }] });
    deepEqual((await folder.push(model)).unsent, [`unclear ${en}`]);
    folder.edit(en, { ...file, seo: undefined });
    deepEqual((await folder.push(model)).unsent, [`unclear ${en}`]);
    folder.edit(en, { seo: { metaTitle: "Other", metaDescription: "Typed" } });
    deepEqual((await folder.push(model)).outcomes, [`change ${en}`]);
    const { metaTitle, metaDescription } = { ...(await partsOf(id)).seo };
    deepEqual([metaTitle, metaDescription], ["Other", "Left out"]);
  });

  it("a second file for a single type is named and not sent", async () => {
    const home = new PushFolder(temporary.path, ["homepage"]);
    await home.pull(model);
    home.edit("homepage/copy.en.json", {
      heading: home.read("homepage/homepage.en.json")["heading"],
    });
    const { outcomes, unsent } = await home.push(model);
    deepEqual([outcomes, unsent], [[], ["unclear homepage/copy.en.json"]]);
  });

  it("a publish that the service refused is tried again by the next push", async () => {
    const faults = await startFaults(magazine().url);
    try {
      const faulty = openModel({ url: faults.url });
      const title = unique("Refused");
      const id = await make("pages", { title });
      await folder.pull(faulty);
      const en = folder.file("pages/refused");
      folder.edit(en, { summary: "To publish" });
      let count = 0;
      faults.reshape(/^PUT /, {
        body: (sent) => {
          count += 1;
          return count === 1 ? sent : { data: { title: null } };
        },
      });
      const first = await folder.push(faulty, { publishes: true });
      deepEqual(first.outcomes, [`change ${en}`, `publish:failed ${id}`]);
      faults.heal();
      const second = await folder.push(faulty, { publishes: true });
      deepEqual(second.outcomes, [`publish:done ${id}`]);
      equal((await document(`pages/${id}`))?.["summary"], "To publish");
      deepEqual((await folder.push(faulty, { publishes: true })).outcomes, []);
    } finally {
      await faults.stop();
    }
  });

  describe("that is killed while it creates a document", () => {
    let proxy: FaultyProxy;
    let disk: TemporaryFolder;
    const open = () => openModel({ url: proxy.url });

    beforeEach(async () => {
      disk = temporaryFolder();
      proxy = await startFaultyProxy(magazine().url);
      await folder.pull(open());
    });
    afterEach(async () => {
      await proxy.stop();
      disk.remove();
    });

    /** Returns the title of the document. Unless its request is dropped, the service has created it. */
    const killedPush = async (
      kind: "answer dropped" | "request dropped" = "answer dropped",
    ): Promise<string> => {
      const title = unique("Lost");
      folder.edit("pages/my-lost.en.json", { title });
      let isOver = false;
      proxy.meet(({ method }) => {
        if (isOver) return { kind: "request dropped" };
        if (method !== "POST") return undefined;
        isOver = true;
        cpSync(folder.path, disk.path, { recursive: true });
        return { kind };
      });
      await folder.push(open()).catch(() => undefined);
      await proxy.untilQuiet();
      proxy.meet(() => undefined);
      return title;
    };
    const count = (title: string) => total("pages", `filters[title]=${encodeURIComponent(title)}`);

    it("a push of other types keeps the log of what it may have created", async () => {
      const title = await killedPush();
      deepEqual((await new PushFolder(disk.path, ["tags"]).push(open())).outcomes, []);
      await new PushFolder(disk.path, ["pages"]).push(open());
      equal(await count(title), 1);
    });

    for (const kind of ["answer dropped", "request dropped"] as const) {
      it(`a push of an edited file creates no document that may be there already: ${kind}`, async () => {
        const title = await killedPush(kind);
        const next = new PushFolder(disk.path, ["pages"]);
        const edited = unique("Edited");
        next.edit("pages/my-lost.en.json", { title: edited });
        const { outcomes } = await next.push(open());
        const counts = [await count(title), await count(edited)];
        deepEqual(
          [outcomes, counts],
          kind === "answer dropped"
            ? [["refused(may-be-made) pages/my-lost.en.json"], [1, 0]]
            : [["create pages/my-lost.en.json"], [0, 1]],
        );
      });
    }

    it("a push creates the document of an edited file once the other one has files of its own", async () => {
      const title = await killedPush();
      const next = new PushFolder(disk.path, ["pages"]);
      const edited = unique("Edited");
      next.edit("pages/my-lost.en.json", { title: edited });
      await next.push(open());

      await next.pull(open());
      const { outcomes } = await next.push(open());

      deepEqual(outcomes, ["create pages/my-lost.en.json"]);
      deepEqual([await count(title), await count(edited)], [1, 1]);
    });

    it("a push that has nothing else to send notes what it has created", async () => {
      const title = await killedPush();
      const next = new PushFolder(disk.path, ["pages"]);
      deepEqual((await next.push(open())).outcomes, []);
      deepEqual(
        (await next.pull(open())).filter((file) => !file.includes("pages/my-lost.json")),
        [],
      );
      deepEqual((await next.push(open())).outcomes, []);
      equal(await count(title), 1);
    });
  });
});
