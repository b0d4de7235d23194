import { apiUrlOf } from "../connect/connection.ts";
import type { Connections } from "../connect/connections.ts";
import type { ContentType } from "../schemas/catalog.ts";
import type { Catalogs } from "../schemas/catalogs.ts";

export interface UrlLookup {
  readonly connections: Pick<Connections, "all">;
  readonly catalogs: Pick<Catalogs, "remembered">;
}

/** The content type of a URL, from the service or its project; undefined if neither has one. */
export function typeAt({ connections, catalogs }: UrlLookup, url: string): ContentType | undefined {
  for (const connection of connections.all) {
    const api = `${apiUrlOf(connection)}/`;
    const catalog = url.startsWith(api) ? catalogs.remembered(connection.id) : undefined;
    const [name = ""] = url.slice(api.length).split(/[/?]/, 1);
    const type = catalog?.types.get(name);
    // The name of an inferred type is our own.
    if (type && catalog?.source !== "inferred") return type;
  }
  return undefined;
}

/** The path of a call below its content API, such as `articles/md226`; undefined if unknown. */
export function routeAt({ connections }: Pick<UrlLookup, "connections">, url: string) {
  const apis = connections.all.map((connection) => `${apiUrlOf(connection)}/`);
  const api = apis.find((apiUrl) => url.startsWith(apiUrl));
  return api === undefined ? undefined : url.slice(api.length).replace(/[?#].*/s, "");
}
