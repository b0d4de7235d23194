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
import { ContentFolder, unitsOf } from "../../model/folder/contentFolder.ts";
import { typeFolder } from "../../model/folder/fileNames.ts";
import { isObject, textIn, type Json } from "../../model/foundation/json.ts";
import { isList, withTargetType, type TypeInCatalog } from "../../model/schemas/catalog.ts";
import { typeHeading } from "../../texts/shared/headings.ts";
import { attributeAtOffset, referenceFieldAtPath } from "../edit/relationField.ts";
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
  const [, folder] = await ContentFolder.open(join(uri.fsPath, "../.."));
  const [, catalog] = (await folder?.schema()) ?? [];
  const [typePath, name = ""] = uri.fsPath.split(sep).slice(-2);
  const types = [...(catalog?.types.values() ?? [])];
  const type = types.find((candidate) => typeFolder(candidate.name) === typePath);
  if (!folder || !catalog || !type) return undefined;
  const [, code] = /^[^.]+\.(.+)\.json$/.exec(name) ?? [];
  const locale = code === undefined ? undefined : decodeURIComponent(code);
  const unit = unitsOf(type, [locale]).find((candidate) => candidate.locale === locale);
  return unit && { folder, locale, catalog, type: { ...type, attributes: unit.attributes } };
}

/** Links each relation to the file of its target. */
export async function targetLinks(
  document: vscode.TextDocument,
): Promise<Plain<vscode.DocumentLink>[]> {
  const file = await pulledFile(document);
  const locations = new JsonLocations(document.getText());
  const content = locations.value([]);
  if (!file || !isObject(content)) return [];
  const relations = valuesIn(content, ({ type }) => type === "relation", file);
  const links = relations.map(async ({ path, value }) => {
    const target = await targetFile(file, value);
    if (!target) return [];
    const { offset, length } = locations.stretch(path);
    const range = rangeOf(document, { offset: offset + 1, length: length - 2 });
    return documentLink(range, target.name, vscode.Uri.file(join(file.folder.root, target.path)));
  });
  return (await Promise.all(links)).flat();
}

/** Shows the title and the content type of a relation's target. */
export async function targetHover(document: vscode.TextDocument, position: vscode.Position) {
  const file = await pulledFile(document);
  const [text, offset] = [document.getText(), document.offsetAt(position)];
  const locations = new JsonLocations(text);
  const location = file && attributeAtOffset(text, offset, file, locations);
  if (!file || location?.attribute.type !== "relation") return undefined;
  const index = isList(location.attribute) ? location.subpath.slice(0, 1) : [];
  const path = [...location.path, ...index];
  const value = locations.value(path) ?? null;
  const target = await targetFile(file, value);
  const [, content] = (target && (await file.folder.read(target.path))) ?? [];
  if (!target || !content) return undefined;
  const type = file.catalog.targets.get(withTargetType(location.attribute, value).target ?? "");
  const title = textIn(content, type?.titleField ?? "") || target.name;
  const heading = `${typeHeading(type)} · ${target.path}`;
  return hover(card(undefined, title, [heading]), rangeOf(document, locations.stretch(path)));
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

/** Such as `tags/winter` for the file `tags/winter.en.json`. A name has no dot. */
const nameOf = (path: string): string => path.slice(0, path.indexOf("."));

/** The target's file in the locale of the file, or another one; undefined if there is none. */
async function targetFile({ folder, locale }: PulledFile, value: Json) {
  const name = typeof value === "string" ? value : "";
  const [type = ""] = name.split("/");
  const paths = (await folder.paths({ name: type })).filter((path) => nameOf(path) === name);
  const path = paths.find((other) => other.startsWith(`${name}.${locale}.`)) ?? paths[0];
  return path === undefined ? undefined : { name, path };
}
