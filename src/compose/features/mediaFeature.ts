import type { ServiceContext } from "../../commands/shared/commandContexts.ts";
import { mediaCompletion, mediaHover } from "../../editor/media/mediaHoverProvider.ts";
import { MissingFileDiagnostics } from "../../editor/media/missingFileDiagnostics.ts";
import { dropsOfMedia, mediaDrops } from "../../editor/media/uploads.ts";
import type { MediaPreviews } from "../../files/media/mediaPreviews.ts";
import { scheme } from "../../files/shared/documentUri.ts";
import {
  registerCompletion,
  registerDropEdits,
  registerHovers,
} from "../../host/surfaces/languageFeatures.ts";
import { MediaLibrary } from "../../model/media/mediaLibrary.ts";
import { Pictures } from "../../model/media/pictures.ts";
import type { FeatureRegistry } from "../featureRegistry.ts";

/** Returns the media files that fields may name. */
export function registerMediaFeature(
  { catalogs, connections }: ServiceContext,
  previews: MediaPreviews,
  features: FeatureRegistry,
): MediaLibrary {
  const { own } = features;
  const library = own(new MediaLibrary(catalogs));
  const pictures = new Pictures(connections);
  own(registerHovers({ scheme }, mediaHover(catalogs, library, pictures)));
  own(registerCompletion({ scheme }, mediaCompletion(catalogs, library, pictures), '"'));
  own(registerDropEdits({ scheme }, mediaDrops(catalogs), dropsOfMedia));
  features.addEditors((context, ownEditor) => {
    ownEditor(new MissingFileDiagnostics(context));
  });
  features.addCommands(({ code, targets, changes }) => {
    const mediaFiles = new code.MediaFiles(changes);
    return code.mediaLibraryCommands({ ...changes, library, previews, mediaFiles }, targets);
  });
  return library;
}
