import type * as vscode from "vscode";
import type { Catalogs } from "../model/schemas/catalogs.ts";
import type { Connections } from "../model/connections/connections.ts";
import type { Documents } from "../model/changes/saving/documents.ts";
import { MediaLibrary } from "../model/documents/media/mediaLibrary.ts";
import { Pictures } from "../model/documents/media/pictures.ts";
import { MediaCompletion } from "./mediaCompletion.ts";
import { MediaDrop } from "./mediaDrop.ts";
import { MediaHover } from "./mediaHover.ts";
import { MissingFiles } from "./missingFiles.ts";
import { Uploads } from "./uploads.ts";

interface MediaDependencies {
  readonly connections: Connections;
  readonly catalogs: Catalogs;
  readonly documents: Documents;
}

/** The files that documents name: shown, offered, looked after, and taken in where they are dropped. */
export class Media implements vscode.Disposable {
  readonly hover: MediaHover;
  readonly completion: MediaCompletion;
  readonly drop: MediaDrop;
  /** What the command puts files in with. */
  readonly uploads: Uploads;
  /** Warns at files that are in no library. */
  readonly watchMissing: () => MissingFiles;
  readonly library: MediaLibrary;

  constructor({ connections, catalogs, documents }: MediaDependencies) {
    const library = new MediaLibrary(catalogs);
    const parts = { documents, catalogs, library, pictures: new Pictures(connections) };
    this.hover = new MediaHover(parts);
    this.completion = new MediaCompletion(parts);
    this.uploads = new Uploads(parts);
    this.drop = new MediaDrop(this.uploads);
    this.library = library;
    this.watchMissing = () => new MissingFiles(parts);
  }

  dispose(): void {
    this.library.dispose();
  }
}
