import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeService } from "../services/descriptions.ts";
import { copyProject } from "../services/projects.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

type Attribute = Readonly<Record<string, unknown>>;

/** New properties of attributes, by attribute and type, or component such as `shared/seo`. */
export type SchemaChanges = Readonly<Record<string, Readonly<Record<string, Attribute>>>>;

/** Copies the service's project, and changes the schema of its types as a developer does. Returns the folder. */
export function copyChangedProject(changes: SchemaChanges): string {
  const { path } = temporaryFolder();
  copyProject(describeService(), path);
  for (const [name, attributes] of Object.entries(changes)) {
    const file = name.includes("/")
      ? join(path, "src/components", `${name}.json`)
      : join(path, "src/api", name, "content-types", name, "schema.json");
    const schema = JSON.parse(readFileSync(file, "utf8")) as {
      readonly attributes: Record<string, Attribute>;
    };
    for (const [key, properties] of Object.entries(attributes)) {
      schema.attributes[key] = { ...schema.attributes[key], ...properties };
    }
    writeFileSync(file, JSON.stringify(schema));
  }
  return path;
}

/** Adds attributes to the users of a project as a developer does, in the extension of the plugin. */
export function addUserAttributes(
  project: string,
  attributes: Readonly<Record<string, Attribute>>,
): void {
  const folder = join(project, "src/extensions/users-permissions");
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "strapi-server.js"),
    `module.exports = (plugin) => {
  Object.assign(plugin.contentTypes.user.schema.attributes, ${JSON.stringify(attributes)});
  return plugin;
};
`,
  );
}
