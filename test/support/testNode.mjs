// Chooses the Node for services and for tests that open their databases.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

const hosts = resolve(import.meta.dirname, "../hosts");

/** Whether this Node can load better-sqlite3, which the service and the tests use. */
export const opensDatabases = Number.parseInt(process.versions.node, 10) >= 22;

/** The path of this Node, or of the host's Node if this one is too old. The host must be installed then. */
export function testNode() {
  if (opensDatabases) return process.execPath;
  const host = process.env.CMS_TEST_HOST ?? "newest";
  const node = findNode(join(hosts, host, "node_modules"));
  if (node === undefined) throw new Error(`test/hosts/${host} is not installed: npm run setup`);
  return node;
}

/**
 * The Node in a node_modules folder, or undefined. npm has a package of Node for each platform, with one of two naming
 * schemes.
 */
export function findNode(packages) {
  const { platform, arch } = process;
  return [`node-${platform}-${arch}`, `node-bin-${platform}-${arch}`]
    .map((folder) => join(packages, folder, "bin/node"))
    .find((path) => existsSync(path));
}
