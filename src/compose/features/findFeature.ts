import type { ShowRow } from "../../commands/find/revealDocument.ts";
import type { FeatureRegistry } from "../featureRegistry.ts";

/** `extension` is the extension's own id, which its links begin with. */
export function registerFindFeature(
  extension: string,
  showRow: ShowRow,
  features: FeatureRegistry,
): void {
  features.addCommands(({ code, targets, changes }) =>
    code.findingCommands(changes, targets, extension, showRow),
  );
}
