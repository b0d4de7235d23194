import type { AttributeSchema } from "../../client/index.ts";
import { keyTextOf, isArray, isObject, ownIn, pick, textIn, valueIn } from "../foundation/json.ts";
import { hashOf } from "../foundation/hash.ts";
import { jsonKey, storedBy } from "../content/equality.ts";
import { singleId } from "../foundation/address.ts";
import type { ReferenceFields } from "../content/requestShape.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { isList, isPolymorphic, withTargetType, attributesOf } from "../schemas/catalog.ts";
import type { Attributes, TypeInCatalog } from "../schemas/catalog.ts";
import { isEncodedAgain } from "../media/fileMatching.ts";
import { isCode, ownImageFields, type LinkedFiles } from "../media/linkedFiles.ts";

/** What converts documents. The schema has only the attributes that both services have. */
export interface PortableContext extends TypeInCatalog {
  /** The service's files to which links lead. Links that were not looked up stay unchanged. */
  readonly links: Pick<LinkedFiles, "at" | "replace">;
  /** The attribute that identifies the documents of a type on both services, by uid. */
  readonly keys: ReadonlyMap<string, string>;
  /** An id that a document without a key has on both services, if these are known to be the same. */
  readonly neutralId: (type: string, documentId: string) => string;
  /** An id that a media file has on both services; undefined if nothing is known of the file. */
  readonly neutralFile: (documentId: string) => string | undefined;
  /** The names and documentIds of files that differ from every file of the other service. */
  readonly uploadAgain?: ReadonlySet<string> | undefined;
}

/**
 * How relations name their targets, and how media and links name their files: by what both services
 * have in common, such as the natural key, or by the documentId. Two services that were copied have
 * the same documentIds, even where a key or the name of a file was changed.
 */
type Naming = "key" | "id";

/** Whether values of an attribute can differ by name and be equal by documentId. */
export const canRefer = (attribute: AttributeSchema | undefined): boolean =>
  attribute !== undefined && referringTypes.test(attribute.type);

const referringTypes = /^(relation|media|component|dynamiczone|blocks|json|richtext|text|string)$/;

/**
 * Converts documents of one service to a form that is equal on two services if the content is. It
 * has the attributes that both services have, in the order of the source. Nothing in it belongs to
 * one service: no documentId, row id, time or URL.
 */
export class PortableForm {
  readonly #context: PortableContext;

  constructor(context: PortableContext) {
    this.#context = context;
  }

  /** Converts a row of the service. An attribute that the row lacks is absent, too. */
  of(row: JsonObject, naming: Naming = "key"): JsonObject {
    return this.#fields(row, this.#context.type.attributes, naming);
  }

  #fields(from: JsonObject, attributes: Attributes, naming: Naming): JsonObject {
    const fields = new Map<string, Json>();
    for (const [name, attribute] of attributes) {
      const value = ownIn(from, name);
      if (value !== undefined) fields.set(name, this.#value(attribute, value, naming));
    }
    return Object.fromEntries(fields);
  }

  #value(attribute: AttributeSchema, value: Json, naming: Naming): Json {
    switch (attribute.type) {
      case "relation":
        return this.#each(attribute, value, (item) => this.#target(attribute, item, naming));
      case "media":
        return this.#each(attribute, value, (item) => this.#file(item, naming));
      case "component":
      case "dynamiczone":
        return this.#each(attribute, value, (item) => {
          const attributes = attributesOf(attribute, item, this.#context.catalog) ?? new Map();
          return { ...pick(item, ["__component"]), ...this.#fields(item, attributes, naming) };
        });
      case "blocks":
        return this.#texts(value, { isBlocks: true, naming });
      case "json":
        return this.#texts(value, { isBlocks: false, naming });
      default:
        // SQLite loses digits of a big integer. If these counted, a copy back to another database
        // would lose them.
        return storedBy(
          "sqlite",
          attribute,
          typeof value === "string" ? this.#withFileNames(value, naming) : value,
        );
    }
  }

  /** An absent list is an empty one. */
  #each(attribute: AttributeSchema, value: Json, convert: (item: JsonObject) => Json): Json {
    const item = (given: Json) => (isObject(given) ? convert(given) : given);
    if (isArray(value)) return value.map(item);
    return isList(attribute) ? [] : item(value);
  }

  #target(attribute: AttributeSchema, item: JsonObject, naming: Naming): JsonObject {
    const { keys, neutralId, catalog } = this.#context;
    const { target = "" } = withTargetType(attribute, item);
    const type = pick(item, isPolymorphic(attribute) ? ["__type"] : []);
    // Each service has only one document of a single type.
    if (catalog.targets.get(target)?.kind === "single") return { ...type, documentId: singleId };
    const key = keys.get(target);
    const value = key === undefined ? undefined : ownIn(item, key);
    if (naming === "key" && key !== undefined && keyTextOf(value) !== undefined)
      return { ...type, [key]: value ?? null };
    return { ...type, documentId: neutralId(target, textIn(item, "documentId")) };
  }

  #file(item: JsonObject, naming: Naming): JsonObject {
    const documentId = textIn(item, "documentId");
    if (this.#isUploadedAgain(textIn(item, "name"), documentId)) return { new: documentId };
    const id = naming === "id" ? this.#context.neutralFile(documentId) : undefined;
    return id === undefined ? mediaOf(item) : { documentId: id };
  }

  #isUploadedAgain(name: string, documentId: string): boolean {
    const { uploadAgain } = this.#context;
    return uploadAgain !== undefined && (uploadAgain.has(name) || uploadAgain.has(documentId));
  }

  /** The picture of a text has its own name, alternative text and caption. */
  #image(image: JsonObject, naming: Naming): JsonObject {
    const url = this.#withFileNames(textIn(image, "url"), naming);
    const ownFields = pickFilled(image, ownImageFields);
    return url.includes(idLink) ? { url, ...ownFields } : { url, ...mediaOf(image), ...ownFields };
  }

  #withFileNames(text: string, naming: Naming): string {
    const { links, neutralFile } = this.#context;
    return links.replace(text, ({ path }) => {
      const linked = links.at(path);
      if (!linked) return undefined;
      const { documentId, name, ext, width, height, size } = linked.file;
      if (this.#isUploadedAgain(name, documentId)) return `${idLink}new#${documentId}`;
      const id = naming === "id" ? neutralFile(documentId) : undefined;
      if (id !== undefined) return `${idLink}${id}#${linked.format ?? ""}`;
      // By the file's name and what tells namesakes apart. Paths have random digits.
      const isSized = isEncodedAgain(ext) && width !== null && height !== null;
      const prefix = linked.format === undefined ? "" : `${linked.format}_`;
      return `/uploads/${prefix}${name}#${isSized ? `${width}x${height}` : `${size}KB`}`;
    });
  }

  /** Sorts the keys, because some databases don't keep their order. */
  #texts(value: Json, as: { readonly isBlocks: boolean; readonly naming?: Naming }): Json {
    const { naming, isBlocks } = as;
    if (typeof value === "string") return naming ? this.#withFileNames(value, naming) : value;
    if (isArray(value)) return value.map((item) => this.#texts(item, as));
    if (!isObject(value)) return value;
    // Code contains no links.
    const inside = isCode(value) ? { isBlocks } : as;
    const isImage = isBlocks && value["type"] === "image";
    return Object.fromEntries(
      Object.keys(value)
        .sort()
        .map((name) => {
          const inner = valueIn(value, name);
          const isFile = naming && isImage && name === "image" && isObject(inner);
          return [name, isFile ? this.#image(inner, naming) : this.#texts(inner, inside)];
        }),
    );
  }
}

/** How the link to a file starts that is named by its documentId. */
const idLink = "/uploads/#";

export const portableReferences = (keys: ReadonlyMap<string, string>): ReferenceFields => ({
  media: [...mediaFields, "size"],
  relation: ({ target = "" }) => [keys.get(target) ?? "documentId"],
});

/** Not the alternative text and the caption: they belong to the file, which a copy doesn't change. */
const mediaFields = ["name", "ext", "width", "height"];

/** A file by what two services have in common. Ids, hashes and URLs always differ. */
const mediaOf = (file: JsonObject): JsonObject =>
  pickFilled(file, isEncodedAgain(textIn(file, "ext")) ? mediaFields : [...mediaFields, "size"]);

/** Some fields of an object. An empty text is the same as none. */
const pickFilled = (from: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(
    names.map((name) => [name, ownIn(from, name) === "" ? null : valueIn(from, name)]),
  );

/**
 * A hash of a value in portable form as an integer of 53 bits. The order of keys doesn't count.
 * Both services and both directions of a comparison get the same digest.
 */
export const digestOf = (value: Json): number => hashOf(jsonKey(value));
