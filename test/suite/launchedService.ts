import type { Access } from "../support/service.ts";

/** The content service that the launcher has started for this run: its URL and its credentials. */
export function launchedService(): Access & { readonly url: string } {
  const told = process.env["CMS_TEST_SERVICE"];
  if (told === undefined) throw new Error("Run the suite through test/suite/launch.ts.");
  return JSON.parse(told) as Access & { readonly url: string };
}
