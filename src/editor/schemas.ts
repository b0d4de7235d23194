import * as vscode from "vscode";
import { userTemplate } from "../model/documents/template.ts";
import { serviceFor } from "../model/saving/saving.ts";
import type { Catalogs } from "../model/schemas/catalogs.ts";

export const schemaScheme = "cms-schema";

/** Serves `cms-schema://<connection>/<type>.json`, which each document names as its `$schema`. */
export class Schemas implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #catalogs: Catalogs;
  readonly #served = new Map<string, vscode.Uri>();
  readonly #listening: { dispose(): void };

  constructor(catalogs: Catalogs) {
    this.#catalogs = catalogs;
    this.#listening = catalogs.onDidForget((connection) => {
      for (const uri of this.#served.values()) {
        if (uri.authority === connection) this.#changed.fire(uri);
      }
    });
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    this.#served.set(uri.toString(), uri);
    const name = uri.path.replace(/^\/|\.json$/g, "");
    const of = { connection: uri.authority, type: name, id: "" };
    const [failure, service] = await serviceFor(of, userTemplate, this.#catalogs);
    // A schema that can't be had says nothing; VS Code would not ask again after an error.
    if (failure) return "{}";
    const { schemaText } = await import("./schemaText.ts");
    return schemaText(service);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }
}
