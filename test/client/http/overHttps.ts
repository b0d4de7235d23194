import { createCms } from "../../../src/client/index.ts";
import type { Cms, CmsOptions } from "../../../src/client/index.ts";
import { createAuthority } from "../../support/certificates.ts";
import type { Authority } from "../../support/certificates.ts";
import { token } from "../loopbackCms.ts";
import { owning } from "../owning.ts";

export type Tls = NonNullable<CmsOptions["tls"]>;

interface OverHttps {
  readonly endAfterTest: ReturnType<typeof owning>;
  readonly authority: Authority;
  readonly clientOf: (baseUrl: string, tls?: Tls) => Cms;
}

/** Provides HTTPS services, clients of them, and an authority that signs their certificates. */
export function overHttps(): OverHttps {
  const endAfterTest = owning();
  let authority: Authority;
  before(async () => {
    authority = await createAuthority();
  });

  const clientOf = (baseUrl: string, tls?: Tls): Cms =>
    endAfterTest(createCms({ baseUrl, token, ...(tls && { tls }) }));

  return {
    endAfterTest,
    clientOf,
    get authority() {
      return authority;
    },
  };
}
