import * as vscode from "vscode";
import { ResourceOwner } from "../../model/foundation/events.ts";
import type { Catalogs } from "../../model/schemas/catalogs.ts";
import { schemaText } from "./schemaText.ts";

/** Serves `cms-schema://<connection>/<type>.json`, which each document names as its `$schema`. */
export class SchemaFiles extends ResourceOwner implements vscode.TextDocumentContentProvider {
  readonly #changed = this.own(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.#changed.event;
  readonly #catalogs: Catalogs;
  readonly #served = new Map<string, vscode.Uri>();

  constructor(catalogs: Catalogs) {
    super();
    this.#catalogs = catalogs;
    this.own(
      catalogs.onDidForget((connection) => {
        for (const uri of this.#served.values()) {
          if (uri.authority === connection) this.#changed.fire(uri);
        }
      }),
    );
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    this.#served.set(uri.toString(), uri);
    const type = uri.path.replace(/^\/|\.json$/g, "");
    return schemaText({ connection: uri.authority, type, id: "" }, this.#catalogs);
  }
}
