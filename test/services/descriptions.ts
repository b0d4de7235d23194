import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export type DatabaseKind = "sqlite" | "postgres" | "mariadb";

/** One of the services that the tests can run on. */
export interface ServiceDescription {
  readonly name: ServiceName;
  readonly database: DatabaseKind;
  /** The folder whose packages the service runs on. */
  readonly packages: string;
  /** The folder with the files that differ from the magazine; undefined for the magazine itself. */
  readonly changes: string | undefined;
  /** The version of Strapi, such as "5.54.0". */
  readonly version: string;
}

const folderOf = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The magazine: the project that every service runs, as it is or with changes. */
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

/** The service of this name; without a name the one that CMS_TEST_SERVICE names, else the newest. */
export function describeService(
  name = process.env["CMS_TEST_SERVICE"] ?? "newest",
): ServiceDescription {
  const found = descriptions.find((description) => description.name === name);
  if (!found) {
    throw new Error(`There is no service "${name}". Choose one of ${serviceNames.join(", ")}.`);
  }
  return found;
}

function versionIn(packages: string): string {
  const file = join(packages, "package.json");
  if (!existsSync(file)) throw new Error(`${file} is missing.`);
  const { dependencies } = JSON.parse(readFileSync(file, "utf8")) as {
    dependencies: Record<string, string>;
  };
  return dependencies["@strapi/strapi"] ?? "";
}
