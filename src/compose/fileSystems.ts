import { VersionTexts } from "../editor/compare/versionTexts.ts";
import { SchemaFiles } from "../editor/schemas/schemaFiles.ts";
import { followLocks, followService } from "../files/edit/documentRefresh.ts";
import { followTexts, ProseFiles } from "../files/edit/proseFiles.ts";
import { MediaPreviews } from "../files/media/mediaPreviews.ts";
import { NewDocuments } from "../files/create/newDocuments.ts";
import { followEditors } from "../files/shared/openEditors.ts";
import { ProseTexts } from "../files/edit/proseTexts.ts";
import { ContentFiles } from "../files/edit/contentFiles.ts";
import { SaveProgress } from "../files/save/saveProgress.ts";
import { SaveConsents } from "../model/save/saveConsents.ts";
import type { Model } from "./documentModel.ts";
import type { Owner } from "./ownership.ts";
import { whileOpen } from "./openLifetime.ts";

/** The files of documents, and what features open in them. */
export interface Files {
  readonly files: ContentFiles;
  readonly underWay: SaveProgress;
  readonly newDocuments: NewDocuments;
  readonly versionTexts: VersionTexts;
  readonly schemaFiles: SchemaFiles;
  readonly previews: MediaPreviews;
  readonly prose: ProseTexts;
  readonly texts: ProseFiles;
}

export function openFiles(model: Model, own: Owner): Files {
  const { catalogs, connections, documents, locks } = model;
  const consents = new SaveConsents(connections);
  const newDocuments = own(new NewDocuments(connections, model.lists));
  const underWay = new SaveProgress(documents);
  const files = own(new ContentFiles({ ...model, consents, newDocuments, underWay }));
  const previews = own(new MediaPreviews(catalogs));
  const versionTexts = own(new VersionTexts());
  const schemaFiles = own(new SchemaFiles(catalogs));
  const prose = new ProseTexts({ ...model, files });
  const texts = own(new ProseFiles(prose));
  own(followLocks(locks, files, texts));
  // The model learns of changes of texts from the moment the first one is opened.
  own(
    whileOpen((own) => {
      own(files.followSaves());
      own(texts.followSaves());
      own(followEditors(documents));
      own(followService(documents));
      own(newDocuments.follow());
      own(followTexts(texts, documents));
    }),
  );
  return { files, underWay, newDocuments, versionTexts, schemaFiles, previews, prose, texts };
}
