import assert from "node:assert/strict";
import type { CmsFile } from "../../../src/client/index.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { refusal } from "../../support/loopback.ts";
import { plainFirst } from "../../support/plainHttp.ts";
import { plainUploadImage } from "../../support/plainWrites.ts";
import { ask, magazine, make, makeArticle, openModel, unique } from "../magazine.ts";
import { modelOn } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";
import { useChangedService } from "./changedService.ts";
import { allOf, check, everywhere, only, showOnly } from "./checking.ts";
import { uploadPicture } from "./files.ts";

const rules = only("unused-file");

async function findingsFor(model: TestModel, files: readonly CmsFile[]): Promise<unknown[]> {
  const { findings } = await check(model, everywhere(model), { rules });
  return findings
    .filter(({ address }) => files.some(({ documentId }) => documentId === address.id))
    .map(({ title, data }) => [title, data]);
}

describe("Rule unused-file", function () {
  this.timeout(60_000);
  let faults: Faults;
  beforeEach(async () => {
    faults = await startFaults(magazine().url);
  });
  afterEach(() => faults.stop());

  it("rule unused-file reports files that neither a media attribute nor a text uses", async () => {
    const model = openModel();
    const files: CmsFile[] = [];
    for (const use of ["none", "cover", "draft", "published", "blocks", "seo"]) {
      files.push(await uploadPicture(model, `${unique(use)}.png`));
    }
    const [none, cover, draft, published, blocks, seo] = files as [
      CmsFile,
      ...[CmsFile, CmsFile, CmsFile, CmsFile, CmsFile],
    ];
    const text = [{ type: "text", text: "" }];
    const ids = [
      await makeArticle({ cover: cover.id, seo: { metaTitle: "Tea", shareImage: seo.id } }),
      await makeArticle({ body: `![](${draft.url})` }, "status=draft"),
    ];
    const id = await makeArticle({ body: `![](${faults.url}${published.url})` });
    await ask("PUT", `articles/${id}?status=draft`, { body: "Changed" });
    // As an editor stores it: without the ids of the file.
    const image = Object.fromEntries(
      Object.entries(blocks).filter(([name]) =>
        /^(name|url|width|height|hash|ext|mime|size|provider|(created|updated)At)$/.test(name),
      ),
    );
    ids.push(id, await makeArticle({ content: [{ type: "image", image, children: text }] }));
    showOnly(faults, ...ids);

    assert.deepEqual(await findingsFor(openModel({ url: faults.url }), files), [
      [none.name, { url: none.url, isSure: true }],
    ]);
  });

  it("rule unused-file reports nothing if the check covers one type", async () => {
    const model = openModel();
    await uploadPicture(model, `${unique("unseen")}.png`);

    assert.deepEqual((await check(model, allOf(model, "tags"), { rules })).findings, []);
  });

  it("rule unused-file reports nothing where the service denies a type that may use the files", async () => {
    const file = await uploadPicture(openModel(), `${unique("unsure")}.png`);
    const model = openModel({ url: faults.url });
    showOnly(faults, await makeArticle());
    faults.inject(/^GET \/\w+\/pages$/, refusal(403, "ForbiddenError", "Forbidden"));

    assert.deepEqual(await findingsFor(model, [file]), []);
  });

  it("rule unused-file is not sure if a document can't be asked for what the schema leaves out", async () => {
    const file = await uploadPicture(openModel(), `${unique("doubtful")}.png`);
    const model = openModel({ url: faults.url });
    showOnly(faults, await make("pages", { title: unique("Page") }));
    faults.inject(/^GET \/\w+\/pages\/\w+$/, refusal(403, "ForbiddenError", "Forbidden"));

    const doubted = await findingsFor(model, [file]);

    assert.deepEqual(doubted, [[file.name, { url: file.url, isSure: false }]]);
  });
});

describe("Rule unused-file, where the schema leaves out a media attribute", function () {
  this.timeout(60_000);
  const service = useChangedService();

  it("rule unused-file is not sure where the schema leaves out a media attribute that may use the files", async () => {
    const faults = await startFaults(service().url);
    const model = modelOn({ ...service(), url: faults.url });
    const file = await plainUploadImage(service(), "Nobody's Tea.svg");
    showOnly(faults, (await plainFirst(service(), "tags?status=draft")).documentId);

    const { findings } = await check(model, everywhere(model), { rules });

    model.close();
    await faults.stop();
    const unused = findings.find(({ address }) => address.id === file.documentId);
    assert.deepEqual(unused?.data, { url: file.url, isSure: false });
  });
});
