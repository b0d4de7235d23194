import type { RunContext, ViewContext } from "../../commands/dependencies.ts";
import { TargetProblems } from "../../editor/targetProblems.ts";
import { TargetStates } from "../../model/changes/lifecycle/targetStates.ts";
import type { FeatureRegistry } from "../registry.ts";

/** Returns which targets of relations are published. */
export function registerPublishFeature(
  view: ViewContext,
  runs: () => Promise<RunContext>,
  features: FeatureRegistry,
): TargetStates {
  features.addEditors((context, own) => {
    own(new TargetProblems(context));
  });
  features.addCommands(async (targets) => {
    const { publishCommands } = await import("../../commands/publishCommands.ts");
    return publishCommands({ ...view, ...(await runs()) }, targets);
  });
  return features.own(new TargetStates(view));
}
