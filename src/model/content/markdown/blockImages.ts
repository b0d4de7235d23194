import { isArray, isObject, type Json, type JsonObject } from "../../foundation/json.ts";

/**
 * The properties of an image that Markdown holds; undefined if the block is not an image or has no
 * URL. Only the block says which file it is.
 */
export function imageIn({ type, image }: JsonObject) {
  if (type !== "image" || !image || !isObject(image)) return undefined;
  const { url, alternativeText } = image;
  const alt = alternativeText ?? "";
  return typeof url === "string" && typeof alt === "string" ? { url, alt } : undefined;
}

/** The images that a field held, taken by URL and alternative text. A copy gets the last match. */
export class BlockImages {
  readonly #remaining: JsonObject[];
  readonly #used: JsonObject[] = [];

  constructor(previousValue: Json) {
    this.#remaining = isArray(previousValue)
      ? previousValue.filter((block) => isObject(block))
      : [];
  }

  /** Undefined if the field held no such image. */
  take({ url, alt }: { url: string; alt: string }): JsonObject | undefined {
    const isSameImage = (block: JsonObject): boolean => {
      const image = imageIn(block);
      return image?.url === url && image.alt === alt;
    };
    const at = this.#remaining.findIndex(isSameImage);
    const [imageBlock] =
      at < 0 ? [this.#used.findLast(isSameImage)] : this.#remaining.splice(at, 1);
    if (imageBlock) this.#used.push(imageBlock);
    return imageBlock;
  }
}
