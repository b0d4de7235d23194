import type { AttributeSchema, CmsFile } from "../../../client/index.ts";
import { documentIdOf, attributeValuesIn } from "../../content/attributePlaces.ts";
import { mediaType } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray } from "../../foundation/json.ts";
import type { Catalog } from "../../schemas/catalog.ts";
import { mediaFileUid } from "../../schemas/mediaFileType.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import { textsIn } from "../../content/textMatch.ts";
import type {
  CheckedDocument,
  CheckedPage,
  CheckRule,
  RuleContext,
  RuleRun,
  RuleStep,
} from "../checkRule.ts";
import { HashedTexts } from "../../foundation/hash.ts";
import { filePathsOf } from "../../content/references.ts";

/**
 * Finds media files that no document uses, neither in a media attribute nor in a text. Runs only in
 * a check of a whole connection, with all types, and only if the token may read all of them. A file
 * is surely unused only if no content is hidden from every token.
 */
export const unusedFile: CheckRule<"unused-file"> = {
  code: "unused-file",
  defaultSeverity: "warning",
  needsPublished: true,
  create: (context) => {
    const { target } = context.scope;
    return target.kind === "connection" && !target.types ? new UnusedFiles(context) : {};
  },
};

class UnusedFiles implements RuleRun {
  readonly #context: RuleContext<"unused-file">;
  /** The documentIds and paths of files that documents use. */
  readonly #used = new HashedTexts();
  readonly #documentByType = new Map<string, Address>();

  constructor(context: RuleContext<"unused-file">) {
    this.#context = context;
  }

  readonly document = (
    { address, content, published = {} }: CheckedDocument,
    { service }: CheckedPage,
  ): void => {
    this.#documentByType.set(address.type, address);
    for (const version of [content, published]) this.#noteUses(version, service);
  };

  readonly end = async (): RuleStep => {
    const { report, lookups, scope, isComplete } = this.#context;
    const isKnown = isComplete();
    const connection = scope.connection.id;
    let isSure: boolean | undefined;
    for await (const [failure, files] of lookups.allFiles()) {
      if (failure) return failure;
      if (!isKnown) break;
      for (const { documentId, name, url } of files.filter((file) => !this.#isUsed(file))) {
        const address = { connection, type: mediaType, id: documentId };
        isSure ??= await this.#isSure(connection);
        const data = { url, isSure };
        report({ address, title: name, path: [], data, fixes: [{ code: "delete-file" }] });
      }
    }
    return undefined;
  };

  /** Whether all content that can use files was read. */
  async #isSure(connection: string): Promise<boolean> {
    const { lookups } = this.#context;
    const catalog = await lookups.catalogBehind(connection, this.#documentByType.values());
    return catalog !== undefined && !canHideFiles(catalog);
  }

  #noteUses(content: JsonObject, service: TypedService): void {
    for (const { attribute, path, value } of attributeValuesIn(content, service)) {
      if (attribute.type === "media") {
        for (const file of itemsIn(value)) this.#used.add(documentIdOf(file));
      } else if (!skipped.test(attribute.type)) {
        for (const { text } of textsIn(value, path)) this.#noteText(text);
      }
    }
  }

  #noteText(text: string): void {
    for (const [path] of text.matchAll(uploadPath)) {
      for (const filePath of filePathsOf(path)) this.#used.add(filePath);
    }
  }

  /** A file at another host is used if a text has the end of its URL. */
  #isUsed({ documentId, url }: Pick<CmsFile, "documentId" | "url">): boolean {
    return [documentId, `/uploads/${url.split("/").at(-1) ?? ""}`, url].some((key) =>
      this.#used.has(key),
    );
  }
}

/** Attributes that contain no text. Those inside components are checked by themselves. */
const skipped = /^(relation|component|dynamiczone)$/;

const uploadPath = /\/uploads\/[^\s"'<>()[\]\\?#]+/g;

const itemsIn = (value: Json): readonly Json[] =>
  (isArray(value) ? value : [value]).filter((item) => item !== null);

/**
 * Whether content that no check reads can use files: private attributes, types of plugins, and
 * hidden media files. A service that hides one attribute may hide others.
 */
const canHideFiles = ({ types, targets, components }: Catalog): boolean =>
  [...types.values()].some(({ attributes }) => hasHidden([...attributes.values()])) ||
  [...components.values()].some((attributes) => hasHidden([...attributes.values()])) ||
  [...targets.values()].some(
    ({ uid, attributes }) =>
      !uid.startsWith("api::") &&
      uid !== mediaFileUid &&
      [...attributes.values()].some(({ type }) => type === "media"),
  );

const hasHidden = (attributes: readonly AttributeSchema[]): boolean =>
  attributes.some(
    ({ type, private: isPrivate, visible }) =>
      visible === false ||
      (isPrivate === true &&
        /^(media|richtext|blocks|text|json|component|dynamiczone)$/.test(type)),
  );
