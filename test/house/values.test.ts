import assert from "node:assert/strict";
import ts from "typescript";
import { filesIn, read } from "./root.ts";
import { placeOf } from "./sources.ts";
import { typedSources } from "./typedSources.ts";

/** The file whose functions read a key that is only known at run time. */
const reader = "/src/model/foundation/json.ts";

/** The groups of the model that handle no contents of documents. */
const otherGroups = ["foundation", "connect", "schemas", "access", "types"];

describe("Values of attributes", function () {
  this.timeout(120_000);

  it("values of attributes are compared by one module of the model", () => {
    const comparing = filesIn("src/model").filter(
      (path) =>
        !otherGroups.includes(path.split("/")[2] ?? "") && read(path).includes("isDeepStrictEqual"),
    );

    assert.deepEqual(comparing, ["src/model/content/equality.ts"]);
  });

  // Editors change, hide or obey some characters that JSON.stringify leaves as they are.
  it("values of attributes are written as JSON for people by one function", () => {
    const writing = filesIn("src").filter((path) =>
      /JSON\.stringify\([^;]*,\s*(?:null|undefined),|JSON\.stringify\([^`;]*\)\}\\n/.test(
        read(path),
      ),
    );

    assert.deepEqual(writing, [reader.slice(1)]);
  });

  // Every object has a `constructor` and a `__proto__`, and attributes may have these names.
  it("values of attributes are read by functions that see own keys only", () => {
    const { checker, files } = typedSources();
    const places: string[] = [];
    const visit = (node: ts.Node): void => {
      const [owner, key] = ts.isElementAccessExpression(node)
        ? [node.expression, node.argumentExpression]
        : ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword
          ? [node.right, node.left]
          : [];
      if (owner && key) {
        const isUnknown = (checker.getTypeAtLocation(key).flags & ts.TypeFlags.String) !== 0;
        const type = checker.getNonNullableType(checker.getTypeAtLocation(owner));
        const isContent = isUnknown && type.symbol.name === "JsonObject";
        if (isContent && !node.getSourceFile().fileName.endsWith(reader))
          places.push(placeOf(node));
      }
      ts.forEachChild(node, visit);
    };
    for (const file of files) visit(file);

    assert.deepEqual(places, []);
  });
});
