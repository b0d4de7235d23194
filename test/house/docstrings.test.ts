import assert from "node:assert/strict";
import { join } from "node:path";
import ts from "typescript";
import { compilerHost, projectOptions } from "../support/compiler.ts";
import { root } from "./root.ts";

const entries = [
  "src/client/index.ts",
  "src/client/admin/index.ts",
  "src/client/fetch/index.ts",
].map((file) => join(root, file));
const groups = [
  "Collection",
  "SingleType",
  "UsersApi",
  "SchemaApi",
  "UploadApi",
  "AuthApi",
  "AdminApi",
];

interface Described {
  readonly name: string;
  readonly docstring: string;
}

interface PublicApi {
  /** The exported interfaces, type aliases, classes and functions. */
  readonly names: readonly Described[];
  /** The methods of the groups. */
  readonly methods: readonly Described[];
}

/** The client's public API as the compiler reads it. `change` transforms the text of each source file first. */
function readPublicApi(change: (text: string) => string = (text) => text): PublicApi {
  const options = { ...projectOptions(), types: [] };
  const host = compilerHost(options, (path, text) =>
    path.includes("/src/client/") ? change(text) : text,
  );
  const program = ts.createProgram(entries, options, host);
  const checker = program.getTypeChecker();
  const symbols = entries.flatMap((entry) => {
    const file = program.getSourceFile(entry);
    const module = file && checker.getSymbolAtLocation(file);
    return module ? checker.getExportsOfModule(module).map(whole) : [];
  });
  const described = (symbol: ts.Symbol, owner = ""): Described => ({
    name: owner + symbol.name,
    docstring: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
  });
  return {
    names: symbols.map((symbol) => described(symbol)),
    methods: symbols
      .filter(({ name }) => groups.includes(name))
      .flatMap((group) =>
        checker
          .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(group))
          .map((method) => described(method, `${group.name}.`)),
      ),
  };

  /** The original symbol of a re-export. */
  function whole(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  }
}

const withoutDocstring = (all: readonly Described[]): string[] =>
  all.filter(({ docstring }) => docstring.trim() === "").map(({ name }) => name);

describe("Docstrings of the client", function () {
  // The compiler reads the sources for each program.
  this.timeout(120_000);

  let client: PublicApi;

  before(() => {
    client = readPublicApi();
  });

  it("docstrings describe every interface, type alias, class and function that the client exports", () => {
    assert.deepEqual(withoutDocstring(client.names), []);
  });

  it("docstrings are required for every export of the client and for the methods of each group", () => {
    const names = client.names.map(({ name }) => name);
    const methods = client.methods.map(({ name }) => name);

    const some = ["createCms", "Cms", "CmsOptions", "ListInput", "Pagination", "NotFoundError"];
    assert.deepEqual(
      [...some, ...groups].filter((name) => !names.includes(name)),
      [],
    );
    const first = [
      "Collection.findMany",
      "SingleType.find",
      "UsersApi.me",
      "SchemaApi.locales",
      "AuthApi.signIn",
      "AdminApi.unpublish",
    ];
    assert.deepEqual(
      first.filter((name) => !methods.includes(name)),
      [],
    );
    assert.ok(methods.length > 20);
  });

  it("missing docstrings are reported", () => {
    const bare = readPublicApi((text) => text.replaceAll("/**", "/*"));

    assert.equal(withoutDocstring(bare.names).length, bare.names.length);
  });
});
