import assert from "node:assert/strict";
import ts from "typescript";
import { readJson } from "./root.ts";
import { nodesIn, placeOf } from "./sources.ts";

/** A text of the bundle. A text with a translator comment is an object. */
type BundleText = string | { readonly message: string; readonly comment: readonly string[] };

const bundle = readJson("l10n/bundle.l10n.json") as Readonly<Record<string, BundleText>>;

/** Every call of `vscode.l10n.t` in src. */
const calls = nodesIn("src")
  .filter(ts.isCallExpression)
  .filter(({ expression }) => /(^|\.)l10n\.t$/.test(expression.getText()));

/** The arguments of a call, in both of its forms. */
interface Translatable {
  readonly message: string;
  /** The translator comment; empty if there is none. */
  readonly comment: readonly string[];
  readonly values: ts.Expression | undefined;
}

/** Undefined if a call's text is not a literal, or if the call has an unknown form. */
function argumentsOf({ arguments: [first, values, ...extraArguments] }: ts.CallExpression) {
  if (!first || extraArguments.length > 0) return undefined;
  if (ts.isStringLiteralLike(first)) return { message: first.text, comment: [], values };
  return ts.isObjectLiteralExpression(first) && !values ? optionsOf(first) : undefined;
}

/** The arguments of the form with a translator comment. */
function optionsOf(options: ts.ObjectLiteralExpression): Translatable | undefined {
  const properties = new Map(
    options.properties
      .filter(ts.isPropertyAssignment)
      .map(({ name, initializer }) => [name.getText(), initializer]),
  );
  const [message, comment] = [properties.get("message"), properties.get("comment")];
  if (!message || !ts.isStringLiteralLike(message)) return undefined;
  if (!comment || !ts.isArrayLiteralExpression(comment)) return undefined;
  const sentences = comment.elements.filter(ts.isStringLiteralLike).map(({ text }) => text);
  const isKnown =
    sentences.length === comment.elements.length &&
    sentences.length > 0 &&
    options.properties.every(({ name }) => /^(message|args|comment)$/.test(name?.getText() ?? ""));
  return isKnown
    ? { message: message.text, comment: sentences, values: properties.get("args") }
    : undefined;
}

/** The key in the bundle under which VS Code looks for a translation. */
const keyOf = ({ message, comment }: Translatable): string =>
  comment.length > 0 ? `${message}/${comment.join("")}` : message;

/** The entry of the bundle, in the form that @vscode/l10n-dev writes. */
const entryOf = ({ message, comment }: Translatable): BundleText =>
  comment.length > 0 ? { message, comment } : message;

/** The names of an object's properties. */
const namesIn = ({ properties }: ts.ObjectLiteralExpression): string[] =>
  properties.map(({ name }) => name?.getText() ?? "");

const placeholdersIn = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");

const texts = calls.map(argumentsOf).filter((text) => text !== undefined);

describe("User-visible texts", () => {
  it("user-visible texts are literals where they are used, so that they can be translated", () => {
    const put = calls.filter((call) => argumentsOf(call) === undefined).map(placeOf);

    assert.deepEqual(put, []);
    assert.ok(calls.length > 50);
  });

  it("user-visible texts are exactly those of the translation bundle, with their comments", () => {
    const expected = new Map(texts.map((text) => [keyOf(text), entryOf(text)]));

    assert.deepEqual(bundle, Object.fromEntries(expected));
    assert.deepEqual(Object.keys(bundle), [...expected.keys()].sort());
  });

  it("user-visible texts name their placeholders, and have a value for each name", () => {
    const odd = calls.filter((call) => {
      const { message = "", values } = argumentsOf(call) ?? {};
      const names = values && ts.isObjectLiteralExpression(values) ? namesIn(values) : [];
      return (
        (values !== undefined && names.length === 0) ||
        /\{\d+\}/.test(message) ||
        !names.every((name) => message.includes(`{${name}}`)) ||
        (names.length > 0 && !placeholdersIn(message).every((name) => names.includes(name)))
      );
    });

    assert.deepEqual(odd.map(placeOf), []);
  });
});

/** The layers that show texts. The client and the model return only codes and values. */
const layers = ["texts", "host", "tree", "files", "editor", "commands", "compose"];
/** The properties that VS Code shows unchanged. */
const shownProperty =
  /^(title|placeHolder|placeholder|prompt|label|description|detail|tooltip|hoverMessage|message|separator|tooltipText)$/;
const showing =
  /\b(show\w+Message|setStatusBarMessage|TreeItem|MarkdownString|plain|tell(Done|Copied)?)$/;
/** The files whose sentences stay in English, with the place where each text appears. */
const elsewhere = new Map([
  ["src/host/access/diagnosisReport.ts", "a report for a bug tracker"],
  ["src/host/connect/clientOptions.ts", "the log"],
  ["src/host/schemas/workspaceProjectFiles.ts", "the log"],
]);
/** Names that are the same in every language: of formats, tools and files, and parts of code and URLs. */
const names = new Set([
  ...["NDJSON", "JSON", "CSV", "TypeScript", "curl", "curl (cmd.exe)", "fetch", "connections"],
  ...["$CMS_TOKEN", "%CMS_TOKEN%", "process.env.CMS_TOKEN", "declare global", "declare module"],
  ...["articles, homepage", "cms-content", "https://www.example.com/{locale}/{slug}"],
]);

/** The text of a literal without placeholders and icons; undefined when the node is not a text literal. */
function saidBy(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  return parts.join("").replace(/\$\([\w~-]+\)/g, "");
}

/** Whether VS Code shows the literal. */
function isShown(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent)) return shownProperty.test(parent.name.getText());
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
    return showing.test(parent.expression.getText());
  }
  if (!ts.isBinaryExpression(parent) || parent.right !== node) return false;
  return ts.isPropertyAccessExpression(parent.left) && shownProperty.test(parent.left.name.text);
}

/** Whether a literal is the text of `vscode.l10n.t`, or its comment. */
function isTranslated(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isCallExpression(parent))
    return parent.arguments[0] === node && /(^|\.)l10n\.t$/.test(parent.expression.getText());
  if (ts.isArrayLiteralExpression(parent)) return isOption("comment", parent);
  return isOption("message", node);
}

/** Whether a value is that property of the object that `vscode.l10n.t` takes. */
const isOption = (name: "message" | "comment", { parent }: ts.Node): boolean =>
  ts.isPropertyAssignment(parent) &&
  parent.name.getText() === name &&
  ts.isObjectLiteralExpression(parent.parent) &&
  isTranslated(parent.parent);

const literals = layers
  .flatMap((layer) => nodesIn(`src/${layer}`))
  .flatMap((node) => {
    const text = saidBy(node);
    return text === undefined || !/\p{L}{2}/u.test(text) || isTranslated(node)
      ? []
      : [{ node, text }];
  });

describe("Untranslated texts", () => {
  it("untranslated texts are shown only for names", () => {
    const given = literals.filter(({ node, text }) => isShown(node) && !names.has(text));

    assert.deepEqual(
      given.map(({ node, text }) => `${placeOf(node)} ${text}`),
      [],
    );
    assert.ok(literals.length > 500);
  });

  it("untranslated texts contain sentences only for the log and for reports", () => {
    const sentence = /\p{L}{2,}[,.:]? [\p{Ll}]/u;

    const said = literals.filter(({ node, text }) => {
      const { fileName } = node.getSourceFile();
      return sentence.test(text) && !names.has(text) && !elsewhere.has(fileName);
    });

    assert.deepEqual(
      said.map(({ node, text }) => `${placeOf(node)} ${text}`),
      [],
    );
  });
});

describe("Text of a service", () => {
  it("a text of a service can't run commands or show icons in a hover, because no hover is trusted", () => {
    const trusting = nodesIn("src")
      .filter(ts.isIdentifier)
      .filter(({ text }) => /^(isTrusted|supportHtml|supportThemeIcons)$/.test(text))
      .filter(({ parent }) => !parent.getText().startsWith("vscode.workspace."));

    assert.deepEqual(trusting.map(placeOf), []);
  });
});
