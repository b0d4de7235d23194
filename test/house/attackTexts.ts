import { visitRegExpAST } from "@eslint-community/regexpp";
import type { AST } from "@eslint-community/regexpp";

/** A text of about this length, in characters. */
type AttackText = (length: number) => string;

/**
 * Long texts that make a regular expression slow, if anything can. Each has a beginning that the
 * expression accepts, a part of the expression's own alphabet that repeats, and an end that it
 * rejects.
 */
export function* attackTexts(pattern: AST.Pattern, flags: string): Generator<AttackText> {
  const samples = new Samples(flags);
  const beginnings = samples.beginnings(pattern);
  const parts = samples.parts(pattern);
  for (const beginning of beginnings) {
    for (const part of parts) {
      for (const end of ["", "\u0001\n"]) {
        yield (length) => beginning + part.repeat(Math.ceil(length / part.length)) + end;
      }
    }
  }
}

/** Each expression is tried with this many beginnings and parts. */
const mostBeginnings = 6;
const mostParts = 100;

/** Characters to choose from for a class. */
const candidates = Array.from("a0A-_ .\n/:;,\"'<>()[]{}=@+*&\\|~`!?#$%^\t\ré\u0300\u0001\u{1F600}");

class Samples {
  readonly #flags: string;

  constructor(flags: string) {
    this.#flags = flags.replace(/[gy]/g, "");
  }

  /** Samples of what is before each element, with the longest alternatives first. */
  beginnings(pattern: AST.Pattern): string[] {
    const all = new Set([""]);
    const add = (alternatives: readonly AST.Alternative[], before: string): void => {
      for (const { elements } of alternatives) {
        let sample = before;
        for (const element of elements) {
          all.add(sample);
          const inner = element.type === "Quantifier" ? element.element : element;
          if ("alternatives" in inner) add(inner.alternatives, sample);
          sample += this.#samplesOf(element)[0] ?? "";
        }
      }
    };
    add(pattern.alternatives, "");
    return [...all].slice(0, mostBeginnings);
  }

  /** Samples of neighboring elements, single characters, and pairs of them. */
  parts(pattern: AST.Pattern): string[] {
    const runs: string[] = [];
    const characters = new Set<string>();
    visitRegExpAST(pattern, {
      onAlternativeEnter: ({ elements }) => {
        for (const from of elements.keys()) {
          for (const to of [1, 2, 3, 5, elements.length]) {
            const samples = this.#joined(elements.slice(from, from + to));
            runs.push(...samples, ...samples.map((sample) => sample.slice(0, -1)));
          }
        }
      },
      onCharacterEnter: (node) => void characters.add(this.#charactersOf(node)[0] ?? ""),
      onCharacterSetEnter: (node) => {
        for (const character of this.#charactersOf(node).slice(0, 2)) characters.add(character);
      },
      onCharacterClassEnter: (node) => {
        for (const character of this.#charactersOf(node).slice(0, 3)) characters.add(character);
      },
    });
    const alphabet = [...characters].slice(0, 6);
    const pairs = alphabet.flatMap((character) => alphabet.map((other) => character + other));
    return [...new Set([...alphabet, ...runs, ...pairs])].filter(Boolean).slice(0, mostParts);
  }

  /** A few texts that an element matches. */
  #samplesOf(element: AST.Element): string[] {
    switch (element.type) {
      case "Assertion":
      case "Backreference":
        return [""];
      case "Quantifier": {
        const { min, max } = element;
        const inner = this.#samplesOf(element.element);
        return min === 0 && max === 1
          ? [...inner, ""]
          : inner.map((sample) => sample.repeat(min || 1));
      }
      case "Group":
      case "CapturingGroup":
        return element.alternatives.flatMap(({ elements }) => this.#joined(elements)).slice(0, 4);
      default:
        return this.#charactersOf(element).slice(0, 2);
    }
  }

  /** Samples of elements after each other: the first of each, and each other of one element. */
  #joined(elements: readonly AST.Element[]): string[] {
    const sampleLists = elements.map((element) => this.#samplesOf(element));
    const first = sampleLists.map(([sample = ""]) => sample);
    const others = sampleLists.flatMap((samples, at) =>
      samples.slice(1).map((sample) => first.with(at, sample).join("")),
    );
    return [first.join(""), ...others].slice(0, 6);
  }

  #charactersOf(node: AST.CharacterClassElement | AST.Element): string[] {
    if (node.type === "Character") return [String.fromCodePoint(node.value)];
    const expression = new RegExp(`^${node.raw}$`, this.#flags);
    return candidates.filter((character) => expression.test(character));
  }
}
