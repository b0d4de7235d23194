import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createAuthority } from "../support/certificates.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { startTlsService } from "../support/tlsService.ts";

/**
 * Starts a service whose certificate comes from an unknown authority, and writes the authority's certificate to a file.
 */
export async function startStrangeService() {
  const authority = await createAuthority();
  const secure = await startTlsService(await authority.forServer());
  const folder = temporaryFolder();
  const file = join(folder.path, "authority.pem");
  writeFileSync(file, authority.cert);
  return {
    url: secure.url,
    requests: secure.requests,
    file,
    stop: async (): Promise<void> => {
      await secure.stop();
      folder.remove();
    },
  };
}
