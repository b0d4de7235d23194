import { describeService } from "./descriptions.ts";
import type { DatabaseKind, ServiceDescription } from "./descriptions.ts";

type Test = (title: string, run: () => Promise<void> | void) => void;

/** The service that this run is on. */
export const currentService: ServiceDescription = describeService();

/** `it` where this holds; elsewhere the test is skipped, and its title ends with the reason. */
const itWhere =
  (holds: boolean, reason: string): Test =>
  (title, run) => {
    if (holds) it(title, run);
    else it.skip(`${title} (not here: ${reason})`, run);
  };

/** A test of what these databases do, and why others do otherwise. */
export const itOn = (databases: readonly DatabaseKind[], reason: string): Test =>
  itWhere(databases.includes(currentService.database), reason);

/** A test of what Strapi does from this version on, and what older ones do. */
export const itSince = (version: string, reason: string): Test =>
  itWhere(isAtLeast(currentService.version, version), reason);

/** Whether one version, such as "5.47.1", is the same as another or newer. */
export function isAtLeast(version: string, wanted: string): boolean {
  const [mine, other] = [version, wanted].map((text) => text.split(".").map(Number));
  const at = mine?.findIndex((number, index) => number !== other?.[index]) ?? -1;
  return at < 0 || (mine?.[at] ?? 0) > (other?.[at] ?? 0);
}
