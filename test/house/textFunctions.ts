import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { root } from "./root.ts";
import { nodesIn, placeOf } from "./sources.ts";

export interface TextFunction {
  readonly path: string;
  readonly name: string;
  /** The types of the parameters. */
  readonly types: readonly string[];
}

const catalog = { types: new Map(), targets: new Map(), components: new Map() };
const connection = { id: "c1", name: "Tea", url: "https://cms.example.com" };

/** An argument of each type that a function of texts takes besides the text. */
const samples: Readonly<Record<string, unknown>> = {
  boolean: true,
  Json: null,
  JsonObject: {},
  Position: { line: 1, column: 1 },
  Address: { connection: "c1", type: "article", id: "d1" },
  AttributeSchema: { type: "string" },
  Attributes: new Map(),
  Catalog: catalog,
  TypeInCatalog: { type: { uid: "api::tea.tea", name: "teas", attributes: new Map() }, catalog },
  Connection: connection,
  "readonly Connection[]": [connection],
  "readonly string[]": ["a", "tea/green"],
  'AttributeSchema["options"]': {},
  'Pick<AttributeSchema, "type">': { type: "string" },
  ProseFieldPath: ["body"],
  URL: new URL("https://cms.example.com"),
};

const isText = (type: string): boolean => type === "string" || type === "UrlTemplate";

const isTextFunction = ({ types: [first, ...others] }: TextFunction): boolean =>
  first !== undefined &&
  isText(first) &&
  others.every((type) => isText(type) || Object.hasOwn(samples, type));

/**
 * The exported functions that take a text, and nothing that a sample can't stand for. One that
 * returns a promise reads or writes something.
 */
export const textFunctions: readonly TextFunction[] = [
  ...["src/texts", "src/model", "src/client"]
    .flatMap((folder) => nodesIn(folder))
    .flatMap((node) => exportedFunctionsAt(node))
    .filter(isTextFunction),
  // It takes any value with texts in it.
  {
    path: "src/client/http/secrets.ts",
    name: "withoutSecrets",
    types: ["string", "readonly string[]", "string"],
  },
];

function exportedFunctionsAt(node: ts.Node): TextFunction[] {
  const isExported =
    ts.canHaveModifiers(node) &&
    ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (isExported !== true) return [];
  if (ts.isFunctionDeclaration(node)) return textFunctionsOf(node.name, node);
  if (!ts.isVariableStatement(node)) return [];
  return node.declarationList.declarations.flatMap(({ name, initializer }) =>
    initializer && ts.isArrowFunction(initializer) ? textFunctionsOf(name, initializer) : [],
  );
}

function textFunctionsOf(
  name: ts.Node | undefined,
  declaration: ts.FunctionDeclaration | ts.ArrowFunction,
): TextFunction[] {
  const { parameters, type: returned } = declaration;
  const isAsync =
    declaration.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true ||
    returned?.getText().startsWith("Promise<") === true;
  if (isAsync || !name) return [];
  const types = parameters
    .filter(({ initializer, questionToken }) => !initializer && !questionToken)
    .map(({ type }) => type?.getText() ?? "");
  const [path = ""] = placeOf(declaration).split(":");
  return [{ path, name: name.getText(), types }];
}

/** Parts that have made a function slow, or that Markdown, JSON, CSV or URLs give a meaning. */
const parts = [
  ...[
    "_*",
    "[",
    "![",
    "](",
    "[a](",
    "<",
    "<!--",
    "`a``",
    "- ",
    "> ",
    "1) ",
    "\n",
    "a\n",
    " ",
    "\t",
  ],
  ...[
    "/",
    "//a",
    "\\",
    "0",
    "A",
    "aB",
    "a.",
    "a-",
    '"',
    '"a",',
    "{",
    '{"a":',
    "[[",
    "?a=",
    "%",
    "&a;",
  ],
  ...["é", "\u202E", "\u{1F600}", "a b ", "a@b."],
];

/** Long texts: their name, and the text of about a length. */
export const longTexts: readonly (readonly [string, (length: number) => string])[] = [
  ...parts.map((part) => {
    const textOf = (length: number) => part.repeat(Math.ceil(length / part.length));
    return [JSON.stringify(part), textOf] as const;
  }),
  ["a URL that ends in dots", (length) => `https://a${".".repeat(length)}a`],
  ["a time that ends in zeros", (length) => `10:30:00.${"0".repeat(length)}a`],
];

/**
 * A call of a function with a text as one argument, and samples as the others. There is one for each parameter that
 * is a text.
 */
export async function callsOf({
  path,
  name,
  types,
}: TextFunction): Promise<readonly ((text: string) => unknown)[]> {
  const module = (await import(pathToFileURL(join(root, path)).href)) as Readonly<
    Record<string, (...values: unknown[]) => unknown>
  >;
  return types.flatMap((type, at) => {
    if (!isText(type)) return [];
    return [
      (text: string) =>
        module[name]?.(
          ...types.map((other, position) => {
            if (position === at) return text;
            return isText(other) ? "a" : samples[other];
          }),
        ),
    ];
  });
}

/**
 * How long a call keeps its thread busy, in milliseconds. Other programs add to the time of the clock, and the other
 * threads of the process to its processor time.
 */
export function timeOf(run: () => unknown): number {
  const [start, startOfThread] = [performance.now(), process.cpuUsage()];
  try {
    run();
  } catch {
    // A text may be rejected.
  }
  const { user, system } = process.cpuUsage(startOfThread);
  return Math.min(performance.now() - start, (user + system) / 1000);
}
