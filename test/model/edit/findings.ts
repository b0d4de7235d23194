import type { Finding } from "../../../src/model/foundation/valueProblem.ts";

/** The path and code of each finding. */
export const reported = (findings: readonly Finding[]): string[] =>
  findings.map(({ path, code }) => `${path.join(".")}: ${code}`);
