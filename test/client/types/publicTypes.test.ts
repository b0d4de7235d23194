import assert from "node:assert/strict";
import { join } from "node:path";
import ts from "typescript";
import { root } from "../../house/root.ts";
import { compilerHost, projectOptions } from "../../support/compiler.ts";

const entries = ["index.ts", "admin/index.ts", "fetch/index.ts"].map((file) =>
  join(root, "src/client", file),
);

/**
 * The types of src/client that an exported declaration mentions and no entry point exports, as "<export> mentions
 * <type>".
 *
 * It doesn't look into conditional and mapped types. The compiler evaluates them, so users see the result.
 */
function unexportedTypes(change?: Parameters<typeof compilerHost>[1]): string[] {
  const options = { ...projectOptions(), types: ["node"] };
  const program = ts.createProgram(entries, options, compilerHost(options, change));
  const checker = program.getTypeChecker();
  const exported = new Set(entries.flatMap(exportsOf));
  const mentions = [...exported].flatMap((symbol) =>
    mentionsOf(symbol)
      .filter((mentioned) => isOurType(mentioned) && !exported.has(mentioned))
      .map((mentioned) => `${symbol.name} mentions ${mentioned.name}`),
  );
  return [...new Set(mentions)].sort();

  function exportsOf(entry: string): ts.Symbol[] {
    const file = program.getSourceFile(entry);
    const module = file && checker.getSymbolAtLocation(file);
    return module ? checker.getExportsOfModule(module).map(original) : [];
  }

  function original(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  }

  function mentionsOf(symbol: ts.Symbol): ts.Symbol[] {
    const mentioned: ts.Symbol[] = [];
    const visit = (node: ts.Node): void => {
      if (isHidden(node)) return;
      const name = nameOf(node);
      const target = name && checker.getSymbolAtLocation(name);
      if (target) mentioned.push(original(target));
      ts.forEachChild(node, visit);
    };
    for (const declaration of symbol.declarations ?? []) ts.forEachChild(declaration, visit);
    return mentioned;
  }
}

/** Whether users don't see this node: a body, an initial value, a private member, or a computed type. */
function isHidden(node: ts.Node): boolean {
  if (ts.isBlock(node) || ts.isConditionalTypeNode(node) || ts.isMappedTypeNode(node)) return true;
  if (ts.isExpression(node) && !ts.isExpressionWithTypeArguments(node))
    return !ts.isIdentifier(node);
  return (
    (ts.isClassElement(node) &&
      (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private) !== 0) ||
    (ts.isPropertyDeclaration(node) && ts.isPrivateIdentifier(node.name))
  );
}

/** The name of the type that a node refers to. */
function nameOf(node: ts.Node): ts.Node | undefined {
  if (ts.isTypeReferenceNode(node)) return node.typeName;
  if (ts.isExpressionWithTypeArguments(node)) return node.expression;
  return ts.isTypeQueryNode(node) ? node.exprName : undefined;
}

/** Whether a symbol is a type or class that src/client declares, and not a type parameter. */
const isOurType = ({ flags, declarations = [] }: ts.Symbol): boolean =>
  (flags & ts.SymbolFlags.TypeParameter) === 0 &&
  declarations.some(
    (declaration) =>
      declaration.getSourceFile().fileName.includes("/src/client/") && !isGlobal(declaration),
  );

/** Whether a declaration is in `declare global`, so that no program has to import it. */
const isGlobal = ({ parent }: ts.Declaration): boolean =>
  ts.isModuleBlock(parent) && (parent.parent.flags & ts.NodeFlags.GlobalAugmentation) !== 0;

describe("Public types", function () {
  // The compiler reads the sources for each program.
  this.timeout(120_000);

  it("public types of the client are exported with every type that they mention", () => {
    assert.deepEqual(unexportedTypes(), []);
  });

  const incomplete: readonly (readonly [
    what: string,
    entry: string,
    name: string,
    mention: string,
  ])[] = [
    [
      "a member",
      "client/exports.ts",
      "DocumentReference,",
      "RelationChange mentions DocumentReference",
    ],
    ["a method", "client/exports.ts", "UserInput, ", "UsersApi mentions UserInput"],
    [
      "a generic method",
      "client/exports.ts",
      "ExactPopulate, ",
      "Collection mentions ExactPopulate",
    ],
    [
      "an interface that is extended",
      "client/exports.ts",
      ", NetworkOptions",
      "CmsOptions mentions NetworkOptions",
    ],
    ["a function", "admin/index.ts", "Diagnosis", "diagnose mentions Diagnosis"],
  ];
  for (const [what, entry, name, mention] of incomplete) {
    it(`public types are reported when a type that ${what} mentions is not exported`, () => {
      const missing = unexportedTypes((path, text) =>
        path.endsWith(`/${entry}`) ? text.replace(name, "") : text,
      );

      assert.ok(missing.includes(mention), missing.join("\n"));
    });
  }
});
