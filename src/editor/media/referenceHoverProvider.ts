import type * as vscode from "vscode";
import { card, hover, type Plain } from "../../host/surfaces/editorTexts.ts";
import { statusLine, typeHeading } from "../../texts/shared/headings.ts";
import { noSuchFile } from "../../texts/shared/mediaFileWords.ts";
import { describe, untitled } from "../../texts/shared/failureWords.ts";
import { documentIdOf } from "../../model/content/attributePositions.ts";
import { readTargetCard } from "../../model/find/targetCard.ts";
import type { Address } from "../../model/foundation/address.ts";
import type { MediaLibrary } from "../../model/media/mediaLibrary.ts";
import type { Pictures } from "../../model/media/pictures.ts";
import { isList, isReference, withTargetType } from "../../model/schemas/catalog.ts";
import type { Catalogs, TypedService } from "../../model/schemas/catalogs.ts";
import { whileWanted } from "../shared/editorTasks.ts";
import { rangeOf, JsonLocations } from "../shared/jsonLocations.ts";
import { fileCard } from "./mediaFileCard.ts";
import { attributeAtOffset } from "../edit/relationField.ts";
import { documentWithType } from "../edit/valueCompletionProvider.ts";

type Card = Plain<vscode.MarkdownString> | string | undefined;

/** How long the last card of a relation's target is valid, in milliseconds. */
const cardValidMs = 10_000;

/** Shows the media file or the document that a value refers to. */
export function referenceHover(catalogs: Catalogs, library: MediaLibrary, pictures: Pictures) {
  let latest: { readonly key: string; readonly card: Card; readonly until: number } | undefined;

  const cardOfFile = async (
    { connection }: Address,
    documentId: string,
    signal: AbortSignal,
  ): Promise<Card> => {
    const [failure, file] = await library.find(connection, documentId, { signal });
    if (failure) return describe(failure);
    if (!file) return noSuchFile();
    // The hover is useful without the picture. The reason why it can't be loaded is in the log.
    const [, picture] = await pictures.of(connection, file, { signal });
    return fileCard(file, picture ?? undefined);
  };

  const cardOfTarget = async (
    { service, address, target, documentId }: TargetReference,
    signal: AbortSignal,
  ): Promise<Card> => {
    const query = { target, documentId, locale: address.locale };
    const [failure, facts] = await readTargetCard(service, query, { signal });
    if (failure) return describe(failure);
    if (!facts) return undefined;
    const { title, version, state, locale, file } = facts;
    const picture = file && (await pictures.inlined(address.connection, file, { signal }));
    const heading = typeHeading(service.catalog.targets.get(target));
    return card(
      picture === undefined ? undefined : { url: picture, width: pictureWidth },
      title || untitled(),
      [statusLine(version, state, locale), `${heading} · ${documentId}`],
    );
  };

  const cachedCardOfTarget = async (reference: TargetReference, signal: AbortSignal) => {
    const { address, target, documentId } = reference;
    const key = [address.connection, address.locale, target, documentId].join(" ");
    if (latest?.key === key && latest.until > performance.now()) return latest.card;
    const card = await cardOfTarget(reference, signal);
    if (!signal.aborted) latest = { key, card, until: performance.now() + cardValidMs };
    return card;
  };

  return {
    async provideHover(document, position, token) {
      const typedDocument = await documentWithType(document, catalogs);
      if (!typedDocument || token.isCancellationRequested) return undefined;
      const { address, service } = typedDocument;
      const text = document.getText();
      const locations = new JsonLocations(text);
      const location = attributeAtOffset(text, document.offsetAt(position), service, locations);
      if (!location || !isReference(location.attribute)) return undefined;
      // On the key of a field that holds one reference, it is that reference.
      const index = isList(location.attribute) ? location.subpath.slice(0, 1) : [];
      const path = [...location.path, ...index];
      const value = locations.value(path) ?? null;
      const documentId = documentIdOf(value);
      if (documentId === "") return undefined;
      const { type, target = "" } = withTargetType(location.attribute, value);
      const content = await whileWanted(token, (signal) =>
        type === "media"
          ? cardOfFile(address, documentId, signal)
          : cachedCardOfTarget({ service, address, target, documentId }, signal),
      );
      if (content === undefined) return undefined;
      return hover(content, rangeOf(document, locations.stretch(path)));
    },
  } satisfies vscode.HoverProvider;
}

type TargetReference = Readonly<{
  service: TypedService;
  address: Address;
  /** The uid of the target's type. */
  target: string;
  documentId: string;
}>;

/** In pixels. */
const pictureWidth = 160;
