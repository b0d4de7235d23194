import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import type { TemporaryFolder } from "../support/temporaryFolder.ts";
import { read, root } from "./root.ts";
import { nodesOf } from "./sources.ts";
import { typedFiles, typedSources } from "./typedSources.ts";
import type { TypedSources } from "./typedSources.ts";

/** The methods of the client's lists that only read. All others write. */
const readMethods = new Set(["find", "findFirst", "findMany", "pages", "count", "content", "me"]);

/** The files outside the client that send writes. */
const writers = [
  "src/model/writing/localizationWriter.ts",
  "src/model/create/newDocument.ts",
  "src/model/publish/publicationWriter.ts",
  "src/model/media/mediaFiles.ts",
  "src/model/writing/writer.ts",
  "src/model/media/mediaLibrary.ts",
  "src/model/media/fileTransfer.ts",
];

/** The client's own files that declare the methods of documents, users and media files. */
const declaringFiles = ["collection", "single", "users", "upload"].map(
  (name) => `src/client/${name}.ts`,
);

/** The names of these methods. To find out the type of every expression would take far longer. */
const methodNames = new Set(
  declaringFiles
    .flatMap((path) => nodesOf(path, read(path)))
    .filter(ts.isInterfaceDeclaration)
    .flatMap(({ members }) => members.flatMap(({ name }) => name?.getText() ?? [])),
);

interface ClientCall {
  readonly file: string;
  readonly method: string;
}

/** Where files use methods of the client's lists, also without calling them. */
function clientCalls({ checker, files }: TypedSources): ClientCall[] {
  const methodAt = (node: ts.Node): string | undefined => {
    const name = ts.isPropertyAccessExpression(node)
      ? node.name
      : ts.isBindingElement(node)
        ? (node.propertyName ?? node.name)
        : undefined;
    if (!name || !methodNames.has(name.getText())) return undefined;
    const symbol = ts.isBindingElement(node)
      ? checker.getTypeAtLocation(node.parent).getProperty(name.getText())
      : checker.getSymbolAtLocation(name);
    const isDeclared = symbol?.declarations?.some(
      (declaration) =>
        ts.isInterfaceDeclaration(declaration.parent) &&
        declaringFiles.includes(declaration.getSourceFile().fileName.slice(root.length)),
    );
    return isDeclared === true ? symbol?.name : undefined;
  };
  const calls: ClientCall[] = [];
  const visit =
    (file: string) =>
    (node: ts.Node): void => {
      const method = methodAt(node);
      if (method !== undefined) calls.push({ file, method });
      ts.forEachChild(node, visit(file));
    };
  for (const source of files) visit(relative(root, source.fileName))(source);
  return calls;
}

describe("Requests for content", () => {
  let folder: TemporaryFolder;
  let calls: ClientCall[];
  before(function () {
    this.timeout(120_000);
    folder = temporaryFolder();
    const path = join(folder.path, "added.ts");
    writeFileSync(
      path,
      `import type { Service } from ${JSON.stringify(join(root, "src/model/schemas/catalogs.ts"))};
      export const read = ({ cms }: Service) => cms.collection("articles").findMany();
      export const readSingle = async ({ cms }: Service) => {
        const { find } = cms.single("homepage");
        return await find();
      };
      export const remove = ({ cms }: Service) => cms.users().delete({ id: 1 });`,
    );
    const { checker, files } = typedSources();
    const outsideClient = files.filter(
      ({ fileName }) => !relative(root, fileName).startsWith("src/client/"),
    );
    calls = [...clientCalls({ checker, files: outsideClient }), ...clientCalls(typedFiles([path]))];
  });
  after(() => folder.remove());

  const filesOf = (isWanted: (method: string) => boolean): string[] =>
    [...new Set(calls.filter(({ method }) => isWanted(method)).map(({ file }) => file))].sort();
  const added = (): string => relative(root, join(folder.path, "added.ts"));
  const isRead = (method: string): boolean => readMethods.has(method);

  it("requests for content are found where a method is called or only named", () => {
    const methods = calls.filter(({ file }) => file === added()).map(({ method }) => method);

    assert.deepEqual(methods.sort(), ["delete", "find", "findMany"]);
  });

  it("reading requests are sent by src/model/reading only", () => {
    const others = filesOf(isRead).filter((file) => !file.startsWith("src/model/reading/"));

    assert.deepEqual(others, [added()]);
  });

  it("writing requests are sent by the writers only", () => {
    const files = filesOf((method) => !isRead(method));

    assert.deepEqual(files, [added(), ...writers].sort());
  });
});
