import type { ServiceContext } from "../../commands/dependencies.ts";
import { Translations, warnAboutSharedFields } from "../../editor/localeMarks.ts";
import type { NewDocuments } from "../../files/newDocuments.ts";
import type { Journal } from "../../model/changes/journal/journal.ts";
import type { Documents } from "../../model/changes/saving/documents.ts";
import type { FeatureRegistry } from "../registry.ts";

export function registerLocalesFeature(
  { catalogs }: ServiceContext,
  documents: Documents,
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
