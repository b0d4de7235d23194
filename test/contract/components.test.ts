import assert from "node:assert/strict";
import { errorSummary, untyped } from "./found.ts";
import { makeArticle, makeDocument, makeDraft } from "./made.ts";
import { articles, must, unique } from "./realCms.ts";
import { facts, itFact } from "../services/facts.ts";

type Part = Readonly<Record<string, unknown>>;
interface Composed {
  readonly seo: Part | null;
  readonly links: readonly Part[];
  readonly sections: readonly Part[];
}

const draft = { status: "draft" } as const;

async function composed(documentId: string, status = "draft"): Promise<Composed> {
  const query = `status=${status}&populate[seo]=true&populate[links]=true&populate[sections][populate]=*`;
  const answer = await must("GET", `/articles/${documentId}?${query}`);
  return (answer as { data: Composed }).data;
}

async function write(documentId: string, data: object): Promise<unknown> {
  const payload = { data: untyped(data) };
  const [error] = await articles().update({ documentId, payload, params: draft });
  return errorSummary(error);
}

describe("Writing components", () => {
  const make = () =>
    makeDraft({
      seo: { metaTitle: "Tea", metaDescription: "Green" },
      links: [
        { label: "A", url: "a" },
        { label: "B", url: "b" },
      ],
    });
  const labels = (row: Composed) => row.links.map(({ label }) => label);

  itFact("writing merges the fields into the component that has the given id", async () => {
    const documentId = await make();
    const { seo } = await composed(documentId);

    const error = await write(documentId, { seo: { id: seo?.["id"], metaTitle: "Milk" } });

    const after = (await composed(documentId)).seo;
    assert.deepEqual([error, after], [null, { ...seo, metaTitle: "Milk" }]);
  });

  it("writing replaces a component and loses its other fields without an id", async () => {
    const documentId = await make();
    const before = (await composed(documentId)).seo;

    await write(documentId, { seo: { metaTitle: "Milk" } });

    const { id, ...after } = (await composed(documentId)).seo ?? {};
    assert.notEqual(id, before?.["id"]);
    assert.deepEqual(after, { metaTitle: "Milk", metaDescription: null, noIndex: false });
  });

  it("writing a list replaces it, and keeps the components with an id in the given order", async () => {
    const documentId = await make();
    const [firstId, two] = (await composed(documentId)).links.map(({ id }) => id);

    await write(documentId, { links: [{ id: two }, { label: "C", url: "c" }, { id: firstId }] });

    const after = await composed(documentId);
    assert.deepEqual(labels(after), ["B", "C", "A"]);
    assert.deepEqual([after.links[0]?.["id"], after.links[2]?.["id"]], [two, firstId]);
  });

  itFact("writing removes a component that the list leaves out", async () => {
    const documentId = await make();
    const { links } = await composed(documentId);

    await write(documentId, { links: [links[1]] });

    assert.deepEqual(labels(await composed(documentId)), ["B"]);
  });

  itFact("writing empties a component with null and a list with an empty list", async () => {
    const documentId = await make();

    const error = await write(documentId, { seo: null, links: [] });

    const { seo, links } = await composed(documentId);
    assert.deepEqual([error, seo, links], [null, null, []]);
  });

  itFact("writing rejects the id of another document's component", async () => {
    const [documentId, other] = [await make(), await make()];
    const { seo, links } = await composed(other);

    const errors = [
      await write(documentId, { seo }),
      await write(documentId, { links: [links[0]] }),
    ];

    const message = (key: string) =>
      `Some of the provided components in ${key} are not related to the entity`;
    assert.deepEqual(errors, [
      ["ValidationError", 400, message("seo")],
      ["ValidationError", 400, message("links")],
    ]);
  });

  it("writing rejects the id of the published version's component", async () => {
    const documentId = await makeArticle({ seo: { metaTitle: "Tea" } });
    const [ofDraft, ofPublished] = [
      await composed(documentId),
      await composed(documentId, "published"),
    ];

    const error = await write(documentId, { seo: ofPublished.seo });

    const message = "Some of the provided components in seo are not related to the entity";
    assert.notEqual(ofDraft.seo?.["id"], ofPublished.seo?.["id"]);
    assert.deepEqual(error, ["ValidationError", 400, message]);
  });
});

describe("Writing dynamic zones", () => {
  const text = { __component: "sections.text", body: "Boil" };

  it("writing a dynamic zone replaces it, and keeps the components with an id in the given order", async () => {
    const documentId = await makeDraft({ sections: [text, { ...text, body: "Pour" }] });
    const [firstSection, two] = (await composed(documentId)).sections;

    const error = await write(documentId, {
      sections: [two, firstSection, { ...text, body: "Wait" }],
    });

    const { sections } = await composed(documentId);
    assert.equal(error, null);
    assert.deepEqual(
      sections.map(({ body }) => body),
      ["Pour", "Boil", "Wait"],
    );
    assert.deepEqual(
      [sections[0]?.["id"], sections[1]?.["id"]],
      [two?.["id"], firstSection?.["id"]],
    );
  });

  itFact("writing empties a dynamic zone with an empty list", async () => {
    const documentId = await makeDraft({ sections: [text] });

    await write(documentId, { sections: [] });

    assert.deepEqual((await composed(documentId)).sections, []);
  });

  itFact(
    "writing a dynamic zone requires __component before a relation, but a read returns it last",
    async () => {
      const author = await makeDocument("/authors", { data: { name: unique("Bo") } });
      const quote = { __component: "sections.quote", text: "Ah", speaker: "Bo", author };
      const documentId = await makeDraft({ sections: [quote] });
      const [asRead] = (await composed(documentId)).sections;

      const errors = [
        await write(documentId, { sections: [asRead] }),
        await write(documentId, { sections: [{ __component: quote.__component, ...asRead }] }),
      ];

      const refused = ["ValidationError", 400, "Invalid key __component at sections"];
      assert.deepEqual(errors, [refused, null]);
    },
  );

  const refusals: readonly (readonly [sentence: string, section: object, path: unknown])[] = [
    ["an unknown component", { __component: "no.none" }, ["sections", 0, "__component"]],
    ["a component without __component", { body: "Boil" }, ["sections", 0, "__component"]],
  ];
  for (const [sentence, section, path] of facts(refusals)) {
    it(`writing a dynamic zone rejects ${sentence}`, async () => {
      const [error] = await articles().create({
        payload: { data: untyped({ title: "Tea", sections: [section] }) },
      });

      const issues = error?.name === "ValidationError" ? error.issues : [];
      assert.deepEqual([error?.message, issues[0]?.path], ["2 errors occurred", path]);
    });
  }

  itFact(
    "writing a dynamic zone checks the required fields of a component when the document is published",
    async () => {
      const sections = [{ __component: "sections.quote", text: "Ah" }];
      const documentId = await makeDraft({ sections });

      const [error] = await articles().publish({ documentId });

      const issues = error?.name === "ValidationError" ? error.issues : [];
      assert.deepEqual(
        issues.map(({ path }) => path),
        [["sections", 0, "speaker"]],
      );
    },
  );
});
