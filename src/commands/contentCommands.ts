import type { CommandTable } from "../host/commands.ts";
import type { HasConnection, HasPlace, Models } from "./targets.ts";

/** Commands on the tree as a whole. */
export function contentCommands({ connections, content }: Models): CommandTable {
  return {
    "cms.content.refresh": (row?: Partial<HasConnection & HasPlace>) => {
      if (row?.place) content.refresh(row.place);
      else if (row?.connection) content.refresh({ connection: row.connection.id });
      else for (const { id } of connections.all) content.refresh({ connection: id });
    },

    "cms.content.retry": async ({
      place,
      parent,
    }: Partial<HasPlace> & { parent: { id: string } }) => {
      if (place) await content.listing(place).more();
      else content.refresh({ connection: parent.id });
    },
  };
}
