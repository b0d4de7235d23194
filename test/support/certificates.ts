import { randomUUID } from "node:crypto";
import { generate } from "selfsigned";

/** A certificate and its private key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** What a certificate for a server says. */
interface ServerCertificate {
  /** The names it is for; `localhost` and `127.0.0.1` unless given. */
  readonly names?: readonly string[];
  /** Whether its time is over. */
  readonly expired?: boolean;
}

/** Whoever trusts `cert` trusts what it signs. */
export interface Authority {
  readonly cert: string;
  forServer(what?: ServerCertificate): Promise<Certificate>;
  /** A certificate by which a client shows who it is; its key is encrypted where a passphrase is given. */
  forClient(name: string, passphrase?: string): Promise<Certificate>;
}

const day = 24 * 60 * 60 * 1000;
const here = ["localhost", "127.0.0.1"];

/** Makes an authority that nobody has heard of. It lives in memory alone, as what it signs does. */
export async function createAuthority(): Promise<Authority> {
  // Issuers are looked up by name: two of one name would be taken for each other.
  const own = await make(`Loopback authority ${randomUUID()}`, [
    { name: "basicConstraints", cA: true, critical: true },
    { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
  ]);

  return {
    cert: own.cert,
    forServer: (what = {}) => makeForServer(what, own),
    forClient: (name, passphrase) =>
      make(name, [{ name: "extKeyUsage", clientAuth: true }], { ca: own, passphrase }),
  };
}

/** A certificate for this machine, or what else it is called, that nobody but itself has signed. */
export const selfSigned = (names: readonly string[] = here): Promise<Certificate> =>
  makeForServer({ names });

function makeForServer(
  { names = here, expired = false }: ServerCertificate,
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
  const made = await generate([{ name: "commonName", value: name }], {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: new Date(Date.now() - 2 * day),
    notAfterDate: new Date(Date.now() + (expired ? -day : day)),
    extensions,
    ...(ca && { ca }),
    ...(passphrase !== undefined && { passphrase }),
  });
  return { cert: made.cert, key: made.private };
}
