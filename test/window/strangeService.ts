import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createAuthority } from "../support/certificates.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { startTlsService } from "../support/tlsService.ts";

/** A service whose certificate is of an authority that nobody knows, and the file with that. */
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
