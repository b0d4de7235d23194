import type { Connections } from "../connect/connections.ts";
import { asJson, isObject, objectsIn, textIn, valueIn } from "../foundation/json.ts";
import type { Json, JsonObject } from "../foundation/json.ts";
import { done, failed } from "../foundation/outcome.ts";
import { readFileContent } from "../reading/fileReader.ts";
import type { ReadOptions, ReadResult } from "../reading/readOptions.ts";

/** In bytes: a hover shows at most 100,000 characters, and Base64 takes four for three bytes. */
const maxBytes = 70_000;

const maxPictures = 50;

/** The media types that VS Code can show. An SVG in an image runs no script. */
const displayableTypes = /^image\/(png|jpeg|gif|webp|avif|svg\+xml)$/;

/**
 * The pictures of files, small enough to be shown beside a text. A file may be as a project's own
 * route returns it, so nothing in it is certain.
 */
export class Pictures {
  readonly #connections: Connections;
  readonly #cache = new Map<string, string>();

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /**
   * The URL to show a file; undefined if the file is not a picture. A picture on the service's
   * origin is fetched and returned as a data URL. A picture elsewhere is not fetched: neither the
   * token nor a request goes to a URL in a service's response. Its own URL is returned for VS Code
   * to load, if it is https.
   */
  async of(
    connection: string,
    file: object,
    options: ReadOptions = {},
  ): ReadResult<string | undefined> {
    const { url: service } = this.#connections.get(connection) ?? {};
    const url = urlOfSmall(asJson(file));
    if (url === undefined || service === undefined) return done(undefined);
    if (!isOwn(url, service)) return done(url.startsWith("https://") ? url : undefined);
    const key = `${connection} ${url} ${textIn(asJson(file), "updatedAt")}`;
    const cachedPicture = this.#cache.get(key);
    if (cachedPicture !== undefined) return done(cachedPicture);
    const [failure, cms] = await this.#connections.reach(connection);
    if (failure) return failed(failure);
    const [error, content] = await readFileContent({ cms }, { url, maxBytes }, options);
    if (error) return failed(error);
    const { bytes, type = "" } = content;
    if (!displayableTypes.test(type)) return done(undefined);
    const picture = `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
    const [oldest] = this.#cache.keys();
    if (this.#cache.size >= maxPictures && oldest !== undefined) this.#cache.delete(oldest);
    this.#cache.set(key, picture);
    return done(picture);
  }

  /** The data URL of a file on the service's origin; undefined for others and after a failure. */
  async inlined(
    connection: string,
    file: object,
    options: ReadOptions = {},
  ): Promise<string | undefined> {
    const { url = "" } = this.#connections.get(connection) ?? {};
    const smallUrl = urlOfSmall(asJson(file));
    if (smallUrl === undefined || !isOwn(smallUrl, url)) return undefined;
    const [, picture] = await this.of(connection, file, options);
    return picture ?? undefined;
  }
}

/** The URL of a version that is small enough to be shown. A thumbnail is preferred. */
function urlOfSmall(file: JsonObject): string | undefined {
  const formats = objectOf(valueIn(file, "formats"));
  const numberIn = (version: JsonObject, key: string) => Number(valueIn(version, key) ?? Infinity);
  const versions = [
    objectOf(valueIn(formats, "thumbnail")),
    ...objectsIn(Object.values(formats)).toSorted(
      (a, b) => numberIn(a, "width") - numberIn(b, "width"),
    ),
    file,
  ];
  const small = versions.find(
    (version) =>
      displayableTypes.test(textIn(version, "mime")) &&
      numberIn(version, "size") * 1_000 <= maxBytes,
  );
  return small && (textIn(small, "url") || undefined);
}

const objectOf = (value: Json): JsonObject => (isObject(value) ? value : {});

export const isOwn = (url: string, service: string): boolean =>
  URL.canParse(url, service) && new URL(url, service).origin === new URL(service).origin;
