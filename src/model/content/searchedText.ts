import type { JsonObject } from "../foundation/json.ts";
import { serviceOwned } from "../schemas/catalog.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { maxFieldsPerRequest } from "./requestShape.ts";
import { findText } from "./textMatch.ts";
import { textPathsOf, type TextPath } from "./textPaths.ts";

/**
 * The text that a list query searches for, to check what the service returns. Its search takes `_`
 * for any character, and also finds ids and fields that can't be read.
 */
export class SearchedText {
  readonly #text: string | undefined;
  readonly #paths: readonly TextPath[] | undefined;

  /** Without paths, all values of a row are checked. */
  constructor(text: string | undefined, paths?: readonly TextPath[]) {
    this.#text = text;
    this.#paths = paths;
  }

  /** The search of documents, in the own texts and numbers of their type. */
  static ofType(
    text: string | undefined,
    { type, catalog }: Pick<TypedService, "type" | "catalog">,
  ): SearchedText {
    const hasPaths = text !== undefined && catalog.source !== "inferred";
    return new SearchedText(text, hasPaths ? textPathsOf({ type, catalog }).own : undefined);
  }

  get isEmpty(): boolean {
    return this.#text === undefined;
  }

  /** The attributes that a row needs for the check. */
  get names(): readonly string[] {
    return this.#text === undefined ? [] : (this.#paths ?? []).flat();
  }

  /** The fields to request with others; undefined for all fields, if a list can't name them. */
  fieldsWith(otherFields: readonly string[]): readonly string[] | undefined {
    if (this.#text === undefined) return otherFields;
    const fields = [...new Set([...otherFields, ...this.names])];
    return this.#paths && fields.length <= maxFieldsPerRequest ? fields : undefined;
  }

  /** Whether a row contains the text, in upper or lower case. Without a search, each row does. */
  isIn(row: JsonObject): boolean {
    if (this.#text === undefined) return true;
    const ownNames = Object.keys(row).filter((name) => !serviceOwned.has(name));
    const paths = this.#paths ?? ownNames.map((name) => [name]);
    return findText(row, paths, this.#text) !== undefined;
  }
}
