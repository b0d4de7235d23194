import assert from "node:assert/strict";
import type { AttributeSchema } from "../../../src/client/index.ts";
import {
  componentSnippet,
  contentSnippet,
  propertySnippet,
} from "../../../src/model/edit/componentSnippet.ts";
import { deepKitchen } from "../deepKitchen.ts";

describe("componentSnippet", () => {
  it("componentSnippet contains texts, choices and required attributes, without those filled in automatically", () => {
    const skeleton = componentSnippet("level.four", deepKitchen);

    assert.deepEqual(skeleton, {
      string: "$1",
      text: "$2",
      richtext: "$3",
      uid: "$4",
      email: "$5",
      enumeration: '^${6|"a","b\\,c"|}',
      mustInteger: "^${7:null}",
      mustBlocks: [],
      mustParts: [],
    });
  });

  it("componentSnippet nests required components four levels deep, with consecutive tab stops", () => {
    const skeleton = JSON.stringify(componentSnippet("level.one", deepKitchen));

    const stops = [...skeleton.matchAll(/\$\{?(\d+)/g)].map(([, stop]) => Number(stop));
    assert.deepEqual(
      stops,
      [...stops.keys()].map((at) => at + 1),
    );
    assert.equal(skeleton.match(/"must":/g)?.length, 3);
  });

  it("componentSnippet stops at a component that requires itself", () => {
    const skeleton = componentSnippet("level.endless", deepKitchen);

    assert.deepEqual(skeleton, { name: "$1", must: {} });
  });
});

describe("propertySnippet", () => {
  it("propertySnippet has the default of the schema selected, and escapes names, defaults and choices", () => {
    const snippets = [
      propertySnippet("a", { type: "integer", default: 5 }, deepKitchen),
      propertySnippet("b}$", { type: "string", default: 'x$"}' }, deepKitchen),
      propertySnippet(
        "c",
        { type: "enumeration", enum: ["a$}", "b,c"], default: "b,c" },
        deepKitchen,
      ),
      propertySnippet("d", { type: "component", component: "level.none" }, deepKitchen),
    ];

    assert.deepEqual(snippets, [
      '"a": ${1:5}',
      String.raw`"b\}\$": "${"$"}{1:x\$\\"\}}"`,
      String.raw`"c": ${"$"}{1|"b\,c","a$}"|}`,
      '"d": {$1}',
    ]);
  });

  it("propertySnippet has an empty value that fits the kind of attribute, or the values to choose from", () => {
    const to = "api::a.a";
    const kinds: readonly (readonly [value: string, attribute: AttributeSchema])[] = [
      ['"$1"', { type: "text" }],
      ['"$1"', { type: "biginteger" }],
      ['"$1"', { type: "date" }],
      ["${1:null}", { type: "integer" }],
      ["${1:null}", { type: "relation", relation: "manyToOne", target: to }],
      ["${1:null}", { type: "media", multiple: false }],
      ["[$1]", { type: "relation", relation: "manyToMany", target: to }],
      ["[$1]", { type: "media", multiple: true }],
      ["[$1]", { type: "component", component: "level.four", repeatable: true }],
      ["[$1]", { type: "dynamiczone", components: ["level.four"] }],
      ["[$1]", { type: "blocks" }],
      ["{$1}", { type: "json" }],
      ["${1|true,false|}", { type: "boolean" }],
      ["${1|false,true|}", { type: "boolean", default: false }],
    ];

    for (const [value, attribute] of kinds)
      assert.equal(propertySnippet("a", attribute, deepKitchen), `"a": ${value}`);
  });
});

describe("contentSnippet", () => {
  it("contentSnippet makes empty values its tab stops, and leaves every other text as it is", () => {
    const content = { a: "", b: { c: null, d: [] }, e: 'null $1 } \\ ": ""', f: ["", null] };
    const text = JSON.stringify(content, null, 2);

    const snippet = contentSnippet(text);

    assert.match(snippet, /^ {2}"a": "\$1",$/m);
    assert.match(snippet, /^ {4}"c": \$\{2:null\},$/m);
    assert.match(snippet, /^ {4}"d": \[\$3\]$/m);
    assert.ok(!snippet.includes("$4"));
    const inserted = snippet
      .replace(/(?<!\\)\$\{\d:null\}/g, "null")
      .replace(/(?<!\\)\$\d/g, "")
      .replace(/\\([\\$}])/g, "$1");
    assert.equal(inserted, text);
  });
});
