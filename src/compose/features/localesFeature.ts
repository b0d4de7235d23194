import type { ServiceContext } from "../../commands/shared/commandContexts.ts";
import { Translations, warnAboutSharedFields } from "../../editor/locales/localeMarks.ts";
import type { NewDocuments } from "../../files/create/newDocuments.ts";
import type { Journal } from "../../model/journal/journal.ts";
import type { OpenDocuments } from "../../model/save/openDocuments.ts";
import type { FeatureRegistry } from "../featureRegistry.ts";

export function registerLocalesFeature(
  { catalogs }: ServiceContext,
  documents: OpenDocuments,
  journal: Journal,
  newDocuments: NewDocuments,
  features: FeatureRegistry,
): void {
  const translations = features.own(new Translations({ catalogs, documents, journal }));
  features.addEditors((context, own) => {
    own(warnAboutSharedFields(context));
  });
  features.addCommands(({ code, targets, view }) =>
    code.localeCommands({ ...view, newDocuments, translations }, targets),
  );
}
