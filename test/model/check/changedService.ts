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

/** The length that the changed schema requires of a summary. */
export const shortestSummary = 150;

const schemaChanges: SchemaChanges = {
  article: {
    kind: { enum: ["feature", "guide", "dispatch", "history"] },
    summary: { minLength: shortestSummary },
  },
  author: { portrait: { required: true } },
  category: { description: { maxLength: 20 } },
  page: { leadArticle: { required: true } },
  tag: { oldIcon: { type: "media", multiple: false, visible: false } },
};

let shared: Promise<Service> | undefined;

after(async () => {
  await (await shared)?.stop();
});

/** Gives the tests of a describe() a service with stricter types. All files share the service. */
export function useChangedService(): () => Service {
  let service: Service;
  before("start the service with another schema", async function () {
    this.timeout(180_000);
    shared ??= startChangedService(schemaChanges);
    service = await shared;
  });
  return () => service;
}
