import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { root } from "./root.ts";
import { placeOf } from "./sources.ts";
import { typedFiles, typedSources } from "./typedSources.ts";
import type { TypedSources } from "./typedSources.ts";

/** Whether a type is the report of a write, or has one in a property, a base or an element. */
function hasReport(type: ts.Type, checker: ts.TypeChecker, depth = 0): boolean {
  if (depth > 4) return false;
  const { symbol } = type as { readonly symbol?: ts.Symbol };
  if (symbol?.name === "ChangeReport") return true;
  return partsOf(type, checker).some((part) => hasReport(part, checker, depth + 1));
}

function partsOf(type: ts.Type, checker: ts.TypeChecker): readonly ts.Type[] {
  if (type.isUnionOrIntersection()) return type.types;
  const isPromise = (type.symbol as ts.Symbol | undefined)?.name === "Promise";
  if (checker.isTupleType(type) || isPromise)
    return checker.getTypeArguments(type as ts.TypeReference);
  const report = type.getProperty("report");
  const bases = type.isClassOrInterface() ? checker.getBaseTypes(type) : [];
  return report ? [...bases, checker.getTypeOfSymbol(report)] : bases;
}

/** Whether a type is `unknown`, or a promise or tuple of it. */
const namesUnknown = (type: ts.Type, checker: ts.TypeChecker): boolean =>
  (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Void)) !== 0 ||
  (type.isUnion() && type.types.some((member) => namesUnknown(member, checker))) ||
  ((checker.isTupleType(type) || (type.symbol as ts.Symbol | undefined)?.name === "Promise") &&
    checker
      .getTypeArguments(type as ts.TypeReference)
      .some((argument) => namesUnknown(argument, checker)));

/** The calls whose report of a write is dropped. */
function droppedReports({ checker, files }: TypedSources): string[] {
  const dropped: string[] = [];
  /** Whether the type of a function's result, where one is wanted, has no place for a report. */
  const isNarrowed = (node: ts.Node): boolean => {
    const owner = ts.isReturnStatement(node.parent)
      ? ts.findAncestor(node, ts.isFunctionLike)
      : node.parent;
    if (!owner || !ts.isFunctionLike(owner)) return false;
    const declared = owner.type && checker.getTypeFromTypeNode(owner.type);
    const context = ts.isArrowFunction(owner) ? checker.getContextualType(owner) : undefined;
    const expectedType = declared ?? context?.getCallSignatures()[0]?.getReturnType();
    return expectedType !== undefined && namesUnknown(expectedType, checker);
  };
  const isDropped = (call: ts.CallExpression): boolean => {
    let node: ts.Node = call;
    while (ts.isAwaitExpression(node.parent) || ts.isParenthesizedExpression(node.parent))
      node = node.parent;
    const { parent } = node;
    if (ts.isExpressionStatement(parent) || ts.isVoidExpression(parent)) return true;
    if (isNarrowed(node)) return true;
    return (
      ts.isVariableDeclaration(parent) &&
      ts.isArrayBindingPattern(parent.name) &&
      parent.name.elements.length < 2
    );
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isDropped(node)) {
      if (hasReport(checker.getTypeAtLocation(node), checker)) dropped.push(placeOf(node));
    }
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(file);
  return dropped;
}

describe("Reports of writes", function () {
  this.timeout(120_000);

  it("reports of writes are used by each caller in src", () => {
    assert.deepEqual(droppedReports(typedSources()), []);
  });

  it("reports of writes are found where a caller drops them", () => {
    const folder = temporaryFolder();
    const path = join(folder.path, "dropping.ts");
    const publication = JSON.stringify(join(root, "src/model/publish/publication.ts"));
    const address = '{ connection: "", type: "", id: "" }';
    writeFileSync(
      path,
      `import type { Publication } from ${publication};
      export async function run(publication: Publication, preview: Parameters<Publication["publish"]>[1]) {
        await publication.publish(${address}, preview);
        const [failure] = await publication.publish(${address}, preview);
        const [, report] = await publication.publish(${address}, preview);
        return [failure, report];
      }
      type Act = () => Promise<readonly [unknown, unknown]>;
      export const act = (publication: Publication, preview: Parameters<Publication["publish"]>[1]): Act =>
        () => publication.publish(${address}, preview);`,
    );

    const lines = droppedReports(typedFiles([path])).map((location) => location.split(":")[1]);
    folder.remove();

    assert.deepEqual(lines, ["3", "4", "10"]);
  });
});
