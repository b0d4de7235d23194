import * as vscode from "vscode";
import { fromUri, openingCommand } from "../../files/shared/documentUri.ts";
import type { Address } from "../../model/foundation/address.ts";
import type { Catalogs } from "../../model/schemas/catalogs.ts";
import { isObject } from "../../model/foundation/json.ts";
import type { DocumentRelations } from "../../model/publish/targetStates.ts";
import { relationsIn, type LocatedRelation } from "../../model/content/references.ts";
import { rangeOf, JsonLocations } from "../shared/jsonLocations.ts";
import { untilQuiet, whileWanted } from "../shared/editorTasks.ts";
import { documentLink, type Plain } from "../../host/surfaces/editorTexts.ts";
import { isOpenable, targetAddress } from "../../model/find/targetSearch.ts";

/** A relation, and the range of its documentId without the quotes. */
type WrittenReference = LocatedRelation & { readonly range: vscode.Range };

export interface DocumentReferences extends DocumentRelations {
  /** VS Code's version number of the text. */
  readonly version: number;
  readonly relations: readonly WrittenReference[];
}

/** The relations in documents, read once per version of a text for every view. */
export class WrittenReferences {
  readonly #catalogs: Catalogs;
  readonly #readings = new WeakMap<
    vscode.TextDocument,
    { readonly version: number; readonly reading: Promise<DocumentReferences | undefined> }
  >();

  constructor(catalogs: Catalogs) {
    this.#catalogs = catalogs;
  }

  /**
   * Undefined for documents that are not the extension's, and where the type can't be loaded. With
   * a large text, it waits until the user pauses.
   */
  async of(document: vscode.TextDocument): Promise<DocumentReferences | undefined> {
    const address = fromUri(document.uri);
    if (!address) return undefined;
    await untilQuiet(document);
    const cacheEntry = this.#readings.get(document);
    if (cacheEntry?.version === document.version) return cacheEntry.reading;
    const reading = this.#readOne(document, address);
    this.#readings.set(document, { version: document.version, reading });
    const references = await reading;
    // A type that can't be loaded now may be available later.
    if (!references) this.#readings.delete(document);
    return references;
  }

  async #readOne(document: vscode.TextDocument, address: Address) {
    const [unknown, service] = await this.#catalogs.type(address.connection, address.type);
    if (unknown) return undefined;
    const { version } = document;
    const locations = new JsonLocations(document.getText());
    const content = locations.value([]);
    const relations = isObject(content) ? relationsIn(content, service) : [];
    const writtenReferences = relations.map((relation) => {
      const { offset, length } =
        locations.written([...relation.path, "documentId"]) ?? locations.stretch(relation.path);
      return { ...relation, range: rangeOf(document, { offset: offset + 1, length: length - 2 }) };
    });
    return { version, address, service, relations: writtenReferences };
  }
}

/** Links a relation to its target document, in the tab that shows it already if there is one. */
export const relationLinks = (references: WrittenReferences) =>
  ({
    async provideDocumentLinks(document) {
      const from = await references.of(document);
      if (!from) return [];
      return from.relations
        .filter((reference) => isOpenable(reference, from.service))
        .map((reference) =>
          Object.assign(documentLink(reference.range, reference.title), { reference, from }),
        );
    },

    /** The address of a user takes a request, which is sent only when the link is followed. */
    async resolveDocumentLink(link, token) {
      const { reference, from } = link;
      const address = await whileWanted(token, (signal) =>
        targetAddress(from.service, from.address, reference, { signal }),
      );
      if (!address) return undefined;
      // The command looks for the tab when it runs.
      link.target = openingCommand(address, reference.title);
      return link;
    },
  }) satisfies vscode.DocumentLinkProvider<
    Plain<vscode.DocumentLink> & Readonly<{ reference: WrittenReference; from: DocumentReferences }>
  >;
