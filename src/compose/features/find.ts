import type { ChangeContext } from "../../commands/dependencies.ts";
import type { ShowRow } from "../../commands/finding/revealDocument.ts";
import type { FeatureRegistry } from "../registry.ts";

/** `extension` is the extension's own id, which its links begin with. */
export function registerFindFeature(
  changes: ChangeContext,
  extension: string,
  showRow: ShowRow,
  features: FeatureRegistry,
): void {
  features.addCommands(async (targets) => {
    const { findingCommands } = await import("../../commands/finding/findContent.ts");
    return findingCommands(changes, targets, extension, showRow);
  });
}
