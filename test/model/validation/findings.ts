import type { Finding } from "../../../src/model/foundation/contentProblem.ts";

/** Where each finding stands, and what it is. */
export const told = (findings: readonly Finding[]): string[] =>
  findings.map(({ path, code }) => `${path.join(".")}: ${code}`);
