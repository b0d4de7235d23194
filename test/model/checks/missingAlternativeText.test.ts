import assert from "node:assert/strict";
import { mediaType } from "../../../src/model/foundation/address.ts";
import { makeArticle, openDesk, unique } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { check, only, shownIn, some } from "./checking.ts";
import { uploadPicture } from "./files.ts";

const rules = only("missing-alternative-text");

describe("Rule missing-alternative-text", () => {
  it("reports an image that documents use, once, until it has a text", async () => {
    const desk = openDesk();
    const [used, spare] = [
      await uploadPicture(desk, `${unique("used")}.png`),
      await uploadPicture(desk, `${unique("spare")}.png`),
    ];
    const gallery = [used.id];
    const articles = [
      await makeArticle({ cover: used.id, gallery }),
      await makeArticle({ gallery }),
    ];
    const checked = some(desk, "articles", ...articles);

    const before = await check(desk, checked, { rules });
    const { cms } = must(await desk.catalogs.service(desk.connection.id));
    const [error] = await cms.upload().update({ id: used.id, alternativeText: "A black pixel" });
    const after = await check(desk, checked, { rules });

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

  it("reports an image in blocks that has no text", async () => {
    const desk = openDesk();
    const file = await uploadPicture(desk, `${unique("block")}.png`);
    const text = [{ type: "text", text: "" }];
    const image = (alternativeText: string) => ({
      type: "image",
      image: { ...file, alternativeText },
      children: text,
    });
    const id = await makeArticle({ content: [image("A pixel"), image("")] });

    const { findings } = await check(
      desk,
      { kind: "document", address: desk.article(id) },
      { rules },
    );

    assert.deepEqual(shownIn(findings, id), ["warning 0 en content[1].image.alternativeText"]);
  });
});
