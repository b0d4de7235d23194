import { registerCodeLenses } from "../host/surfaces/languageFeatures.ts";
import { followConflicts } from "../editor/conflicts.ts";
import { foldFacts } from "../editor/folding.ts";
import { Gutter } from "../editor/gutter.ts";
import { Lenses } from "../editor/lenses.ts";
import { PendingChanges } from "../editor/pendingChanges.ts";
import { SharedFields } from "../editor/sharedFields.ts";
import { TargetProblems } from "../editor/targetProblems.ts";
import { Validation } from "../editor/validation.ts";
import { scheme } from "../files/uri.ts";
import { openEditor } from "./editor.ts";
import type { Editor } from "./editor.ts";
import type { FileParts } from "./files.ts";
import type { Owner } from "./own.ts";
import { whileOpen } from "./whileOpen.ts";

type Open = FileParts & Editor;

/** Opens the writing features; some of them run only while a document is open. */
export function openHelp(shown: FileParts, own: Owner): Editor {
  const editor = openEditor(shown, own);
  own(
    whileOpen((own) => {
      followDocuments({ ...shown, ...editor }, own);
    }),
  );
  return editor;
}

/** Opens the views that show changes of texts. */
function followDocuments(shown: Open, own: Owner): void {
  openConflicts(shown, own);
  const { documents, catalogs, problems, media, targets } = shown;
  own(problems.follow());
  own(new Validation({ documents, catalogs, problems }));
  own(new TargetProblems({ documents, ...targets }));
  own(media.watchMissing());
}

/** Shows the status of a document above its text and beside its lines. */
function openConflicts(shown: Open, own: Owner): void {
  const { documents, catalogs, versions } = shown;
  own(foldFacts());
  const pending = own(new PendingChanges(documents));
  const lenses = own(new Lenses({ ...shown, pending }));
  own(registerCodeLenses({ scheme }, lenses));
  own(new SharedFields({ documents, catalogs, pending }));
  own(new Gutter({ documents, pending, versions }));
  own(followConflicts(documents));
}
