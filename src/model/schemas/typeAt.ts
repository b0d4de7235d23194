import { apiUrlOf } from "../connections/connection.ts";
import type { Connections } from "../connections/connections.ts";
import type { ContentType } from "./catalog.ts";
import type { Catalogs } from "./catalogs.ts";

interface UrlLookup {
  readonly connections: Pick<Connections, "all">;
  readonly catalogs: Pick<Catalogs, "remembered">;
}

/** The type whose content a URL is of, as a service or its project has said it; undefined where none has. */
export function typeAt({ connections, catalogs }: UrlLookup, url: string): ContentType | undefined {
  for (const connection of connections.all) {
    const api = `${apiUrlOf(connection)}/`;
    const catalog = url.startsWith(api) ? catalogs.remembered(connection.id) : undefined;
    const [name = ""] = url.slice(api.length).split(/[/?]/, 1);
    const type = catalog?.types.get(name);
    // What is inferred from documents has a name that we made up.
    if (type && catalog?.source !== "inferred") return type;
  }
  return undefined;
}

/** The route of a call below the content API of its connection, such as `articles/md226`; undefined where it has none. */
export function routeAt({ connections }: Pick<UrlLookup, "connections">, url: string) {
  const apis = connections.all.map((connection) => `${apiUrlOf(connection)}/`);
  const api = apis.find((one) => url.startsWith(one));
  return api === undefined ? undefined : url.slice(api.length).replace(/[?#].*$/s, "");
}
