import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

/** A VS Code to test in: code-server's program and the Node that runs it. */
export interface Host {
  readonly node: string;
  readonly program: string;
}

const hosts = resolve(import.meta.dirname, "../hosts");

/** The host that CMS_TEST_HOST names, a folder of test/hosts; the newest by default. */
export function findHost(name = process.env["CMS_TEST_HOST"] ?? "newest"): Host {
  const packages = join(hosts, name, "node_modules");
  const program = join(packages, "code-server/out/node/entry.js");
  // npm has one package of Node for each platform, under two names.
  const { platform, arch } = process;
  const node = [`node-${platform}-${arch}`, `node-bin-${platform}-${arch}`]
    .map((folder) => join(packages, folder, "bin/node"))
    .find(existsSync);
  if (node === undefined || !existsSync(program)) {
    throw new Error(`test/hosts/${name} is not installed: npm run setup`);
  }
  return { node, program };
}
