import * as vscode from "vscode";
import type { Plain } from "../host/surfaces/editorTexts.ts";
import { documentLink } from "../host/surfaces/editorTexts.ts";
import { openingCommand } from "../files/uri.ts";
import { isOpenable, targetAddress } from "../model/documents/targetSearch.ts";
import { whileWanted } from "./cancelling.ts";
import type { DocumentReferences, WrittenReference, WrittenReferences } from "./references.ts";

interface TargetLink extends Plain<vscode.DocumentLink> {
  readonly reference: WrittenReference;
  readonly from: DocumentReferences;
}

/** Links a relation to its target document, in the tab that shows it already if there is one. */
export const relationLinks = (written: WrittenReferences) =>
  ({
    async provideDocumentLinks(document) {
      const from = await written.of(document);
      return from
        ? from.relations
            .filter((reference) => isOpenable(reference, from.service))
            .map((reference) =>
              Object.assign(documentLink(reference.range, reference.title), { reference, from }),
            )
        : [];
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
  }) satisfies vscode.DocumentLinkProvider<TargetLink>;
