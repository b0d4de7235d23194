import assert from "node:assert/strict";
import { mediaType } from "../../../src/model/foundation/address.ts";
import { makeArticle, openModel, unique } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { check, only, shownIn, some } from "./checking.ts";
import { uploadPicture } from "./files.ts";

const rules = only("missing-alternative-text");

describe("Rule missing-alternative-text", () => {
  it("rule missing-alternative-text reports an image that documents use, once, until it has a text", async () => {
    const model = openModel();
    const [used, spare] = [
      await uploadPicture(model, `${unique("used")}.png`),
      await uploadPicture(model, `${unique("spare")}.png`),
    ];
    const gallery = [used.id];
    const articles = [
      await makeArticle({ cover: used.id, gallery }),
      await makeArticle({ gallery }),
    ];
    const checked = some(model, "articles", ...articles);

    const before = await check(model, checked, { rules });
    const { cms } = must(await model.catalogs.service(model.connection.id));
    const [error] = await cms.upload().update({ id: used.id, alternativeText: "A black pixel" });
    const after = await check(model, checked, { rules });

    assert.equal(error, null);
    const ids = [used.documentId, spare.documentId, ...articles];
    assert.deepEqual(shownIn(before.findings, ...ids), ["warning 0 alternativeText"]);
    assert.deepEqual(shownIn(after.findings, ...ids), []);
    const [finding] = before.findings.filter(({ address }) => address.id === used.documentId);
    assert.equal(finding?.address.type, mediaType);
    assert.ok(
      finding.rule === "missing-alternative-text" &&
        articles.includes(finding.data.usedIn?.address.id ?? ""),
    );
  });

  it("rule missing-alternative-text reports an image in blocks that has no text", async () => {
    const model = openModel();
    const file = await uploadPicture(model, `${unique("block")}.png`);
    const text = [{ type: "text", text: "" }];
    const image = (alternativeText: string) => ({
      type: "image",
      image: { ...file, alternativeText },
      children: text,
    });
    const id = await makeArticle({ content: [image("A pixel"), image("")] });

    const { findings } = await check(
      model,
      { kind: "document", address: model.article(id) },
      { rules },
    );

    assert.deepEqual(shownIn(findings, id), ["warning 0 en content[1].image.alternativeText"]);
  });
});
