import assert from "node:assert/strict";
import { RegExpParser } from "@eslint-community/regexpp";
import { analyse } from "scslre";
import ts from "typescript";
import { attackTexts } from "./attackTexts.ts";
import { nodesIn, placeOf } from "./sources.ts";

interface Expression {
  readonly source: string;
  readonly flags: string;
}

/** Runs the expressions of users and services in a thread with a time limit. */
const owner = "src/model/foundation/regularExpressions.ts";

const nodes = nodesIn("src");

const literals = nodes.filter(ts.isRegularExpressionLiteral).map((node) => {
  const end = node.text.lastIndexOf("/");
  const [source, flags] = [node.text.slice(1, end), node.text.slice(end + 1)];
  return { location: placeOf(node), expressions: [{ source, flags }] };
});

const constructed = nodes
  .filter((node) => ts.isNewExpression(node) || ts.isCallExpression(node))
  .filter(({ expression }) => expression.getText() === "RegExp")
  .map((node) => {
    const [sources = [], [flags = ""] = []] = (node.arguments ?? []).map(textsOf);
    return { location: placeOf(node), expressions: sources.map((source) => ({ source, flags })) };
  });

/** What a constant text can be; empty if that is unknown. An escaped text is a sample. */
function textsOf(node: ts.Node): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node)) {
    const sides = [textsOf(node.whenTrue), textsOf(node.whenFalse)];
    return sides.some(({ length }) => length === 0) ? [] : sides.flat();
  }
  if (ts.isTemplateExpression(node)) {
    return node.templateSpans.reduce<readonly string[]>(
      (befores, { expression, literal }) =>
        befores.flatMap((before) =>
          textsOf(expression).map((text) => before + text + literal.text),
        ),
      [node.head.text],
    );
  }
  return ts.isCallExpression(node) && node.expression.getText() === "escapeRegExp" ? ["ab"] : [];
}

/** All expressions with a known source, each once, with the first place. */
const expressionsBySource = new Map<string, Expression & { readonly location: string }>();
for (const { location, expressions } of [...literals, ...constructed].reverse()) {
  for (const expression of expressions)
    expressionsBySource.set(`/${expression.source}/${expression.flags}`, {
      ...expression,
      location,
    });
}

const parser = new RegExpParser();

function parsed({ source, flags }: Expression) {
  const mode = { unicode: flags.includes("u"), unicodeSets: flags.includes("v") };
  return {
    pattern: parser.parsePattern(source, 0, source.length, mode),
    flags: parser.parseFlags(flags),
  };
}

/** Why the analysis of an expression says that its time isn't linear; empty if it is. */
const ambiguitiesOf = (expression: Expression): string[] =>
  analyse(parsed(expression)).reports.map(({ type, exponential }) =>
    exponential ? `${type}, exponential` : type,
  );

/** The processor time of finding all matches, in milliseconds: the least of some runs. */
function timeOf(expression: RegExp, text: string, runs: number): number {
  const times = Array.from({ length: runs }, () => {
    const start = process.cpuUsage();
    text.replace(expression, "");
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

/** A generated text for which the time grows faster than its length; undefined if there is none. */
function slowTextFor({ source, flags }: Expression): string | undefined {
  const expression = new RegExp(source, flags.includes("g") ? flags : `${flags}g`);
  for (const textOf of attackTexts(parsed({ source, flags }).pattern, flags)) {
    const isSuspect = [1, 3].every((runs) => timeOf(expression, textOf(5_000), runs) > 0.6);
    if (!isSuspect) continue;
    // Four times the text takes four times the time if it is linear, otherwise 16 times.
    const [short, long] = [5_000, 20_000].map((length) => timeOf(expression, textOf(length), 3));
    if ((long ?? 0) > 9 * (short ?? 0)) return `${JSON.stringify(textOf(40))}…`;
  }
  return undefined;
}

describe("Regular expressions of the sources", function () {
  this.timeout(120_000);

  it("regular expressions are literals, or are made of literals and escaped texts", () => {
    const unknown = constructed
      .filter(({ expressions }) => expressions.length === 0)
      .map(({ location }) => location)
      .filter((location) => !location.startsWith(`${owner}:`));

    assert.deepEqual(unknown, []);
    assert.ok(literals.length > 300);
  });

  it("regular expressions are unambiguous, so that their time is linear", () => {
    const ambiguous = [...expressionsBySource].flatMap(([expression, { location, ...parts }]) =>
      ambiguitiesOf(parts).map((why) => `${location} ${expression}: ${why}`),
    );

    assert.deepEqual(ambiguous, []);
  });

  it("regular expressions take no more than linear time for long texts of their own characters", () => {
    // An exponential expression would never end.
    const unambiguous = [...expressionsBySource].filter(
      ([, parts]) => ambiguitiesOf(parts).length === 0,
    );

    const slow = unambiguous.flatMap(([expression, { location, ...parts }]) => {
      const text = slowTextFor(parts);
      return text === undefined ? [] : [`${location} ${expression}: ${text}`];
    });

    assert.deepEqual(slow, []);
  });
});

describe("Check of regular expressions", () => {
  it("the check of regular expressions reports quadratic and exponential ones", () => {
    const bad = [
      /\s+$/,
      /\/+$/,
      /(a+)+b/,
      /(\d+)x\d*;/g,
      /"\^((?:[^"\\]|\\.)*)"/g,
      /^\s*\/\/.*$/gm,
      /^(?<document>(?:\/[^/]+){3})\/(?<field>.+)\/(?<title>[^/]+) · [^/]+\.md$/,
      /\/src\/(api|components)\/.+\.json$/,
      /::(.*?)\.(.*)/,
    ];

    const reported = bad.filter(
      (expression) => ambiguitiesOf(expression).length > 0 || slowTextFor(expression),
    );

    assert.deepEqual(reported, bad);
  });
});
