import type { ServiceContext } from "../../commands/dependencies.ts";
import { mediaCompletion, mediaHover } from "../../editor/mediaFeatures.ts";
import { MissingFiles } from "../../editor/missingFiles.ts";
import { dropsOfMedia, mediaDrops } from "../../editor/uploads.ts";
import type { MediaPreviews } from "../../files/mediaPreview.ts";
import { scheme } from "../../files/uri.ts";
import {
  registerCompletion,
  registerDropEdits,
  registerHovers,
} from "../../host/surfaces/languageFeatures.ts";
import { MediaLibrary } from "../../model/documents/media/mediaLibrary.ts";
import { Pictures } from "../../model/documents/media/pictures.ts";
import type { FeatureRegistry } from "../registry.ts";

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
    ownEditor(new MissingFiles(context));
  });
  features.addCommands(({ code, targets, changes }) => {
    const mediaFiles = new code.MediaFiles(changes);
    return code.mediaLibraryCommands({ ...changes, library, previews, mediaFiles }, targets);
  });
  return library;
}
