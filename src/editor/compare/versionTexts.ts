import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { ResourceOwner } from "../../model/foundation/events.ts";
import { documentLink, type Plain } from "../../host/surfaces/editorTexts.ts";
import { visible } from "../../model/foundation/visibleText.ts";
import { plainSegment } from "../../host/surfaces/plainText.ts";
import { openingCommand, versionScheme } from "../../files/shared/documentUri.ts";
import type { Address } from "../../model/foundation/address.ts";

/** In all stored texts. An editor that shows one has its own copy. */
const maxCharacters = 20_000_000;

/** A line of a text; a part of it may link to a document. */
export interface LinkedLine {
  readonly text: string;
  readonly link?: {
    readonly start: number;
    readonly length: number;
    readonly address: Address;
    readonly title: string;
  };
}

/** Read-only texts: older versions, the service's content, a request. */
export class VersionTexts
  extends ResourceOwner
  implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider
{
  readonly #changed = this.own(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.#changed.event;
  readonly #texts = new Map<string, string>();
  readonly #links = new Map<string, Plain<vscode.DocumentLink>[]>();

  /**
   * A URI under which a text can be read, with `name` as the title of its tab. The same `key` and
   * name give the same URI, and an editor that shows it is updated.
   */
  show(name: string, text: string, key: string = randomUUID()): vscode.Uri {
    const segment = plainSegment(name);
    const path = /\.(jsonc?|md|txt)$/.test(segment) ? `/${segment}` : `/${segment}.json`;
    const uri = vscode.Uri.from({ scheme: versionScheme, path, query: key });
    this.update(uri, text);
    return uri;
  }

  /** Replaces the text under a URI that `show` has returned. */
  update(uri: vscode.Uri, text: string): void {
    const id = uri.toString();
    const former = this.#texts.get(id);
    this.#texts.delete(id);
    this.#texts.set(id, text);
    let length = [...this.#texts.values()].reduce((sum, { length: added }) => sum + added, 0);
    for (const [oldId, oldText] of this.#texts) {
      // The newest text stays, however long it is.
      if (length <= maxCharacters || this.#texts.size === 1) break;
      this.#texts.delete(oldId);
      this.#links.delete(oldId);
      length -= oldText.length;
    }
    if (former !== undefined && former !== text) this.#changed.fire(uri);
  }

  showLinked(name: string, lines: readonly LinkedLine[]): vscode.Uri {
    const uri = this.show(name, lines.map(({ text }) => visible(text)).join("\n"));
    const links = lines.flatMap(({ link }, line) => {
      if (!link) return [];
      const { start, length, address, title } = link;
      const range = new vscode.Range(line, start, line, start + length);
      return documentLink(range, title, openingCommand(address, title));
    });
    this.#links.set(uri.toString(), links);
    return uri;
  }

  provideDocumentLinks({ uri }: vscode.TextDocument): Plain<vscode.DocumentLink>[] {
    return this.#links.get(uri.toString()) ?? [];
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const message = vscode.l10n.t("This text is no longer available. Run the command again.");
    // A comment, so that it is not an error in JSON with comments.
    return this.#texts.get(uri.toString()) ?? `// ${message}\n`;
  }
}
