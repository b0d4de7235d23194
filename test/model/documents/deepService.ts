import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AttributeSchema } from "../../../src/client/index.ts";
import { describeService } from "../../services/descriptions.ts";
import { addCoreFactories, copyProject } from "../../services/projects.ts";
import { startService } from "../../support/service.ts";
import type { Service } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { everyKind } from "../deepKitchen.ts";

type Attributes = Readonly<Record<string, AttributeSchema>>;

/** The components of the dynamic zone, and the number of levels below each. */
export const levels: readonly (readonly [name: string, below: number])[] = [
  ...["one", "red"].map((name) => [name, 3] as const),
  ["two", 2],
  ["three", 1],
  ["four", 0],
];

function attributesOf(below: number): Attributes {
  const [next] = levels.find(([, depth]) => depth === below - 1) ?? [];
  if (next === undefined) return everyKind;
  const component = `level.${next}`;
  return {
    ...everyKind,
    must: { type: "component", component, required: true },
    parts: { type: "component", component, repeatable: true },
  };
}

/**
 * The magazine's service with one more type, `deeps`. It has attributes of every type, four levels deep, in a dynamic
 * zone.
 */
export async function startDeepService(): Promise<Service> {
  const { path } = temporaryFolder();
  copyProject(describeService(), path);
  for (const [name, below] of levels) {
    write(path, `components/level/${name}.json`, {
      collectionName: `components_level_${name}`,
      info: { displayName: name },
      attributes: attributesOf(below),
    });
  }
  write(path, "api/deep/content-types/deep/schema.json", {
    kind: "collectionType",
    collectionName: "deeps",
    info: { singularName: "deep", pluralName: "deeps", displayName: "Deep" },
    options: { draftAndPublish: true },
    attributes: {
      title: { type: "string" },
      ...everyKind,
      zone: {
        type: "dynamiczone",
        components: levels.map(([name]) => `level.${name}`),
      },
    },
  });
  addCoreFactories(join(path, "src/api"));
  return startService({ from: path });
}

function write(folder: string, name: string, content: object): void {
  const path = join(folder, "src", name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, JSON.stringify(content));
}
