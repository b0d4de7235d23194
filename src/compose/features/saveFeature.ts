import type { ServiceContext } from "../../commands/shared/commandContexts.ts";
import { Gutter } from "../../editor/save/gutter.ts";
import { followConflicts, StatusLensProvider } from "../../editor/save/statusLensProvider.ts";
import { followActiveDocument } from "../../editor/edit/statusItem.ts";
import { TabMarks } from "../../editor/edit/tabMarks.ts";
import type { SaveProgress } from "../../files/save/saveProgress.ts";
import { scheme } from "../../files/shared/documentUri.ts";
import { registerCodeLenses, registerFileMarks } from "../../host/surfaces/languageFeatures.ts";
import type { OpenDocuments } from "../../model/save/openDocuments.ts";
import type { LastEditors } from "../../model/documents/lastEditors.ts";
import type { FeatureRegistry } from "../featureRegistry.ts";

/** Registers what shows the status of a document and its unsaved changes. */
export function registerSaveFeature(
  { connections, locks }: ServiceContext,
  documents: OpenDocuments,
  underWay: SaveProgress,
  lastEditors: LastEditors,
  features: FeatureRegistry,
): void {
  features.own(registerFileMarks(features.own(new TabMarks(documents, locks, underWay))));
  // VS Code keeps showing the text of an earlier item of the same name. So there is one item,
  // hidden at most.
  features.own(followActiveDocument(documents, connections, locks, lastEditors));
  features.addEditors((context, own) => {
    own(registerCodeLenses({ scheme }, own(new StatusLensProvider(context))));
    own(new Gutter(context));
    own(followConflicts(documents));
  });
  features.addCommands(({ code, targets, changes }) => code.reviewCommands(changes, targets));
}
