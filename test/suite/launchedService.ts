import type { DefectiveService } from "../support/defectiveService.ts";
import type { Access } from "../support/service.ts";

type Launched<Service> = Service & { readonly url: string };

/** The content service that the launcher has started for this run: its URL and its credentials. */
export const launchedService = (): Launched<Access> =>
  JSON.parse(variable("CMS_TEST_SERVICE")) as Launched<Access>;

/** Resolves with the service with one defect of each rule. The launcher starts it for the first call. */
export async function launchedDefects(): Promise<Launched<DefectiveService>> {
  const response = await fetch(variable("CMS_TEST_DEFECTS"));
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Launched<DefectiveService>;
}

function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error("Run the suite through test/suite/launch.ts.");
  return value;
}
