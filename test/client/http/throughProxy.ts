import { createCms } from "../../../src/client/index.ts";
import type { Cms, CmsError, CmsOptions } from "../../../src/client/index.ts";
import { createAuthority } from "../../support/certificates.ts";
import type { Authority, Certificate } from "../../support/certificates.ts";
import { json, startLoopback } from "../../support/loopback.ts";
import type { Loopback } from "../../support/loopback.ts";
import { startProxy } from "../../support/proxy.ts";
import type { Proxy } from "../../support/proxy.ts";
import { secureDocument, startTlsService } from "../../support/tlsService.ts";
import type { TlsService } from "../../support/tlsService.ts";
import { token } from "../loopbackCms.ts";
import { owning } from "../owning.ts";

export const headers = { "x-tenant": "tea-house" };

/** The name, the code and the status of an error. */
export const facts = (error: CmsError | null) => [
  error?.name,
  error && "code" in error ? error.code : undefined,
  error?.status,
];

interface ThroughProxy {
  readonly endAfterTest: ReturnType<typeof owning>;
  readonly authority: Authority;
  readonly plain: Loopback;
  readonly secure: TlsService;
  /** The proxy of the clients. A test can replace it. */
  proxy: Proxy;
  readonly clientOf: (baseUrl: string, options?: Partial<CmsOptions>) => Cms;
}

/** Creates an HTTP service, an HTTPS service and a proxy for each test of a describe(). */
export function throughProxy(): ThroughProxy {
  const endAfterTest = owning();
  let authority: Authority;
  let certificate: Certificate;
  let plain: Loopback;
  let secure: TlsService;
  let proxy: Proxy;
  before(async () => {
    authority = await createAuthority();
    certificate = await authority.forServer();
  });
  beforeEach(async () => {
    plain = endAfterTest(await startLoopback());
    plain.answer(json({ data: [secureDocument], meta: {} }));
    secure = endAfterTest(await startTlsService(certificate));
    proxy = endAfterTest(await startProxy());
  });

  const clientOf = (baseUrl: string, options: Partial<CmsOptions> = {}): Cms =>
    endAfterTest(
      createCms({
        baseUrl,
        token,
        headers,
        retries: 0,
        proxy: proxy.url,
        tls: { ca: authority.cert },
        ...options,
      }),
    );

  return {
    endAfterTest,
    clientOf,
    get authority() {
      return authority;
    },
    get plain() {
      return plain;
    },
    get secure() {
      return secure;
    },
    get proxy() {
      return proxy;
    },
    set proxy(another) {
      proxy = another;
    },
  };
}
