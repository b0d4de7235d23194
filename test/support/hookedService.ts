import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { copyChangedProject } from "./changedProject.ts";
import type { SchemaChanges } from "./changedProject.ts";
import { startService } from "./service.ts";
import type { Service } from "./service.ts";

const hooks = fileURLToPath(new URL("../services/hooks", import.meta.url));

/** Attributes that only the hooks set. */
const schemaChanges: SchemaChanges = {
  author: { uuid: { type: "string" } },
  page: { formerSlugs: { type: "json", pluginOptions: { i18n: { localized: true } } } },
};

/** Starts the magazine with hooks that expect every request to contain all attributes of a document. */
export function startHookedService(): Promise<Service> {
  const project = copyChangedProject(schemaChanges);
  cpSync(hooks, project, { recursive: true });
  return startService({ from: project });
}
