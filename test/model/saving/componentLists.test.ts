import assert from "node:assert/strict";
import { must } from "../outcomes.ts";
import { here, problems, quote, save, sent, text, there } from "./componentChanges.ts";

describe("Saving a repeatable component", () => {
  it("sends the whole list in order, each entry with its id", () => {
    const data = sent({ links: [there, here] });

    assert.deepEqual(data, { links: [there, here] });
  });

  it("sends a new entry without an id and omits a removed one", () => {
    const data = sent({ links: [there, { label: "New", url: "https://example.com/new" }] });

    assert.deepEqual(data, {
      links: [there, { label: "New", url: "https://example.com/new" }],
    });
  });

  it("clears a key that was removed from an entry, also from one that moved", () => {
    const changes = must(save({ links: [there, { id: 31, label: "Here" }] }));

    assert.deepEqual(changes.data, { links: [there, { id: 31, label: "Here", url: null }] });
    assert.deepEqual(changes.cleared, ["links[1].url"]);
  });

  it("sends an empty list when the list was emptied or set to null", () => {
    const data = [sent({ links: [] }), sent({ links: null })];

    assert.deepEqual(data, [{ links: [] }, { links: [] }]);
  });

  it("is refused when the value is not a list", () => {
    const found = problems({ links: here, sections: text });

    assert.deepEqual(found, [
      { path: "links", why: "needs-list" },
      { path: "sections", why: "needs-list" },
    ]);
  });
});

describe("Saving a dynamic zone", () => {
  const sentQuote = { ...quote, author: { documentId: "cook1" } };

  it("sends __component first in each entry", () => {
    const { __component, ...rest } = quote;

    const data = sent({ sections: [{ ...rest, text: "Oh.", __component }] });

    assert.equal(
      JSON.stringify(data),
      JSON.stringify({ sections: [{ ...sentQuote, text: "Oh." }] }),
    );
  });

  it("tells entries of two components apart when they have the same id", () => {
    const changes = must(save({ sections: [quote, { ...text, body: "Quickly." }] }));

    assert.deepEqual(changes.data, { sections: [sentQuote, { ...text, body: "Quickly." }] });
    assert.deepEqual(changes.cleared, []);
  });

  it("clears a key that was removed from an entry whose id another component shares", () => {
    const { heading, ...rest } = quote;

    const changes = must(save({ sections: [text, rest] }));

    assert.deepEqual(changes.data, { sections: [text, { ...sentQuote, heading: null }] });
    assert.deepEqual([heading, changes.cleared], ["Said", ["sections[1].heading"]]);
  });

  it("is refused when an entry has no __component", () => {
    const found = problems({ sections: [{ text: "Ah." }] });

    assert.deepEqual(found, [{ path: "sections[0]", why: "needs-component" }]);
  });

  it("sends an unknown component, so that the service rejects it", () => {
    const entry = { __component: "sections.unknown", deep: { documentId: "x", more: 1 } };

    const data = sent({ sections: [entry] });

    assert.deepEqual(data, { sections: [entry] });
  });
});
