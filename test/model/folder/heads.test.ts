import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import {
  documentIdsIn,
  headsIn,
  headsOf,
  headsText,
  withHead,
  type Head,
} from "../../../src/model/folder/heads.ts";
import { caseCount } from "../../support/longRun.ts";

const digest = fc.constantFrom(
  ...["t181kd03aa01", "000000000000", "k3v9a1p0bc2d"],
  ...["t181kd03aa01>k3v9a1p0bc2d", ">000000000000", "000000000000>"],
);
const odd = fc.oneof(fc.constantFrom("title", "unit price", "a=b", "-", "p", "naïve", "%"));

const anyHead: fc.Arbitrary<Head> = fc.record({
  locale: fc.constantFrom(undefined, "en", "fr", "zh-Hans-HK"),
  counter: fc.nat(20),
  documentId: odd,
  isPublished: fc.boolean(),
  digests: fc.dictionary(odd, digest).map((digests) => new Map(Object.entries(digests))),
});

const anyHeads = fc.array(anyHead, { maxLength: 5 });

const check = (property: (heads: readonly Head[], other: readonly Head[]) => void): void =>
  fc.assert(fc.property(anyHeads, anyHeads, property), {
    seed: Number(process.env["CMS_SEED"] ?? 20_261_129),
    numRuns: caseCount(300),
  });

/** The lines of a state file, as a set. */
const lines = (heads: readonly Head[]): ReadonlySet<string> =>
  new Set(headsText(heads).split("\n").filter(Boolean));

describe("Heads in a state file", () => {
  it("heads in a state file are read as they were written, with LF and with CRLF", () =>
    check((heads) => {
      const text = headsText(heads);
      const unique = headsIn(text);
      deepEqual(lines(unique), lines(heads));
      deepEqual(headsIn(text.replaceAll("\n", "\r\n")), unique);
    }));

  it("heads of two branches are all read, in a union and between the marks of a conflict", () =>
    check((ours, theirs) => {
      const both = new Set([...lines(ours), ...lines(theirs)]);
      const marked = `<<<<<<< HEAD\n${headsText(ours)}=======\n${headsText(theirs)}>>>>>>> other\n`;
      deepEqual(lines(headsIn(headsText(ours) + headsText(theirs))), both);
      deepEqual(lines(headsIn(marked)), both);
    }));

  it("a pulled locale has one head, with the largest counter, and the others stay", () =>
    check((heads, others) => {
      const [pulled] = others;
      if (!pulled) return;
      const { counter: _, ...facts } = pulled;
      const after = withHead(heads, facts);
      const own = headsOf(after, pulled.locale);
      equal(own.length, 1);
      const isOther = ({ locale }: Head) => locale !== pulled.locale;
      deepEqual(lines(after.filter(isOther)), lines(heads.filter(isOther)));
      if (after !== heads) equal(own[0]?.counter, 1 + Math.max(0, ...heads.map((h) => h.counter)));
      // A second pull of the same changes nothing.
      equal(withHead(after, facts), after);
    }));

  it("attributes that were not read keep the digests of each head", () => {
    const heads = headsIn(
      "- 7 abc -\nen 1 abc p a=k3v9a1p0bc2d b=000000000000\nen 2 abc p a=000000000000 b=000000000000\n",
    );
    const digests = new Map([["b", "t181kd03aa01"]]);
    const pulled = { locale: "en", documentId: "abc", isPublished: true, digests };
    const after = withHead(heads, pulled, (name) => name === "a");
    equal(
      headsText(after),
      "- 7 abc -\nen 8 abc p a=000000000000 b=t181kd03aa01\nen 8 abc p a=k3v9a1p0bc2d b=t181kd03aa01\n",
    );
    equal(
      withHead(after, pulled, (name) => name === "a"),
      after,
    );
    equal(headsText(withHead(after, pulled)), "- 7 abc -\nen 9 abc p b=t181kd03aa01\n");
  });

  it("a line that is no head is ignored", () => {
    deepEqual(headsIn("en 1 abc p title=short\n# note\n\nen x abc p\n"), []);
  });

  it("the documentIds of heads are listed once", () => {
    const heads = headsIn("- 1 abc p\nen 2 abc -\nfr 3 def -\n");
    deepEqual(documentIdsIn(heads), ["abc", "def"]);
  });

  it("a state file is sorted by locale, counter and attribute", () => {
    const heads = headsIn("en 2 abc p b=k3v9a1p0bc2d a=000000000000\nen 1 abc -\n- 7 abc -\n");
    equal(headsText(heads), "- 7 abc -\nen 1 abc -\nen 2 abc p a=000000000000 b=k3v9a1p0bc2d\n");
  });
});
