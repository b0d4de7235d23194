import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { untilEqual } from "../../window/until.ts";
import { edit, open, type } from "../editors.ts";
import { hoverOver, offeredAt, take } from "../offers.ts";
import { useMagazine } from "../useMagazine.ts";

describe("JSON schema of a document", () => {
  const magazine = useMagazine();

  const openArticle = async (change: JsonObject = {}) => {
    const document = await open(magazine.article(await magazine.makeArticle()));
    await edit(document, change);
    return document;
  };

  const choices = ["null", '"dispatch"', '"essay"', '"feature"', '"guide"', '"history"'];

  it("the JSON schema of a document offers the values, entries and keys that each attribute takes", async () => {
    const document = await openArticle({
      ...{ kind: "", featured: null, links: [], tags: [], gallery: [] },
      sections: [{ __component: "sections.quote", "": "" }],
    });

    await untilEqual(() => offeredAt(document, '"kind": "'), choices.toSorted());
    await untilEqual(() => offeredAt(document, '"featured": '), ["false", "true"]);
    await untilEqual(() => offeredAt(document, '"links": ['), ["Link (shared.link)"]);
    for (const name of ["tags", "gallery"]) {
      const isOffered = async () =>
        (await offeredAt(document, `"${name}": [`)).includes('{ "documentId": "" }');
      await untilEqual(isOffered, true);
    }
    await untilEqual(
      () => offeredAt(document, '"sections.quote",\n      "'),
      ["author", "role", "speaker", "text"],
    );
  });

  it("the JSON schema of a document offers missing keys except read-only ones", async () => {
    const document = await openArticle();
    await type(
      document,
      '{\n  "$schema": "cms-schema://' + magazine.connection + '/articles.json",\n  \n}\n',
    );

    const offered = async () => {
      const keys = await offeredAt(document, 'articles.json",\n  ');
      return ["title", "seo", "sections", "previewPassword", "prequel", "$", "$schema"].map(
        (key) => [key, keys.includes(key)],
      );
    };

    await untilEqual(offered, [
      ["title", true],
      ["seo", true],
      ["sections", true],
      ["previewPassword", true],
      ["prequel", false],
      ["$", false],
      ["$schema", false],
    ]);
  });

  it("the JSON schema offers the components of a dynamic zone, and inserts the chosen one with its fields", async () => {
    const document = await openArticle({ sections: [] });

    await untilEqual(
      () => offeredAt(document, '"sections": ['),
      [
        "Call to Action (shared.call-to-action)",
        "Fact Box (sections.fact-box)",
        "Gallery (sections.gallery)",
        "Quote (sections.quote)",
        "Reading List (sections.reading-list)",
        "Text (sections.text)",
      ],
    );
    await take(document, {
      behind: '"sections": [',
      label: "Call to Action (shared.call-to-action)",
    });

    assert.deepEqual((JSON.parse(document.getText()) as JsonObject)["sections"], [
      {
        __component: "shared.call-to-action",
        heading: "",
        text: "",
        link: { label: "", url: "" },
      },
    ]);
  });

  it("the JSON schema shows type, limits and localization of a key in its hover, and adds no diagnostics to those of the extension", async () => {
    const document = await openArticle();

    await untilEqual(
      () => hoverOver(document, '"title"'),
      ["Text · required to publish · 3 to 160 characters\n\nEach locale has its own value."],
    );
    assert.deepEqual(await hoverOver(document, '"code"'), [
      "Text · at most 12 characters · unique\n\nShared across locales. All locales have the same value.",
    ]);
    assert.deepEqual(await hoverOver(document, '"category"'), [
      "Relation: `api::category.category`\n\nEach locale has its own value.",
    ]);
    assert.deepEqual(await hoverOver(document, '"kind"'), [
      "Enumeration\n\n`feature`, `guide`, `dispatch`, `essay`, `history`\n\nShared across locales. All locales have the same value.",
    ]);
    await edit(document, {
      kind: "novel",
      readingMinutes: "four",
      tags: {},
      bogus: 1,
      sections: [{}],
    });

    const sources = () =>
      Promise.resolve(
        vscode.languages
          .getDiagnostics(document.uri)
          .filter(({ severity }) => severity <= vscode.DiagnosticSeverity.Warning)
          .map(({ source }) => source),
      );
    await untilEqual(sources, ["CMS", "CMS", "CMS", "CMS", "CMS"]);
    // VS Code's JSON language service has checked the text too.
    await hoverOver(document, '"kind"');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    assert.deepEqual(await sources(), ["CMS", "CMS", "CMS", "CMS", "CMS"]);
  });
});
