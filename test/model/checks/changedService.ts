import { copyChangedProject } from "../../support/changedProject.ts";
import type { SchemaChanges } from "../../support/changedProject.ts";
import { startService } from "../../support/service.ts";
import type { Service } from "../../support/service.ts";

/**
 * Starts a service on the content of the magazine, after a developer has changed the schema of its
 * types. The content is as it was saved before the change.
 */
export const startChangedService = (changes: SchemaChanges): Promise<Service> =>
  startService({ from: copyChangedProject(changes) });
