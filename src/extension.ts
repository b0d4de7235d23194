import * as vscode from "vscode";
import { connectionCommands } from "./commands/connectionCommands.ts";
import { collectionCommands } from "./commands/collectionCommands.ts";
import { contentCommands } from "./commands/contentCommands.ts";
import { documentCommands } from "./commands/documentCommands.ts";
import { Targets } from "./commands/targets.ts";
import { foldFacts } from "./editor/folding.ts";
import { schemaScheme, Schemas } from "./editor/schemas.ts";
import { followEditors } from "./files/openDocuments.ts";
import { ContentFiles } from "./files/provider.ts";
import { scheme } from "./files/uri.ts";
import { BaseFiles } from "./host/baseFiles.ts";
import { register } from "./host/commands.ts";
import { requestLog } from "./host/log.ts";
import { pageSize } from "./host/settings.ts";
import { Store } from "./host/store.ts";
import { Catalogs } from "./model/catalogs.ts";
import { Connections } from "./model/connections.ts";
import { Content } from "./model/content.ts";
import { Documents } from "./model/documents.ts";
import { Lifecycle } from "./model/lifecycle.ts";
import { Reader } from "./model/reader.ts";
import { ContentTree } from "./tree/contentTree.ts";

export function activate(context: vscode.ExtensionContext): void {
  try {
    compose(context);
  } catch (error) {
    // VS Code itself says nothing of it.
    void vscode.window.showErrorMessage(vscode.l10n.t("CMS could not start: {0}", String(error)));
    throw error;
  }
}

function compose(context: vscode.ExtensionContext): void {
  const own = <T extends { dispose(): unknown }>(thing: T): T => {
    context.subscriptions.push(thing);
    return thing;
  };
  const log = own(vscode.window.createOutputChannel("CMS", { log: true }));
  const connections = own(new Connections(new Store(context), requestLog(log)));
  const catalogs = own(new Catalogs(connections));
  const content = own(new Content(catalogs, pageSize));
  const reader = new Reader(catalogs);
  const documents = own(new Documents(catalogs, reader, new BaseFiles(context, log)));
  const lifecycle = new Lifecycle({ catalogs, reader, documents, content });
  const models = { connections, catalogs, content };
  const targets = new Targets(models);

  own(
    documents.onDidSave(({ address, snapshot }) => {
      content.note(address, snapshot);
    }),
  );
  const files = own(new ContentFiles(documents));
  own(vscode.workspace.registerFileSystemProvider(scheme, files, { isCaseSensitive: true }));
  own(followEditors(documents));
  const schemas = own(new Schemas(catalogs));
  own(vscode.workspace.registerTextDocumentContentProvider(schemaScheme, schemas));
  own(foldFacts());
  const tree = own(new ContentTree(connections, models));
  own(
    vscode.window.createTreeView("cms.content", { treeDataProvider: tree, showCollapseAll: true }),
  );
  own(register(connectionCommands(connections, targets), log));
  own(register(contentCommands(models), log));
  own(register(collectionCommands(models, lifecycle, targets), log));
  own(register(documentCommands({ ...models, documents, lifecycle }, targets), log));
}
