import { versionScheme, VersionTexts } from "../editor/compare/versionTexts.ts";
import { followLocks, followService } from "../files/edit/documentRefresh.ts";
import { followTexts, ProseFiles } from "../files/edit/proseFiles.ts";
import { mediaScheme, MediaPreviews } from "../files/media/mediaPreviews.ts";
import { NewDocuments } from "../files/create/newDocuments.ts";
import { DocumentTabs } from "../files/shared/documentTabs.ts";
import { followEditors } from "../files/shared/openEditors.ts";
import { ProseTexts } from "../files/edit/proseTexts.ts";
import { ContentFiles } from "../files/edit/contentFiles.ts";
import { SaveProgress } from "../files/save/saveProgress.ts";
import { textScheme, scheme } from "../files/shared/documentUri.ts";
import { SaveConsents } from "../model/save/saveConsents.ts";
import type { Model } from "./model.ts";
import { registerFileSystem, registerTexts } from "../host/surfaces/plainErrors.ts";
import type { Owner } from "./ownership.ts";
import { whileOpen } from "./openLifetime.ts";

/** The files of documents, and what features open in them. */
export interface Files {
  readonly underWay: SaveProgress;
  readonly newDocuments: NewDocuments;
  readonly versionTexts: VersionTexts;
  readonly previews: MediaPreviews;
  readonly prose: ProseTexts;
  readonly texts: ProseFiles;
  readonly tabs: DocumentTabs;
}

const mediaOptions = { isCaseSensitive: true, isReadonly: true };

export function openFiles(model: Model, own: Owner): Files {
  const { catalogs, connections, documents, locks } = model;
  const consents = new SaveConsents(connections);
  const newDocuments = own(new NewDocuments(connections, model.lists));
  const underWay = new SaveProgress(documents);
  const files = own(new ContentFiles({ ...model, consents, newDocuments, underWay }));
  own(registerFileSystem(scheme, files, { isCaseSensitive: true }));
  const previews = own(new MediaPreviews(catalogs));
  own(registerFileSystem(mediaScheme, previews, mediaOptions));
  const versionTexts = own(new VersionTexts());
  own(registerTexts(versionScheme, versionTexts));
  const prose = new ProseTexts({ ...model, files });
  const texts = own(new ProseFiles(prose));
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
  const tabs = own(new DocumentTabs(connections));
  return { underWay, newDocuments, versionTexts, previews, prose, texts, tabs };
}
