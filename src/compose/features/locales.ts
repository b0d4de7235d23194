import type { ViewContext } from "../../commands/dependencies.ts";
import { Translations, warnAboutSharedFields } from "../../editor/localeMarks.ts";
import type { NewDocuments } from "../../files/newDocuments.ts";
import type { FeatureRegistry } from "../registry.ts";

export function registerLocalesFeature(
  view: ViewContext,
  newDocuments: NewDocuments,
  features: FeatureRegistry,
): void {
  const translations = features.own(new Translations(view));
  features.addEditors((context, own) => {
    own(warnAboutSharedFields(context));
  });
  features.addCommands(async (targets) => {
    const { localeCommands } = await import("../../commands/localeCommands.ts");
    return localeCommands({ ...view, newDocuments, translations }, targets);
  });
}
