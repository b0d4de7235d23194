import type { DefectiveService } from "../support/defectiveService.ts";
import type { Access } from "../support/service.ts";

/** The content service that the launcher has started for this run: its URL and its credentials. */
export const launchedService = (): Launched<Access> => launched("CMS_TEST_SERVICE");

/** The service with one defect of each rule. */
export const launchedDefects = (): Launched<DefectiveService> => launched("CMS_TEST_DEFECTS");

type Launched<Service> = Service & { readonly url: string };

function launched<Service>(name: string): Launched<Service> {
  const told = process.env[name];
  if (told === undefined) throw new Error("Run the suite through test/suite/launch.ts.");
  return JSON.parse(told) as Launched<Service>;
}
