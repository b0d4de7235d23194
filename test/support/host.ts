import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { findNode } from "./testNode.mjs";

/** A VS Code for tests: the program of code-server and the Node that runs it. */
export interface Host {
  readonly node: string;
  readonly program: string;
}

const hosts = resolve(import.meta.dirname, "../hosts");

/** The host in CMS_TEST_HOST, which is a folder of test/hosts. The default is the newest one. */
export function findHost(name = process.env["CMS_TEST_HOST"] ?? "newest"): Host {
  const packages = join(hosts, name, "node_modules");
  const program = join(packages, "code-server/out/node/entry.js");
  const node = findNode(packages);
  if (node === undefined || !existsSync(program)) {
    throw new Error(`test/hosts/${name} is not installed: npm run setup`);
  }
  return { node, program };
}
