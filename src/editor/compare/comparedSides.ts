import * as vscode from "vscode";
import { ResourceOwner } from "../../model/foundation/events.ts";
import { onDidEdit, openDocuments } from "../../files/shared/openEditors.ts";
import { fromUri } from "../../files/shared/documentUri.ts";
import { isSame, keyOf, type Address } from "../../model/foundation/address.ts";
import type { TypedService } from "../../model/schemas/catalogs.ts";
import { readPublishedContent } from "../../model/documents/versionDifferences.ts";
import type { OpenDocuments } from "../../model/save/openDocuments.ts";
import { fromText } from "../../model/content/documentText.ts";
import { isObject, type JsonObject } from "../../model/foundation/json.ts";
import { publishedVersionOf } from "../../model/content/publicationStatus.ts";
import { LatestTasks } from "../shared/editorTasks.ts";
import type { VersionTexts } from "./versionTexts.ts";

/** A read-only version of a document on one side of a comparison. */
export interface ComparedSide {
  readonly address: Address;
  readonly version: "draft" | "published";
  /** The title of its tab. */
  readonly name: string;
  readonly content: JsonObject;
  readonly service: TypedService;
  readonly toText: (content: JsonObject) => string;
}

const updateDelayMs = 150;

/** Sides of comparisons that follow their documents for as long as they are shown. */
export class ComparedSides extends ResourceOwner {
  readonly #documents: OpenDocuments;
  readonly #versionTexts: VersionTexts;
  readonly #followed = new Map<string, ComparedSide>();
  readonly #updates = this.own(new LatestTasks());
  #textListeners: vscode.Disposable | undefined;

  constructor(documents: OpenDocuments, versionTexts: VersionTexts) {
    super();
    this.#documents = documents;
    this.#versionTexts = versionTexts;
    const follow = ({ address }: { readonly address: Address }): void => this.#follow(address);
    this.own(
      new vscode.Disposable(this.#stopListening),
      documents.onDidSave(follow),
      documents.onDidReadSnapshot(follow),
    );
  }

  show(side: ComparedSide): vscode.Uri {
    const { address, version, name, content, toText } = side;
    const key = `compared ${version} ${keyOf(address)}`;
    const uri = this.#versionTexts.show(name, toText(content), key);
    this.#updates.abort(uri.toString());
    this.#followed.set(uri.toString(), side);
    // Listens for as long as there is a side.
    this.#textListeners ??= vscode.Disposable.from(
      onDidEdit((document) => this.#follow(fromUri(document.uri))),
      vscode.workspace.onDidCloseTextDocument((document) => {
        this.#updates.abort(document.uri.toString());
        this.#followed.delete(document.uri.toString());
        // Closing a document discards its unsaved changes.
        this.#follow(fromUri(document.uri));
        if (this.#followed.size === 0) this.#stopListening();
      }),
    );
    return uri;
  }

  readonly #stopListening = (): void => {
    this.#textListeners?.dispose();
    this.#textListeners = undefined;
  };

  #follow(address: Address | undefined): void {
    if (!address) return;
    for (const [uri, side] of this.#followed) {
      if (!isSame(side.address, address)) continue;
      void this.#updates.run(uri, updateDelayMs, async (signal) => {
        const content = await this.#currentContent(side, signal);
        if (content && !signal.aborted) this.show({ ...side, content });
      });
    }
  }

  /** Undefined where nothing has changed as far as is known, and while the text is not valid JSON. */
  async #currentContent(
    { address, version, content, service }: ComparedSide,
    signal: AbortSignal,
  ): Promise<JsonObject | undefined> {
    const snapshot = this.#documents.latestSnapshot(address);
    if (version === "draft") {
      const [open] = openDocuments(address);
      if (open) return fromText(open.getText())[1] ?? undefined;
      return snapshot ? snapshot.content : (await this.#documents.read(address))[1]?.content;
    }
    const status = snapshot?.publication.knownValue;
    if (!status) return undefined;
    const { locale = null } = address;
    const live = publishedVersionOf({ locale }, status.published);
    const { $: facts } = content;
    const updatedAt = isObject(facts) ? facts["updatedAt"] : undefined;
    if (live?.["updatedAt"] === updatedAt) return undefined;
    const [failure, published] = await readPublishedContent(service, address, signal);
    return failure ? undefined : (published ?? {});
  }
}
