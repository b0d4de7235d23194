import type { CallOptions, CmsFile } from "../../../client/index.ts";
import type { Connections } from "../../connections/connections.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed, refused } from "../../foundation/outcome.ts";
import type { DocumentFailure } from "../documentFailure.ts";

/**
 * The largest picture that is fetched, in bytes: a hover shows no more than 100,000 characters, and
 * four of them carry three bytes.
 */
const maxBytes = 70_000;

/** How many pictures are kept. */
const maxKept = 50;

/** What an editor can show; an SVG in an image runs no script. */
const shown = /^image\/(png|jpeg|gif|webp|avif|svg\+xml)$/;

/** The pictures of files, small enough to be shown beside a text. */
export class Pictures {
  readonly #connections: Connections;
  readonly #cache = new Map<string, string>();

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /**
   * A URL that shows a file, undefined for what is no picture: the bytes themselves, of one that lies
   * at the service. One that lies elsewhere is not fetched: neither the token nor a request of ours goes
   * where a service's answer points to. Its own URL is given, if it is https, for the editor to load.
   */
  async of(
    connection: string,
    file: CmsFile,
    options: CallOptions = {},
  ): Promise<Outcome<string | undefined, DocumentFailure>> {
    const { url: service } = this.#connections.get(connection) ?? {};
    const url = urlOfSmall(file);
    if (url === undefined || service === undefined) return done(undefined);
    if (!isOwn(url, service)) return done(url.startsWith("https://") ? url : undefined);
    const key = `${connection} ${url} ${file.updatedAt}`;
    const known = this.#cache.get(key);
    return known === undefined ? this.#fetch(connection, { url, key }, options) : done(known);
  }

  async #fetch(
    connection: string,
    { url, key }: { readonly url: string; readonly key: string },
    options: CallOptions,
  ): Promise<Outcome<string | undefined, DocumentFailure>> {
    const [failure, cms] = await this.#connections.reach(connection);
    if (failure) return failed(failure);
    const [error, content] = await cms.upload().content({ url, maxBytes: maxBytes, ...options });
    if (error) return refused(error);
    const picture = toDataUrl(content.bytes, content.type);
    if (picture !== undefined) this.#keep(key, picture);
    return done(picture);
  }

  /** The oldest of many goes. */
  #keep(key: string, picture: string): void {
    const [oldest] = this.#cache.keys();
    if (this.#cache.size >= maxKept && oldest !== undefined) this.#cache.delete(oldest);
    this.#cache.set(key, picture);
  }
}

/** Where the version of a picture lies that is small enough to be shown: a thumbnail before all others. */
function urlOfSmall({ url, mime, size, formats }: CmsFile): string | undefined {
  const { thumbnail, ...others } = formats ?? {};
  const byWidth = Object.values(others).toSorted((one, other) => one.width - other.width);
  const versions = [...(thumbnail ? [thumbnail] : []), ...byWidth, { url, mime, size }];
  return versions.find((one) => shown.test(one.mime) && one.size * 1_000 <= maxBytes)?.url;
}

/** Whether a file is on the origin of its service. */
export const isOwn = (url: string, service: string): boolean =>
  URL.canParse(url, service) && new URL(url, service).origin === new URL(service).origin;

function toDataUrl(bytes: Uint8Array, type = ""): string | undefined {
  if (!shown.test(type)) return undefined;
  return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
}
