import assert from "node:assert/strict";
import { findContent } from "../../../src/model/find/typeSearch.ts";
import type { SearchResults } from "../../../src/model/find/typeSearch.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { stripping } from "../../support/stripped.ts";
import { ask, magazine, make, makeArticle, openModel, unique } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { find, reported } from "./finding.ts";

const quote = (text: string) => ({ __component: "sections.quote", text, speaker: "Ines" });
const oneWord = (word: string): string => unique(word).replace(" ", "");

describe("Find Content in dynamic zones", () => {
  let faults: Faults;
  beforeEach(async () => {
    faults = await startFaults(magazine().url);
  });
  afterEach(() => faults.stop());

  /** The requests so far that populate dynamic zones. */
  const readings = () =>
    faults.requests.filter(({ query }) => Object.hasOwn(query["populate"] ?? {}, "sections"));
  /** Limits the page size, so that the documents fill several pages. */
  const answerInPagesOf = (pageSize: number) => {
    faults.reshape(/^GET \/\w+\/articles/, {
      query: (query) => ({
        ...query,
        pagination: { ...(query["pagination"] as object), pageSize },
      }),
    });
  };

  it("Find Content finds a text in a zone's entries and their components, in every locale, with its path", async () => {
    const model = openModel();
    const word = oneWord("Gaiwan");
    const title = unique("Zones");
    const facts = [
      { label: "Price", value: "12" },
      { label: `A ${word.toUpperCase()}`, value: "1" },
    ];
    const factBox = { __component: "sections.fact-box", heading: "Facts", facts };
    const hero = { __component: "shared.call-to-action", heading: "Buy" };
    const sections = [quote("No"), hero, factBox];
    const id = await makeArticle({ title, sections }, "status=draft");
    await ask("PUT", `articles/${id}?locale=fr`, { title: "Le thé", sections: [quote(word)] });
    await make("pages", { title: `The ${word}`, sections: [quote(word)] });

    const results = await find(model, word, true);

    assert.deepEqual(reported(results), [
      `articles | en | ${title} | draft | sections[2].facts.label: A ${word.toUpperCase()}`,
      `articles | fr | Le thé | published | sections[0].text: ${word}`,
      `pages | en | The ${word} | published`,
    ]);
    assert.deepEqual([results.unseen, results.cut, results.failures], [[], [], []]);
  });

  it("Find Content finds a text in a zone of a single type, in every locale", async () => {
    const model = openModel();
    const word = oneWord("Tisane");
    const data = { heading: "Accueil", sections: [quote(word)] };
    await ask("PUT", "homepage?status=draft&locale=fr", data);

    const results = await find(model, word, true);

    // Other tests expect that the homepage has only one locale.
    await ask("DELETE", "homepage?locale=fr");
    assert.deepEqual(reported(results), [`homepage | fr | Homepage | sections[0].text: ${word}`]);
  });

  it("zones are searched only when it is requested, and are otherwise listed as not searched", async () => {
    const model = openModel({ url: faults.url });
    const word = oneWord("Cha");
    await makeArticle({ sections: [quote(word)] }, "status=draft");

    const results = await find(model, word);

    assert.deepEqual([reported(results), readings()], [[], []]);
    assert.deepEqual(results.unseen, ["articles.sections", "homepage.sections", "pages.sections"]);
  });

  it("Find Content in zones reports results and progress for each page", async () => {
    const model = openModel({ url: faults.url });
    const word = oneWord("Sencha");
    await makeArticle({ sections: [quote(word)] }, "status=draft");
    answerInPagesOf(25);
    const updates: SearchResults[] = [];

    const results = must(
      await findContent(model, {
        ...{ connection: model.connection, text: word, inZones: true },
        signal: new AbortController().signal,
        show: (soFar) => updates.push(soFar),
      }),
    );

    const reads = updates.flatMap(({ progress }) => (progress ? [progress] : []));
    assert.ok(reads.length > 2, String(reads.length));
    assert.ok(reads.every(({ read, total }) => read < total));
    assert.equal(results.progress, undefined);
    assert.equal(reported(results).length, 1);
  });

  it("Find Content in zones stops after the current page when the search is aborted", async () => {
    const model = openModel({ url: faults.url });
    const word = oneWord("Bancha");
    answerInPagesOf(2);
    const abort = new AbortController();
    const updates: SearchResults[] = [];

    must(
      await findContent(model, {
        ...{ connection: model.connection, text: word, inZones: true, signal: abort.signal },
        show: (soFar) => {
          updates.push(soFar);
          if (soFar.progress) abort.abort();
        },
      }),
    );

    const { progress } = updates.at(-1)!;
    const readCount = readings().length;
    assert.ok(progress && progress.read < progress.total, JSON.stringify(progress));
    // At most two pages of each type are allowed: the first one, and the next one that was already requested.
    assert.ok(readCount > 0 && readCount <= 4, String(readCount));
  });

  it("Find Content stops at the number of documents that are shown, and lists the zones that were cut", async () => {
    const model = openModel({ url: faults.url });
    const word = oneWord("Hojicha");
    for (let number = 0; number < 11; number += 1) {
      await makeArticle({ sections: [quote(word)] }, "status=draft");
    }

    const results = await find(model, word, true);

    assert.deepEqual([reported(results).length, results.cut], [10, ["articles.sections"]]);
  });

  it("Find Content lists zones that the service leaves out of its answers", async () => {
    const model = openModel({ url: faults.url });
    const word = oneWord("Oolong");
    await makeArticle({ sections: [quote(word)] }, "status=draft");
    faults.reshape(/^GET \/\w+\/articles/, { answer: stripping("sections") });

    const results = await find(model, word, true);

    assert.deepEqual([reported(results), results.unseen], [[], ["articles.sections"]]);
  });
});
