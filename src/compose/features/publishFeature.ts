import { TargetDiagnostics } from "../../editor/publish/targetDiagnostics.ts";
import { TargetStates } from "../../model/publish/targetStates.ts";
import type { OpenDocuments } from "../../model/save/openDocuments.ts";
import type { Catalogs } from "../../model/schemas/catalogs.ts";
import type { FeatureRegistry } from "../featureRegistry.ts";

/** Returns which targets of relations are published. */
export function registerPublishFeature(
  catalogs: Catalogs,
  documents: OpenDocuments,
  features: FeatureRegistry,
): TargetStates {
  features.addEditors((context, own) => {
    own(new TargetDiagnostics(context));
  });
  features.addCommands(({ code, targets, view, runs }) =>
    code.publishCommands({ ...view, ...runs }, targets),
  );
  return features.own(new TargetStates({ catalogs, documents }));
}
