import type { Connections } from "../connections/connections.ts";
import type { ContentType } from "./catalog.ts";
import type { Catalogs } from "./catalogs.ts";

interface Looking {
  readonly connections: Pick<Connections, "all">;
  readonly catalogs: Pick<Catalogs, "remembered">;
}

/** The type whose content a URL is of, as a service or its project has said it; undefined where none has. */
export function typeAt({ connections, catalogs }: Looking, url: string): ContentType | undefined {
  for (const { id, url: service } of connections.all) {
    const api = `${service}/api/`;
    const catalog = url.startsWith(api) ? catalogs.remembered(id) : undefined;
    const [name = ""] = url.slice(api.length).split(/[/?]/, 1);
    const type = catalog?.types.get(name);
    // What is inferred from documents has a name that we made up.
    if (type && catalog?.source !== "inferred") return type;
  }
  return undefined;
}
