import * as vscode from "vscode";
import { followConflicts } from "../editor/conflicts.ts";
import { foldFacts } from "../editor/folding.ts";
import { Gutter } from "../editor/gutter.ts";
import { Lenses } from "../editor/lenses.ts";
import { PendingChanges } from "../editor/pendingChanges.ts";
import { SharedFields } from "../editor/sharedFields.ts";
import { TargetProblems } from "../editor/targetProblems.ts";
import { Validation } from "../editor/validation.ts";
import { followTexts } from "../files/followTexts.ts";
import { followEditors } from "../files/openDocuments.ts";
import { scheme } from "../files/uri.ts";
import type { openEditor } from "./editor.ts";
import type { openFiles } from "./files.ts";
import type { Model } from "./model.ts";
import type { Own } from "./own.ts";

type Shown = Model & ReturnType<typeof openFiles> & ReturnType<typeof openEditor>;

/** What goes on while documents are open: all that listens to what becomes of texts and editors. */
export function followDocuments(shown: Shown, own: Own): void {
  followTyping(shown, own);
  openStanding(shown, own);
  const { documents, catalogs, problems, media, targets } = shown;
  own(problems.follow());
  own(new Validation({ documents, catalogs, problems }));
  own(new TargetProblems({ documents, ...targets }));
  own(media.watchMissing());
}

/** What the model has to know of it. */
function followTyping({ documents, files, texts, newDocuments }: Shown, own: Own): void {
  own(files.followSaves());
  own(texts.followSaves());
  own(followEditors(documents));
  own(newDocuments.follow());
  own(followTexts(texts, documents));
}

/** How a document stands: above it, beside its lines and in the status bar. */
function openStanding(shown: Shown, own: Own): void {
  const { documents, catalogs, versions } = shown;
  own(foldFacts());
  const pending = own(new PendingChanges(documents));
  const lenses = own(new Lenses({ ...shown, pending }));
  own(vscode.languages.registerCodeLensProvider({ scheme }, lenses));
  own(new SharedFields({ documents, catalogs, pending }));
  own(new Gutter({ documents, pending, versions }));
  own(followConflicts(documents));
}
