import { fromText, toText, type TextFailure } from "../content/documentText.ts";
import { omit, ownIn, type JsonObject, type JsonPath } from "../foundation/json.ts";
import { positionOfPath, type TextPosition } from "../foundation/jsonText.ts";
import { mapOutcome, type Outcome } from "../foundation/outcome.ts";
import { isShared, type ContentType } from "../schemas/catalog.ts";
import { editorSchemaName, typeFolder } from "./fileNames.ts";
import type { FolderSettings, MarkdownFiles } from "./folderSettings.ts";
import type { MarkdownFailure } from "../runs/bulkFailure.ts";

/*
 * The files of a type are JSON, or Markdown with front matter if one of its fields is their text.
 * That follows from the type and the settings, never from a value, so that a file keeps its name. The
 * rest of the code has contents only. YAML is loaded with the first Markdown file.
 */

export type FormatFailure = TextFailure | MarkdownFailure;

const loadMarkdown = () => import("./markdownFile.ts");

export const isMarkdown = (path: string): boolean => path.endsWith(".md");

/** Such as README.md, AGENTS.md, _notes.md and .lint.json: for people and tools. */
const otherFile = /^(?:[._]|[A-Z][A-Z\d_-]*\.)/;

export const isContentFile = (name: string, markdown: MarkdownFiles | undefined): boolean =>
  !otherFile.test(name) && (name.endsWith(".json") || (markdown !== undefined && isMarkdown(name)));

/** The ending of a file that has a locale, or that has none. */
export const endingOf = (
  locale: string | undefined,
  { files }: Pick<MarkdownFiles, "files"> = { files: "none" },
): string => (files === (locale === undefined ? "shared" : "localized") ? ".md" : ".json");

/** Where the same content is if the format of the type was another one. */
export const inOtherFormat = (path: string): string =>
  isMarkdown(path) ? path.replace(/\.md$/, ".json") : path.replace(/\.json$/, ".md");

/** Names the JSON schema of a JSON file, so that every editor finds it. It is not content. */
const schemaKey = "$schema";

function editorSchemaOf(path: string): string {
  const [type = "", file = ""] = path.split("/");
  const [, locale] = /^[^.]+\.(.+)\.json$/.exec(file) ?? [];
  return `../.cms/schema/${editorSchemaName(type, locale)}`;
}

/** The content in the text of a file. */
export async function contentInFile(
  text: string,
  path: string,
  markdown: MarkdownFiles | undefined,
): Promise<Outcome<JsonObject, FormatFailure>> {
  if (!markdown || !isMarkdown(path))
    return mapOutcome(fromText(text), (content) => omit(content, [schemaKey]));
  return (await loadMarkdown()).contentOfMarkdown(text, markdown.field);
}

/** Where a value is in the text of a file; the start if it isn't there. */
export async function positionIn(
  text: string,
  path: string,
  markdown: MarkdownFiles | undefined,
  valuePath: JsonPath,
): Promise<TextPosition> {
  if (!markdown || !isMarkdown(path)) return positionOfPath(text, valuePath);
  return (await loadMarkdown()).positionInMarkdown(text, valuePath, markdown.field);
}

/** The text of a file with a content. Keeps what users wrote beside the content in an earlier text. */
export async function fileTextOf(
  content: JsonObject,
  path: string,
  markdown: MarkdownFiles | undefined,
  earlier?: string,
): Promise<string> {
  if (!markdown || !isMarkdown(path))
    return toText({ [schemaKey]: editorSchemaOf(path), ...content });
  return (await loadMarkdown()).toMarkdownFile(content, markdown.field, earlier);
}

/** Which files of a type are Markdown by the settings; undefined if none are. */
function chosenMarkdown(
  type: ContentType,
  { body }: Pick<FolderSettings, "body">,
): MarkdownFiles | undefined {
  const [richText, ...otherTexts] = [...type.attributes].flatMap(([name, attribute]) =>
    attribute.type === "richtext" ? name : [],
  );
  const named = ownIn(body, type.uid);
  const field = named === undefined && otherTexts.length === 0 ? richText : (named ?? undefined);
  const attribute = field === undefined ? undefined : type.attributes.get(field);
  if (field === undefined || !attribute || !/^(?:rich)?text$/.test(attribute.type))
    return undefined;
  const isInShared = !type.localized || isShared(attribute, type);
  return { field, files: isInShared ? "shared" : "localized" };
}

/**
 * The settings once some types are pulled. The text of a Markdown file doesn't say which field it is.
 * So a type whose files have the text of another field gets JSON files first, and Markdown with the
 * pull after that.
 *
 * @param hasMarkdown Whether a type has a Markdown file.
 */
export async function withFormats(
  settings: FolderSettings,
  types: readonly ContentType[],
  hasMarkdown: (type: ContentType) => Promise<boolean>,
): Promise<FolderSettings> {
  const formats = new Map(Object.entries(settings.markdown ?? {}));
  for (const type of types) {
    const key = typeFolder(type.name);
    const earlier = formats.get(key);
    const chosen = chosenMarkdown(type, settings);
    if (earlier && earlier.field !== chosen?.field && (await hasMarkdown(type)))
      formats.set(key, { ...earlier, files: "none" });
    else if (chosen) formats.set(key, chosen);
    else formats.delete(key);
  }
  const { markdown: _, ...others } = settings;
  if (formats.size === 0) return others;
  const sorted = [...formats].sort(([name], [other]) => (name < other ? -1 : 1));
  return { ...others, markdown: Object.fromEntries(sorted) };
}
