import assert from "node:assert/strict";
import ts from "typescript";
import { readJson } from "./root.ts";
import { nodesIn, placeOf } from "./sources.ts";

const bundle = readJson("l10n/bundle.l10n.json") as Readonly<Record<string, string>>;

/** Every call of `vscode.l10n.t` in src. */
const calls = [...nodesIn("src")]
  .filter(ts.isCallExpression)
  .filter(({ expression }) => /(^|\.)l10n\.t$/.test(expression.getText()));

/** The text that a call names; undefined where it is put together. */
function textOf({ arguments: [text] }: ts.CallExpression): string | undefined {
  return text && ts.isStringLiteralLike(text) ? text.text : undefined;
}

const texts = calls.map(textOf).filter((text) => text !== undefined);

describe("The words that a person reads", () => {
  it("are written out where they are used, so that they can be translated", () => {
    const put = calls.filter((call) => textOf(call) === undefined).map(placeOf);

    assert.deepEqual(put, []);
    assert.ok(calls.length > 50);
  });

  it("are all in the bundle for translators, and none is left over", () => {
    const expected = [...new Set(texts)].sort();

    assert.deepEqual(Object.keys(bundle), expected);
  });

  it("stand in that bundle as they are", () => {
    const changed = Object.entries(bundle).filter(([key, text]) => key !== text);

    assert.deepEqual(changed, []);
  });

  it("have a value for each of their gaps, and a gap for each value", () => {
    const odd = calls.filter((call) => {
      const gaps = new Set((textOf(call) ?? "").match(/\{\d+\}/g));
      return gaps.size !== call.arguments.length - 1;
    });

    assert.deepEqual(odd.map(placeOf), []);
  });
});

describe("What a service says", () => {
  it("runs no command and draws no icon in a hover: nothing of ours is marked as trusted", () => {
    const trusting = [...nodesIn("src")]
      .filter(ts.isIdentifier)
      .filter(({ text }) => /^(isTrusted|supportHtml|supportThemeIcons)$/.test(text))
      .filter(({ parent }) => !parent.getText().startsWith("vscode.workspace."));

    assert.deepEqual(trusting.map(placeOf), []);
  });
});
