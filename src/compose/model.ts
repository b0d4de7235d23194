import type * as vscode from "vscode";
import type { ServiceContext } from "../commands/shared/commandContexts.ts";
import type { Log } from "../host/surfaces/logChannel.ts";
import { CheckSettingsFile } from "../host/check/checkSettingsFile.ts";
import { FailureNotifications } from "../host/failures/failureNotifications.ts";
import { StoredFiles } from "../model/foundation/textStore.ts";
import { CollectionState, RecentFilters } from "../host/browse/collectionState.ts";
import { WorkspaceProjectFiles } from "../host/schemas/workspaceProjectFiles.ts";
import { pageSize } from "../host/browse/listSettings.ts";
import { SignIns, askAdminLogin } from "../host/connect/signIns.ts";
import { nameTypesBy } from "../texts/shared/permissionNames.ts";
import { PairFiles } from "../model/compare/pairFiles.ts";
import { Checks } from "../model/check/checks.ts";
import { Catalogs } from "../model/schemas/catalogs.ts";
import { ContentLists } from "../model/browse/contentLists.ts";
import { ProjectComparisons } from "../model/schemas/projectComparisons.ts";
import type { ListQuery } from "../model/content/listQuery.ts";
import type { SchemaPorts } from "../model/schemas/schemaSources.ts";
import { SchemaCache } from "../model/schemas/schemaCache.ts";
import { Projects } from "../model/schemas/projects.ts";
import { readMe, requestFile } from "../model/reading/serviceReader.ts";
import { ConnectionSetting } from "../host/connect/connectionSetting.ts";
import { followConnections } from "../host/shared/contextKeys.ts";
import { requestLog } from "../host/connect/clientOptions.ts";
import { followNetworkSettings, networkSettings } from "../host/connect/clientOptions.ts";
import { ConnectionStorage } from "../host/connect/connectionStorage.ts";
import { followUnlocked } from "../host/connect/unlockPrompt.ts";
import { Accounts } from "../model/connect/accounts.ts";
import { Administrators } from "../model/connect/administrators.ts";
import type { Connection } from "../model/connect/connection.ts";
import { Connections } from "../model/connect/connections.ts";
import { Locks } from "../model/connect/locks.ts";
import { LazyDocuments } from "./lazyDocuments.ts";
import type { Owner } from "./ownership.ts";

/** What the tree shows, with VS Code's files, settings and secrets at its ports. */
export interface StartModel extends ServiceContext {
  readonly accounts: Accounts;
  readonly checks: Checks;
  readonly checkSettings: CheckSettingsFile;
  readonly comparisons: ProjectComparisons;
  readonly connectionSettings: ConnectionSetting;
  readonly documentEvents: LazyDocuments;
  readonly excludedFields: CollectionState<readonly string[]>;
  readonly failures: FailureNotifications;
  readonly log: Log;
  readonly schemaCache: SchemaCache;
  readonly pairStore: PairFiles;
  readonly projects: Projects;
  readonly recentFilters: RecentFilters;
  readonly signIns: SignIns;
}

/** Sends no request to a service. */
export function createModel(context: vscode.ExtensionContext, log: Log, own: Owner): StartModel {
  const opened = openConnections(context, log, own);
  const { connections, accounts, administrators } = opened;
  const projects = own(new Projects(own(new WorkspaceProjectFiles(log))));
  const schemaFiles = new StoredFiles(context.globalStorageUri.fsPath, "schemas", log);
  const schemaCache = new SchemaCache(schemaFiles);
  const infer: SchemaPorts["infer"] = async (...request) =>
    (await import("../model/reading/sampleReader.ts")).readInferredSchemas(...request);
  const ports = { schemaCache, projects, administrators, infer };
  const catalogs = own(new Catalogs(connections, ports));
  const comparisons = own(new ProjectComparisons(connections, catalogs, projects));
  const listQueries = new CollectionState<ListQuery>(context, "cms.listQuery");
  const lists = own(new ContentLists(catalogs, pageSize, listQueries));
  const excludedFields = new CollectionState<readonly string[]>(context, "cms.leftOutFields");
  const recentFilters = new RecentFilters(context);
  const pairStore = new PairFiles(context.globalStorageUri.fsPath, log);
  own(
    connections.onDidRemove(({ id }) => {
      void pairStore.drop(id);
      void lists.clearListQueries(id);
      void excludedFields.drop(id);
      void recentFilters.drop(id);
    }),
  );
  const documentEvents = own(new LazyDocuments());
  for (const event of [documentEvents.onDidSave, documentEvents.onDidReadSnapshot]) {
    own(
      event(({ address, snapshot }) => {
        lists.note(address, snapshot);
        accounts.note(address, snapshot);
      }),
    );
  }
  const checkSettings = new CheckSettingsFile();
  const checks = own(
    new Checks({ connections, catalogs, documents: documentEvents }, checkSettings),
  );
  nameTypesBy({ connections, catalogs });
  own(followConnections({ ...opened, catalogs, checks }));
  const signIns = new SignIns(connections);
  return {
    ...opened,
    catalogs,
    projects,
    comparisons,
    lists,
    documentEvents,
    checks,
    checkSettings,
    pairStore,
    schemaCache,
    excludedFields,
    recentFilters,
    signIns,
    failures: new FailureNotifications({ connections, signIns, log }),
    log,
  };
}

function openConnections(context: vscode.ExtensionContext, log: Log, own: Owner) {
  const connectionSettings = own(new ConnectionSetting(log));
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
  const administrators = own(
    new Administrators({ connections, store, clientOptions, ask: askAdminLogin }),
  );
  const accounts = own(new Accounts(connections, readMe));
  own(followUnlocked(connections, locks));
  own(followNetworkSettings(connections));
  return { connections, connectionSettings, locks, accounts, administrators };
}
