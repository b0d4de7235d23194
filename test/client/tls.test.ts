import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { createCms } from "../../src/client/index.ts";
import type { Cms, CmsOptions } from "../../src/client/index.ts";
import { createAuthority, selfSigned } from "../support/certificates.ts";
import type { Authority, Certificate } from "../support/certificates.ts";
import { startHostile } from "../support/hostile.ts";
import { json, startLoopback } from "../support/loopback.ts";
import { misbehaviours } from "../support/misbehaviours.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { secureDocument, startTlsService } from "../support/tlsService.ts";
import { token } from "./loopbackCms.ts";
import type { Article } from "./loopbackCms.ts";
import { owning } from "./owning.ts";
import { tells } from "./verdict.ts";

const good = [null, [secureDocument], {}];
const list = (cms: Cms) => cms.collection<Article>("articles").findMany();

type Tls = NonNullable<CmsOptions["tls"]>;

describe("A service of https", () => {
  const own = owning();
  let authority: Authority;
  before(async () => {
    authority = await createAuthority();
  });

  const clientOf = (baseUrl: string, tls?: Tls): Cms =>
    own(createCms({ baseUrl, token, ...(tls && { tls }) }));
  const serviceWith = async (certificate: Certificate) => own(await startTlsService(certificate));

  const bad: Readonly<
    Record<string, readonly [code: string, () => Promise<Certificate>, ca: () => Tls]>
  > = {
    "that nobody but itself has signed": ["DEPTH_ZERO_SELF_SIGNED_CERT", selfSigned, () => ({})],
    "of an authority that nobody knows": [
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      () => authority.forServer(),
      () => ({}),
    ],
    "of another authority than the one that is trusted": [
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      selfSigned,
      () => ({ ca: authority.cert }),
    ],
    "for another host": [
      "ERR_TLS_CERT_ALTNAME_INVALID",
      () => authority.forServer({ names: ["cms.example.com"] }),
      () => ({ ca: authority.cert }),
    ],
    "whose time is over": [
      "CERT_HAS_EXPIRED",
      () => authority.forServer({ expired: true }),
      () => ({ ca: authority.cert }),
    ],
  };
  for (const [what, [code, certificate, tls]] of Object.entries(bad)) {
    for (const method of ["find", "delete"] as const) {
      it(`with a certificate ${what} is a TlsError of ${method}, and nothing is sent`, async () => {
        const service = await serviceWith(await certificate());

        const articles = clientOf(service.url, tls()).collection<Article>("articles");
        const [error, ...rest] = await articles[method]({ documentId: "tea1" });

        assert.deepEqual(
          [error?.name, error?.name === "TlsError" && error.code, error?.retryable, ...rest],
          ["TlsError", code, false, null, null],
        );
        assert.deepEqual([error?.attempts, service.requests], [1, []]);
      });
    }
  }

  it("is read where its authority is one of the extra ones", async () => {
    const another = await createAuthority();
    const service = await serviceWith(await authority.forServer());

    const results = [
      await list(clientOf(service.url, { ca: authority.cert })),
      await list(clientOf(service.url, { ca: [another.cert, authority.cert] })),
      await list(clientOf(service.url, { ca: `${another.cert}\n${authority.cert}` })),
      await list(clientOf(service.url, { ca: authority.cert, systemAuthorities: true })),
    ];

    assert.deepEqual(results, [good, good, good, good]);
  });

  it("is read by its name as well as by its number", async () => {
    const service = await serviceWith(await authority.forServer());
    const byName = service.url.replace("127.0.0.1", "localhost");

    assert.deepEqual(await list(clientOf(byName, { ca: authority.cert })), good);
  });

  it("of an authority that the machine trusts is read while another authority is given as extra", async () => {
    const another = await createAuthority();
    const service = await serviceWith(await authority.forServer());
    const folder = temporaryFolder();
    const file = join(folder.path, "authority.pem");
    writeFileSync(file, authority.cert);

    const said = await askedByAnotherProcess({ url: service.url, ca: another.cert }, file);
    folder.remove();

    assert.deepEqual([said, service.requests.length], ["read", 1]);
  });

  it("whose certificate is bad is read by the client that was told to, and by no other", async () => {
    const service = await serviceWith(await selfSigned());
    const trusting = clientOf(service.url, { rejectUnauthorized: false });
    const careful = clientOf(service.url);

    const results = [await list(trusting), await list(careful), await list(trusting)];

    assert.deepEqual(
      results.map(([error]) => error?.name),
      [undefined, "TlsError", undefined],
    );
    assert.equal(service.requests.length, 2);
  });

  it("whose certificate is bad is not read where the word is to reject it", async () => {
    const service = await serviceWith(await selfSigned());

    const [error] = await list(clientOf(service.url, { rejectUnauthorized: true }));

    assert.deepEqual([error?.name, service.requests], ["TlsError", []]);
  });

  describe("that wants to know its clients", () => {
    const wanting = async () =>
      own(
        await startTlsService({ ...(await authority.forServer()), onlyClientsOf: authority.cert }),
      );

    it("lets in one with a certificate", async () => {
      const service = await wanting();
      const tls = { ca: authority.cert, ...(await authority.forClient("ada")) };

      const result = await list(clientOf(service.url, tls));

      assert.deepEqual([result, service.requests.map(({ client }) => client)], [good, ["ada"]]);
    });

    it("lets in one with a certificate whose key is locked", async () => {
      const service = await wanting();
      const certificate = await authority.forClient("ada", "open sesame");
      const tls = { ca: authority.cert, ...certificate, passphrase: "open sesame" };

      assert.deepEqual(await list(clientOf(service.url, tls)), good);
    });

    it("lets in one that takes any certificate of the service", async () => {
      const service = await wanting();
      const tls = { rejectUnauthorized: false, ...(await authority.forClient("ada")) };

      assert.deepEqual(await list(clientOf(service.url, tls)), good);
    });

    it("is an error for one without", async () => {
      const service = await wanting();

      const [error, ...rest] = await list(clientOf(service.url, { ca: authority.cert }));

      // Node's server hangs up without an alert: by itself that looks like any broken connection.
      assert.match(error?.name ?? "", /^(Tls|Network)Error$/);
      assert.deepEqual([service.requests, ...rest], [[], null, null]);
    });
  });

  it("that speaks http after all is a TlsError, and nothing is sent", async () => {
    const service = own(await startLoopback());
    service.answer(json([]));

    const [error] = await list(clientOf(service.url.replace("http:", "https:")));

    assert.deepEqual([error?.name, service.requests], ["TlsError", []]);
  });

  for (const what of ["a hang-up on each connection", "a reset of each connection"]) {
    it(`that breaks off before anything is agreed, by ${what}, is a NetworkError`, async () => {
      const service = own(await startHostile());
      service.behave(misbehaviours(service.elsewhere.url)[what]!);

      const cms = own(createCms({ baseUrl: service.url.replace("http:", "https:"), retries: 1 }));
      const [error, ...rest] = await list(cms);

      assert.deepEqual([error?.name, error?.attempts, ...rest], ["NetworkError", 2, null, null]);
    });
  }

  it("is an error for a client that speaks http", async () => {
    const service = await serviceWith(await authority.forServer());

    const [error] = await list(clientOf(service.url.replace("https:", "http:")));

    assert.match(error?.name ?? "none", /^(Network|Http|Validation)Error$/);
    assert.equal(tells(error, [token]), false);
  });
});

describe("Certificates that can't be used", () => {
  let certificate: Certificate;
  before(async () => {
    const authority = await createAuthority();
    certificate = await authority.forClient("ada", "open sesame");
  });

  const bad: Readonly<Record<string, () => Tls>> = {
    "an authority that is none": () => ({ ca: "tea" }),
    "a certificate that is none": () => ({ ...certificate, cert: "tea" }),
    "a key that is none": () => ({ ...certificate, key: "tea" }),
    "a key that stays locked": () => certificate,
    "a wrong passphrase": () => ({ ...certificate, passphrase: "close sesame" }),
  };
  for (const [what, tls] of Object.entries(bad)) {
    it(`are a TypeError when the client is made, for ${what}`, () => {
      assert.throws(
        () => createCms({ baseUrl: "https://127.0.0.1", tls: tls() }),
        (error) => error instanceof TypeError && !tells(error, ["sesame", certificate.key]),
      );
    });
  }
});

const run = promisify(execFile);

/** What a client says in a process whose machine trusts one more authority: `read`, or an error's name. */
async function askedByAnotherProcess(
  how: { readonly url: string; readonly ca: string },
  trustedFile: string,
): Promise<string> {
  const script = `
    import { createCms } from ${JSON.stringify(new URL("../../src/client/index.ts", import.meta.url).href)};
    const { url, ca } = JSON.parse(process.env.HOW);
    const cms = createCms({ baseUrl: url, tls: { ca } });
    const [error] = await cms.collection("articles").findMany();
    await cms.close();
    process.stdout.write(error ? error.name : "read");
  `;
  const words = ["--import", "tsx", "--input-type=module", "--eval", script];
  const { stdout } = await run(process.execPath, words, {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: trustedFile, HOW: JSON.stringify(how) },
  });
  return stdout;
}
