import assert from "node:assert/strict";
import { must } from "../outcomes.ts";
import { here, problems, quote, save, sent, text, there } from "./componentChanges.ts";

describe("A save of a list of components", () => {
  it("sends the list whole, in its order, each entry with its id", () => {
    const data = sent({ links: [there, here] });

    assert.deepEqual(data, { links: [there, here] });
  });

  it("sends a new entry without an id, and leaves out the one that was taken out", () => {
    const data = sent({ links: [there, { label: "New", url: "https://example.com/new" }] });

    assert.deepEqual(data, {
      links: [there, { label: "New", url: "https://example.com/new" }],
    });
  });

  it("clears a key that was taken out of an entry, also of one that has moved", () => {
    const changes = must(save({ links: [there, { id: 31, label: "Here" }] }));

    assert.deepEqual(changes.data, { links: [there, { id: 31, label: "Here", url: null }] });
    assert.deepEqual(changes.cleared, ["links[1].url"]);
  });

  it("sends an empty list where the list was emptied, set to null or taken out", () => {
    const data = [sent({ links: [] }), sent({ links: null })];

    assert.deepEqual(data, [{ links: [] }, { links: [] }]);
  });

  it("refuses what is no list", () => {
    const found = problems({ links: here, sections: text });

    assert.deepEqual(found, [
      { path: "links", why: "needs-list" },
      { path: "sections", why: "needs-list" },
    ]);
  });
});

describe("A save of a dynamic zone", () => {
  const sentQuote = { ...quote, author: { documentId: "cook1" } };

  it("sends __component first in each entry, wherever the text has it", () => {
    const { __component, ...rest } = quote;

    const data = sent({ sections: [{ ...rest, text: "Oh.", __component }] });

    assert.equal(
      JSON.stringify(data),
      JSON.stringify({ sections: [{ ...sentQuote, text: "Oh." }] }),
    );
  });

  it("takes entries of two kinds for two, though they have the same id", () => {
    const changes = must(save({ sections: [quote, { ...text, body: "Quickly." }] }));

    assert.deepEqual(changes.data, { sections: [sentQuote, { ...text, body: "Quickly." }] });
    assert.deepEqual(changes.cleared, []);
  });

  it("clears a key that was taken out of an entry that shares its id with one of another kind", () => {
    const { heading, ...rest } = quote;

    const changes = must(save({ sections: [text, rest] }));

    assert.deepEqual(changes.data, { sections: [text, { ...sentQuote, heading: null }] });
    assert.deepEqual([heading, changes.cleared], ["Said", ["sections[1].heading"]]);
  });

  it("refuses an entry that does not say what it is", () => {
    const found = problems({ sections: [{ text: "Ah." }] });

    assert.deepEqual(found, [{ path: "sections[0]", why: "needs-component" }]);
  });

  it("leaves it to the service to refuse a component that it does not know", () => {
    const entry = { __component: "sections.unknown", deep: { documentId: "x", more: 1 } };

    const data = sent({ sections: [entry] });

    assert.deepEqual(data, { sections: [entry] });
  });
});
