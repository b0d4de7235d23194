import type { Certificate } from "../../support/certificates.ts";

/** A certificate of an authority that the launcher has added to those of the operating system, for this run only. */
export function knownToTheSystem(): Certificate {
  const reported = process.env["CMS_TEST_CERTIFICATE"];
  if (reported === undefined) throw new Error("Run the suite through test/suite/launch.ts.");
  return JSON.parse(reported) as Certificate;
}
