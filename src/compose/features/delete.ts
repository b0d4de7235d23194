import type { ViewContext } from "../../commands/dependencies.ts";
import type { MediaContext } from "../../commands/media/changeMediaFile.ts";
import type { FeatureRegistry } from "../registry.ts";

/** A media file is deleted like a document. */
export function registerDeleteFeature(
  view: ViewContext,
  media: MediaContext,
  features: FeatureRegistry,
): void {
  features.addCommands(async (targets) => {
    const { deleteCommands } = await import("../../commands/deleteDocument.ts");
    return deleteCommands(view, targets, media);
  });
}
