import type { ChangeContext } from "../../commands/dependencies.ts";
import { followConflicts } from "../../editor/conflicts.ts";
import { Gutter } from "../../editor/gutter.ts";
import { Lenses } from "../../editor/lenses.ts";
import { TabMarks } from "../../editor/tabMarks.ts";
import type { SavesUnderWay } from "../../files/savesUnderWay.ts";
import { scheme } from "../../files/uri.ts";
import { registerCodeLenses, registerFileMarks } from "../../host/surfaces/languageFeatures.ts";
import type { FeatureRegistry } from "../registry.ts";

export function registerSaveFeature(
  changes: ChangeContext,
  underWay: SavesUnderWay,
  features: FeatureRegistry,
): void {
  const { documents, locks } = changes;
  features.own(registerFileMarks(features.own(new TabMarks(documents, locks, underWay))));
  features.addEditors((context, own) => {
    own(registerCodeLenses({ scheme }, own(new Lenses(context))));
    own(new Gutter(context));
    own(followConflicts(documents));
  });
  features.addCommands(async (targets) => {
    const { reviewCommands } = await import("../../commands/reviewCommands.ts");
    return reviewCommands(changes, targets);
  });
}
