import type { CommandTable } from "../host/commands.ts";
import { enter } from "../host/signIn.ts";
import type { Connections } from "../model/connections.ts";
import type { HasConnection, Targets } from "./targets.ts";

/** Commands on who is signed in as a user of the service. */
export function accountCommands(connections: Connections, targets: Targets): CommandTable {
  return {
    "cms.connection.signIn": async (row?: HasConnection) => {
      const connection = await targets.connection(row);
      await connections.setUser(connection, await enter(connections, connection));
    },

    "cms.connection.signOut": async (row?: HasConnection) => {
      await connections.setUser(await targets.connection(row));
    },
  };
}
