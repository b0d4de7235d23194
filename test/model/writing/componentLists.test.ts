import assert from "node:assert/strict";
import { must } from "../outcomes.ts";
import { hereLink, problems, quote, save, sent, text, thereLink } from "./componentChanges.ts";

describe("Save of a repeatable component", () => {
  it("saving a repeatable component sends the whole list in order, each entry with its id", () => {
    const data = sent({ links: [thereLink, hereLink] });

    assert.deepEqual(data, { links: [thereLink, hereLink] });
  });

  it("saving a repeatable component sends a new entry without an id and omits a removed one", () => {
    const data = sent({ links: [thereLink, { label: "New", url: "https://example.com/new" }] });

    assert.deepEqual(data, {
      links: [thereLink, { label: "New", url: "https://example.com/new" }],
    });
  });

  it("saving clears a key that was removed from an entry, also from one that moved", () => {
    const changes = must(save({ links: [thereLink, { id: 31, label: "Here" }] }));

    assert.deepEqual(changes.data, { links: [thereLink, { id: 31, label: "Here", url: null }] });
    assert.deepEqual(changes.cleared, ["links[1].url"]);
  });

  it("saving a repeatable component sends an empty list when it was emptied or set to null", () => {
    const data = [sent({ links: [] }), sent({ links: null })];

    assert.deepEqual(data, [{ links: [] }, { links: [] }]);
  });

  it("saving a repeatable component is refused when the value is not a list", () => {
    const problemList = problems({ links: hereLink, sections: text });

    assert.deepEqual(problemList, [
      { path: "links", why: "needs-list" },
      { path: "sections", why: "needs-list" },
    ]);
  });
});

describe("Save of a dynamic zone", () => {
  const sentQuote = { ...quote, author: { documentId: "cook1" } };

  it("saving a dynamic zone sends __component first in each entry", () => {
    const { __component, ...otherFields } = quote;

    const data = sent({ sections: [{ ...otherFields, text: "Oh.", __component }] });

    assert.equal(
      JSON.stringify(data),
      JSON.stringify({ sections: [{ ...sentQuote, text: "Oh." }] }),
    );
  });

  it("saving a dynamic zone tells entries of two components apart when they have the same id", () => {
    const changes = must(save({ sections: [quote, { ...text, body: "Quickly." }] }));

    assert.deepEqual(changes.data, { sections: [sentQuote, { ...text, body: "Quickly." }] });
    assert.deepEqual(changes.cleared, []);
  });

  it("saving a zone clears a key that was removed from an entry whose id another component shares", () => {
    const { heading, ...otherFields } = quote;

    const changes = must(save({ sections: [text, otherFields] }));

    assert.deepEqual(changes.data, { sections: [text, { ...sentQuote, heading: null }] });
    assert.deepEqual([heading, changes.cleared], ["Said", ["sections[1].heading"]]);
  });

  it("saving a dynamic zone is refused when an entry has no __component", () => {
    const problemList = problems({ sections: [{ text: "Ah." }] });

    assert.deepEqual(problemList, [{ path: "sections[0]", why: "needs-component" }]);
  });

  it("saving a dynamic zone sends an unknown component, so that the service rejects it", () => {
    const entry = { __component: "sections.unknown", deep: { documentId: "x", more: 1 } };

    const data = sent({ sections: [entry] });

    assert.deepEqual(data, { sections: [entry] });
  });
});
