import { TargetProblems } from "../../editor/publish/targetDiagnostics.ts";
import { TargetStates } from "../../model/publish/targetStates.ts";
import type { Documents } from "../../model/save/openDocuments.ts";
import type { Catalogs } from "../../model/schemas/catalogs.ts";
import type { FeatureRegistry } from "../featureRegistry.ts";

/** Returns which targets of relations are published. */
export function registerPublishFeature(
  catalogs: Catalogs,
  documents: Documents,
  features: FeatureRegistry,
): TargetStates {
  features.addEditors((context, own) => {
    own(new TargetProblems(context));
  });
  features.addCommands(({ code, targets, view, runs }) =>
    code.publishCommands({ ...view, ...runs }, targets),
  );
  return features.own(new TargetStates({ catalogs, documents }));
}
