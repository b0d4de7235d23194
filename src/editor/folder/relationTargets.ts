import { join, sep } from "node:path";
import * as vscode from "vscode";
import {
  card,
  completionItem,
  documentLink,
  hover,
  type Plain,
} from "../../host/surfaces/editorTexts.ts";
import { valuesIn } from "../../model/content/attributePositions.ts";
import { ContentFolder, placeIn, unitsOf } from "../../model/folder/contentFolder.ts";
import { typeFolder } from "../../model/folder/fileNames.ts";
import { isObject, textIn } from "../../model/foundation/json.ts";
import type { Catalog, TypeInCatalog } from "../../model/schemas/catalog.ts";
import { typeHeading } from "../../texts/shared/headings.ts";
import { referenceFieldAtPath } from "../edit/relationField.ts";
import { filling, inOrder } from "../edit/valueCompletionProvider.ts";
import { JsonLocations, rangeOf } from "../shared/jsonLocations.ts";

/*
 * The files of a folder with pulled content. A relation there is the path of its target, such as
 * `tags/winter`. Everything comes from the folder itself, without a request.
 */

/** A file with its content type, which has the attributes of the file. */
interface PulledFile extends TypeInCatalog {
  readonly folder: ContentFolder;
  readonly locale: string | undefined;
}

/** Undefined if the folder has no such content type. */
async function pulledFile({ uri }: vscode.TextDocument): Promise<PulledFile | undefined> {
  const [, folder] = await ContentFolder.open(join(uri.fsPath, "../.."), { asksGit: false });
  const [, catalog] = (await folder?.schema()) ?? [];
  const path = uri.fsPath.split(sep).slice(-2).join("/");
  const type = catalog && typeAt(path, catalog);
  if (!folder || !catalog || !type) return undefined;
  const { locale } = placeIn(path);
  const unit = unitsOf(type, [locale]).find((candidate) => candidate.locale === locale);
  return unit && { folder, locale, catalog, type: { ...type, attributes: unit.attributes } };
}

/** Links each relation to the file of its target. */
export async function targetLinks(
  document: vscode.TextDocument,
): Promise<Plain<vscode.DocumentLink>[]> {
  const file = await pulledFile(document);
  if (!file) return [];
  const links = relationsIn(document, file).map(async ({ name, range }) => {
    const path = await targetPath(file, name);
    return path === undefined
      ? []
      : documentLink(range, name, vscode.Uri.file(join(file.folder.root, path)));
  });
  return (await Promise.all(links)).flat();
}

/** Shows the title and the content type of a relation's target. */
export async function targetHover(document: vscode.TextDocument, position: vscode.Position) {
  const file = await pulledFile(document);
  const relations = file ? relationsIn(document, file) : [];
  const relation = relations.find(({ range }) => range.contains(position));
  if (!file || !relation) return undefined;
  const path = await targetPath(file, relation.name);
  if (path === undefined) return undefined;
  const [, content] = await file.folder.read(path);
  const type = typeAt(path, file.catalog);
  const title = textIn(content ?? {}, type?.titleField ?? "") || relation.name;
  return hover(card(undefined, title, [`${typeHeading(type)} · ${path}`]), relation.range);
}

/** Offers the targets of a relation by the names of their files. */
export async function targetCompletion(document: vscode.TextDocument, position: vscode.Position) {
  const file = await pulledFile(document);
  const [text, offset] = [document.getText(), document.offsetAt(position)];
  const field = file && referenceFieldAtPath(text, offset, file, "relation");
  const type = field && file.catalog.targets.get(field.attribute.target ?? "");
  if (!type) return undefined;
  const names = new Set((await file.folder.paths(type)).map(nameOf));
  const quote = text.startsWith('"', field.word.offset) ? '"' : "";
  const items = [...names].map((name, at) =>
    completionItem({
      label: name,
      kind: vscode.CompletionItemKind.Reference,
      ...filling(document, field, name),
      ...inOrder(at),
      filterText: quote + name,
    }),
  );
  return { items, isIncomplete: false };
}

/** Such as `tags/winter` for the file `tags/winter.en.json`. */
function nameOf(path: string): string {
  const { type, name } = placeIn(path);
  return `${type}/${name}`;
}

/** Such as `tags/winter`, and where a file has it. */
interface WrittenRelation {
  readonly name: string;
  readonly range: vscode.Range;
}

function relationsIn(document: vscode.TextDocument, file: PulledFile): WrittenRelation[] {
  const text = document.getText();
  if (document.uri.path.endsWith(".md")) {
    // In front matter, every path of a file in the folder is a relation.
    const frontMatter = text.slice(0, text.indexOf("\n---"));
    return [...frontMatter.matchAll(/(?<![\w/-])[a-z\d-]+\/[a-z\d-]+(?![\w/-])/g)].map(
      ({ 0: name, index: offset }) => ({
        name,
        range: rangeOf(document, { offset, length: name.length }),
      }),
    );
  }
  const locations = new JsonLocations(text);
  const content = locations.value([]);
  const values = isObject(content)
    ? valuesIn(content, ({ type }) => type === "relation", file)
    : [];
  return values.flatMap(({ path, value }) => {
    if (typeof value !== "string") return [];
    const { offset, length } = locations.stretch(path);
    return { name: value, range: rangeOf(document, { offset: offset + 1, length: length - 2 }) };
  });
}

/** The target's file in the locale of the file, or another one; undefined if there is none. */
async function targetPath({ folder, catalog, locale }: PulledFile, name: string) {
  const type = typeAt(name, catalog);
  const paths = type ? (await folder.paths(type)).filter((path) => nameOf(path) === name) : [];
  return paths.find((path) => placeIn(path).locale === locale) ?? paths[0];
}

/** The content type in whose folder a path is. */
const typeAt = (path: string, { types }: Catalog) =>
  [...types.values()].find(({ name }) => path.startsWith(`${typeFolder(name)}/`));
