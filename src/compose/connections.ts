import { readMe, requestFile } from "../model/reading/serviceReader.ts";
import type * as vscode from "vscode";
import type { Log } from "../host/surfaces/logChannel.ts";
import { askAdminLogin } from "../host/adminSignIn.ts";
import { ConnectionSettings } from "../host/connectionSettings.ts";
import { followConnections } from "../host/contextKeys.ts";
import { requestLog } from "../host/log.ts";
import { followNetworkSettings, networkSettings } from "../host/networkSettings.ts";
import { ConnectionStorage } from "../host/store.ts";
import { UnlockedItem } from "../host/unlockedItem.ts";
import { Accounts } from "../model/connections/accounts.ts";
import { Admins } from "../model/connections/admins.ts";
import type { Connection } from "../model/connections/connection.ts";
import { Connections } from "../model/connections/connections.ts";
import { Locks } from "../model/connections/locks.ts";
import type { Owner } from "./own.ts";

/** Opens the connections: where they are stored, how each is reached, and their permissions. */
export function openConnections(context: vscode.ExtensionContext, log: Log, own: Owner) {
  const connectionSettings = own(new ConnectionSettings(log));
  const isWriteAllowed = ({ id }: Connection) => locks.isWriteAllowed(id);
  const clientOptions = {
    log: requestLog(log),
    network: networkSettings,
    isWriteAllowed,
    requestFile,
  };
  const store = own(new ConnectionStorage(context, connectionSettings));
  const connections = own(new Connections(store, clientOptions));
  const locks: Locks = own(new Locks(connections));
  const admins = own(new Admins({ connections, store, clientOptions, ask: askAdminLogin }));
  const accounts = own(new Accounts(connections, readMe));
  own(new UnlockedItem(connections, locks));
  own(followConnections(connections));
  own(followNetworkSettings(connections));
  return { connections, connectionSettings, locks, accounts, admins };
}
