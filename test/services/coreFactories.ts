import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes Strapi's own controllers, routes and services for each type of a project that has none, into its `src/api`. */
export function addCoreFactories(api: string): void {
  for (const name of readdirSync(api)) {
    for (const part of ["Controller", "Router", "Service"]) {
      const folder = join(api, name, part === "Router" ? "routes" : `${part.toLowerCase()}s`);
      const file = join(folder, `${name}.js`);
      if (existsSync(file)) continue;
      mkdirSync(folder, { recursive: true });
      const factory = `require("@strapi/strapi").factories.createCore${part}`;
      writeFileSync(file, `module.exports = ${factory}("api::${name}.${name}");\n`);
    }
  }
}
