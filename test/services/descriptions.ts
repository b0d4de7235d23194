import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export type DatabaseKind = "sqlite" | "postgres" | "mariadb";

/** A service that the tests can run on. */
export interface ServiceDescription {
  readonly name: ServiceName;
  readonly database: DatabaseKind;
  /** The folder of the service's packages. */
  readonly packages: string;
  /** The folder with the files that replace those of the magazine. Undefined for the magazine itself. */
  readonly changes: string | undefined;
  /** The version of Strapi, such as "5.54.0". */
  readonly version: string;
}

const folderOf = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The folder of the magazine: the project that every service runs, with or without changes. */
export const magazineFolder = folderOf("cms");

const describe = (
  name: string,
  database: DatabaseKind,
  { packages = "cms", changes }: { packages?: string; changes?: string } = {},
): Omit<ServiceDescription, "name"> & { readonly name: string } => ({
  name,
  database,
  packages: folderOf(packages),
  changes: changes === undefined ? undefined : folderOf(changes),
  version: versionIn(folderOf(packages)),
});

export const serviceNames = ["newest", "postgres", "shaped", "floor", "middle", "mariadb"] as const;
export type ServiceName = (typeof serviceNames)[number];

const descriptions = [
  describe("newest", "sqlite"),
  describe("postgres", "postgres"),
  describe("shaped", "sqlite", { changes: "services/shaped" }),
  describe("floor", "sqlite", { packages: "services/floor" }),
  describe("middle", "sqlite", { packages: "services/middle" }),
  describe("mariadb", "mariadb"),
] as readonly ServiceDescription[];

/** Describes the service of this name. The default is the service in CMS_TEST_SERVICE, or else the newest one. */
export function describeService(
  name = process.env["CMS_TEST_SERVICE"] ?? "newest",
): ServiceDescription {
  const match = descriptions.find((description) => description.name === name);
  if (!match) {
    throw new Error(`There is no service "${name}". Choose one of ${serviceNames.join(", ")}.`);
  }
  return match;
}

function versionIn(packages: string): string {
  const file = join(packages, "package.json");
  if (!existsSync(file)) throw new Error(`${file} is missing.`);
  const { dependencies } = JSON.parse(readFileSync(file, "utf8")) as {
    dependencies: Record<string, string>;
  };
  return dependencies["@strapi/strapi"] ?? "";
}
