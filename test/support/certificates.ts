import { randomUUID } from "node:crypto";
import { generate } from "selfsigned";

/** A certificate and its private key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** The properties of a server certificate. */
interface ServerCertificate {
  /** The host names and addresses of the certificate. The default is `localhost` and `127.0.0.1`. */
  readonly names?: readonly string[];
  /** Whether the certificate has expired. */
  readonly expired?: boolean;
}

/** A certificate authority. A client that trusts `cert` trusts all certificates that the authority signs. */
export interface Authority {
  readonly cert: string;
  forServer(what?: ServerCertificate): Promise<Certificate>;
  /** Creates a client certificate. Encrypts its key if a passphrase is given. */
  forClient(name: string, passphrase?: string): Promise<Certificate>;
}

const day = 24 * 60 * 60 * 1000;
const localNames = ["localhost", "127.0.0.1"];

/** Creates an authority that no system trusts. It and its certificates exist only in memory. */
export async function createAuthority(): Promise<Authority> {
  // TLS finds the issuer by its name, so each authority has a unique one.
  const authorityCertificate = await make(`Loopback authority ${randomUUID()}`, [
    { name: "basicConstraints", cA: true, critical: true },
    { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
  ]);

  return {
    cert: authorityCertificate.cert,
    forServer: (what = {}) => makeForServer(what, authorityCertificate),
    forClient: (name, passphrase) =>
      make(name, [{ name: "extKeyUsage", clientAuth: true }], {
        ca: authorityCertificate,
        passphrase,
      }),
  };
}

/** Creates a self-signed certificate for the given names. The default is this machine. */
export const selfSigned = (names: readonly string[] = localNames): Promise<Certificate> =>
  makeForServer({ names });

function makeForServer(
  { names = localNames, expired = false }: ServerCertificate,
  ca?: Certificate,
): Promise<Certificate> {
  const altNames = names.map((name) =>
    /^[\d.]+$/.test(name) ? { type: 7 as const, ip: name } : { type: 2 as const, value: name },
  );
  const extensions: Extensions = [
    { name: "basicConstraints", cA: false, critical: true },
    { name: "extKeyUsage", serverAuth: true },
    { name: "subjectAltName", altNames },
  ];
  return make(names[0] ?? "nobody", extensions, { ca, expired });
}

type Extensions = NonNullable<NonNullable<Parameters<typeof generate>[1]>["extensions"]>;

interface Making {
  readonly ca?: Certificate | undefined;
  readonly passphrase?: string | undefined;
  readonly expired?: boolean;
}

async function make(
  name: string,
  extensions: Extensions,
  { ca, passphrase, expired = false }: Making = {},
): Promise<Certificate> {
  const pems = await generate([{ name: "commonName", value: name }], {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: new Date(Date.now() - 2 * day),
    notAfterDate: new Date(Date.now() + (expired ? -day : day)),
    extensions,
    ...(ca && { ca }),
    ...(passphrase !== undefined && { passphrase }),
  });
  return { cert: pems.cert, key: pems.private };
}
