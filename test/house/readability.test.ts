import assert from "node:assert/strict";
import { averageOf, lengthOf, proseOf } from "./prose.ts";
import { filesIn, projectFiles, read, readJson } from "./root.ts";

const averageLimit = 18;
const sentenceLimit = 40;

/** Words that the texts of the project don't use, and what to write instead. */
const banned: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\b(?:nobody|somebody|anybody|whoever|that which)\b/i, "say who does it, such as the user"],
  [/\b(?:anew|afresh)\b/i, "again"],
  [/\b(?:stands|lies)\b/i, "is"],
  [/\bkin\b/i, "related records"],
  [/\bdeeds?\b/i, "batch action"],
  [/\bstandoffs?\b/i, "conflict"],
  [/\bsweeps?\b/i, "search across types"],
  [/\bnarrow(?:ed|ing)\b/i, "filter, filtered"],
  [/\b(?:rooms?|doors?|cloth)\b/i, "layer, public API, adapter; space on a disk"],
  [/\b(?:keeper|carrier|tally)\b/i, "the name of the object"],
  [/\bticks?\b/i, "enable, select"],
  [/\b(?:go|goes|is|are|be) live\b/i, "publish, is published"],
  [/\b(?:all the same|by now)\b/i, "leave it out"],
];

const documents = [...projectFiles().filter((path) => !path.includes("/")), ...filesIn("docs")]
  .filter((path) => path.endsWith(".md"))
  .map((path) => ({ path, ...proseOf(read(path)) }));

const isLong = (sentence: string): boolean => lengthOf(sentence) > sentenceLimit;

/** The banned words in a text, each with its replacement. */
const bannedIn = (text: string): string[] =>
  banned.flatMap(([word, instead]) => {
    const [match] = word.exec(text) ?? [];
    return match === undefined ? [] : [`"${match}" → ${instead}: ${text}`];
  });

describe("Documentation", () => {
  it(`the documentation has sentences of at most ${averageLimit} words on average in each file`, () => {
    const averages = documents.map(({ path, sentences }) => ({
      path,
      average: averageOf(sentences),
    }));

    assert.deepEqual(
      averages.filter(({ average }) => average > averageLimit),
      [],
    );
    assert.ok(averages.length > 10);
  });

  it(`the documentation has no sentence of more than ${sentenceLimit} words`, () => {
    const long = documents.flatMap(({ path, sentences, phrases }) =>
      [...sentences, ...phrases].filter(isLong).map((sentence) => `${path}: ${sentence}`),
    );

    assert.deepEqual(long, []);
  });

  it("the documentation uses none of the banned words", () => {
    // The tables of the style guide list the banned words.
    const violations = documents.flatMap(({ path, sentences, phrases }) =>
      [...sentences, ...(path === "docs/style.md" ? [] : phrases)]
        .flatMap(bannedIn)
        .map((word) => `${path}: ${word}`),
    );

    assert.deepEqual(violations, []);
  });
});

describe("Texts of the UI", () => {
  it("texts of the UI use none of the banned words", () => {
    const texts = ["l10n/bundle.l10n.json", "package.nls.json"].flatMap((path) =>
      Object.values(readJson(path) as Readonly<Record<string, string | { message: string }>>),
    );

    const violations = texts.flatMap((text) => {
      const { sentences, phrases } = proseOf(typeof text === "string" ? text : text.message);
      return [...sentences, ...phrases].flatMap(bannedIn);
    });

    assert.deepEqual(violations, []);
    assert.ok(texts.length > 1000);
  });
});

describe("Check of readability", () => {
  it("the check of readability reports a sentence of 41 words and accepts one of 40", () => {
    const sentence = (words: number): string => `${"word ".repeat(words - 1)}end.`;

    const { sentences } = proseOf(`${sentence(40)} ${sentence(41).replace("word", "Word")}`);

    assert.deepEqual(sentences.map(isLong), [false, true]);
  });

  it("the check of readability calculates the average length of sentences in paragraphs and lists", () => {
    const { sentences } = proseOf("# A heading\n\nOne two.\nThree four five six.\n\n- Seven.");

    assert.deepEqual(sentences, ["One two.", "Three four five six.", "Seven."]);
    assert.equal(averageOf(sentences), 7 / 3);
  });

  it("the check of readability reports a banned word in a paragraph, heading, list, table and link text", () => {
    const texts = [
      ...["Nobody is signed in.", "## A deed", "- It starts anew.", "[the kin](other.md)"],
      "| Column |\n| --- |\n| a standoff |",
    ];

    const counts = texts.map((text) => {
      const { sentences, phrases } = proseOf(text);
      return [...sentences, ...phrases].flatMap(bannedIn).length;
    });

    assert.deepEqual(counts, [1, 1, 1, 1, 1]);
  });

  it("the check of readability ignores words in code, link targets, HTML comments and longer words", () => {
    const text =
      "The user `nobody` is [here](nobody.md), kindly.\n\n```\nnobody\n```\n\n<!-- anew -->";

    const { sentences, phrases } = proseOf(text);

    assert.deepEqual(sentences, ["The user Code is here, kindly."]);
    assert.deepEqual(phrases.concat(sentences).flatMap(bannedIn), []);
  });

  it("the check of readability ends no sentence at a version, a file name or an abbreviation", () => {
    const text = "Strapi 5.54 reads schema.json, e.g. the one of an article. `stat` comes first.";

    assert.equal(proseOf(text).sentences.length, 2);
  });
});
