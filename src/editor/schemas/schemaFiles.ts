import * as vscode from "vscode";
import { ResourceOwner } from "../../model/foundation/events.ts";
import type { Catalogs } from "../../model/schemas/catalogs.ts";
import type { schemaText } from "./schemaText.ts";

type LoadSchemaText = () => Promise<{ readonly schemaText: typeof schemaText }>;

export const schemaScheme = "cms-schema";

/** Serves `cms-schema://<connection>/<type>.json`, which each document names as its `$schema`. */
export class SchemaFiles extends ResourceOwner implements vscode.TextDocumentContentProvider {
  readonly #changed = this.own(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.#changed.event;
  readonly #catalogs: Catalogs;
  readonly #load: LoadSchemaText;
  readonly #served = new Map<string, vscode.Uri>();

  /** `load` loads the code that makes the texts, when the first one is requested. */
  constructor(catalogs: Catalogs, load: LoadSchemaText) {
    super();
    this.#catalogs = catalogs;
    this.#load = load;
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
    const code = await this.#load();
    return code.schemaText({ connection: uri.authority, type, id: "" }, this.#catalogs);
  }
}
