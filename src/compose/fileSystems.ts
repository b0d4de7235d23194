import { schemaScheme, SchemaFiles } from "../editor/schemas/schemaFiles.ts";
import { versionScheme, Versions } from "../editor/compare/versionTexts.ts";
import { followLocks, followService } from "../files/edit/documentRefresh.ts";
import { followTexts, TextFiles } from "../files/edit/proseFiles.ts";
import { mediaScheme, MediaPreviews } from "../files/media/mediaPreviews.ts";
import { NewDocuments } from "../files/create/newDocuments.ts";
import { followEditors } from "../files/shared/openEditors.ts";
import { Prose } from "../files/edit/proseTexts.ts";
import { ContentFiles } from "../files/edit/contentFiles.ts";
import { SavesUnderWay } from "../files/save/saveProgress.ts";
import { textScheme, scheme } from "../files/shared/documentUri.ts";
import { SaveConsents } from "../model/save/saveConsents.ts";
import type { Model } from "./model.ts";
import { registerFileSystem, registerTexts } from "../host/surfaces/plainErrors.ts";
import type { Owner } from "./ownership.ts";
import { whileOpen } from "./openLifetime.ts";

/** The files of documents, and what features open in them. */
export interface Files {
  readonly underWay: SavesUnderWay;
  readonly newDocuments: NewDocuments;
  readonly versions: Versions;
  readonly previews: MediaPreviews;
  readonly prose: Prose;
  readonly texts: TextFiles;
}

const mediaOptions = { isCaseSensitive: true, isReadonly: true };

export function openFiles(model: Model, own: Owner): Files {
  const { catalogs, connections, documents, locks } = model;
  const consents = new SaveConsents(connections);
  const newDocuments = new NewDocuments(connections, model.content);
  const underWay = new SavesUnderWay(documents);
  const files = own(new ContentFiles({ ...model, consents, newDocuments, underWay }));
  own(registerFileSystem(scheme, files, { isCaseSensitive: true }));
  const previews = own(new MediaPreviews(catalogs));
  own(registerFileSystem(mediaScheme, previews, mediaOptions));
  const versions = own(new Versions());
  own(registerTexts(versionScheme, versions));
  own(registerTexts(schemaScheme, own(new SchemaFiles(catalogs))));
  const prose = new Prose({ ...model, files });
  const texts = own(new TextFiles(prose));
  own(registerFileSystem(textScheme, texts, { isCaseSensitive: true }));
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
  return { underWay, newDocuments, versions, previews, prose, texts };
}
