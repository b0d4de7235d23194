import * as vscode from "vscode";
import type { Plain } from "../host/surfaces/editorTexts.ts";
import { documentLink } from "../host/surfaces/editorTexts.ts";
import { untitled } from "../texts/words.ts";
import { isOpenable, targetAddress } from "../model/documents/targetSearch.ts";
import { whileWanted } from "./cancelling.ts";
import type { DocumentReferences, WrittenReference, WrittenReferences } from "./references.ts";

interface TargetLink extends Plain<vscode.DocumentLink> {
  readonly reference: WrittenReference;
  readonly from: DocumentReferences;
}

/** Links a relation to its target document, in the tab that shows it already if there is one. */
export class Links implements vscode.DocumentLinkProvider<TargetLink> {
  readonly #written: WrittenReferences;

  constructor(written: WrittenReferences) {
    this.#written = written;
  }

  async provideDocumentLinks(document: vscode.TextDocument): Promise<TargetLink[]> {
    const from = await this.#written.of(document);
    return from
      ? from.relations
          .filter((reference) => isOpenable(reference, from.service))
          .map((reference) => toLink(reference, from))
      : [];
  }

  /** The address of a user takes a request, which is sent only when the link is followed. */
  async resolveDocumentLink(
    link: TargetLink,
    token: vscode.CancellationToken,
  ): Promise<TargetLink | undefined> {
    const { reference, from } = link;
    const address = await whileWanted(token, (signal) =>
      targetAddress(from.service, from.address, reference, { signal }),
    );
    if (!address) return undefined;
    // The command looks for the tab when it runs.
    const { title } = reference;
    const query = JSON.stringify([{ address, ...(title && { row: { title } }) }]);
    link.target = vscode.Uri.from({ scheme: "command", path: "cms.document.open", query });
    return link;
  }
}

function toLink(reference: WrittenReference, from: DocumentReferences): TargetLink {
  const tooltip = vscode.l10n.t("Open '{document}'", { document: reference.title || untitled() });
  const link = documentLink(reference.range, tooltip);
  return Object.assign(link, { reference, from });
}
