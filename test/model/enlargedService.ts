import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AttributeSchema } from "../../src/client/index.ts";
import { addCoreFactories } from "../services/projects.ts";
import { addUserAttributes, copyChangedProject } from "../support/changedProject.ts";
import { startService } from "../support/service.ts";
import { sharedService } from "../support/sharedService.ts";
import { everyKind } from "./deepKitchen.ts";

type Attribute = Readonly<Record<string, unknown>>;

/**
 * Gives the tests of a describe() the magazine's service with more relations, more attributes of users and one more
 * type. The tests of all files share it.
 */
export const useEnlargedService = sharedService("with more types", () =>
  startService({ from: copyEnlargedProject() }),
);

const to = (relation: string, target: string, more: object = {}): Attribute => ({
  type: "relation",
  relation,
  target: target.includes("::") ? target : `api::${target}.${target}`,
  ...more,
});
const quote = { type: "component", component: "sections.quote" };

/** Types with and without drafts, localized and not, have each kind of relation to each other. */
const relations = {
  article: {
    coauthor: to("oneToOne", "author"),
    reviewers: to("manyToMany", "author"),
    patron: to("oneToOne", "author", { inversedBy: "patronOf" }),
    helpers: to("manyToMany", "author", { inversedBy: "helps" }),
    emblem: to("oneToOne", "category", { inversedBy: "emblemOf" }),
    fans: to("oneToMany", "author", { mappedBy: "fanOf" }),
    starOf: to("oneToOne", "category", { mappedBy: "star" }),
    subject: { type: "relation", relation: "morphToOne" },
    subjects: { type: "relation", relation: "morphToMany" },
  },
  author: {
    patronOf: to("oneToOne", "article", { mappedBy: "patron" }),
    homepagePatronOf: to("oneToOne", "homepage", { mappedBy: "patron" }),
    idolOf: to("oneToOne", "plugin::users-permissions.user", { mappedBy: "idol" }),
    helps: to("manyToMany", "article", { mappedBy: "helpers" }),
    leads: to("oneToMany", "category", { mappedBy: "lead" }),
    mascotOf: to("oneToOne", "category", { mappedBy: "mascot" }),
    mentor: to("manyToOne", "author", { inversedBy: "mentees" }),
    mentees: to("oneToMany", "author", { mappedBy: "mentor" }),
    rival: to("oneToOne", "author", { inversedBy: "rivalOf" }),
    rivalOf: to("oneToOne", "author", { mappedBy: "rival" }),
    friend: to("oneToOne", "author"),
    friends: to("manyToMany", "author"),
    favorite: to("oneToOne", "article"),
    fanOf: to("manyToOne", "article", { inversedBy: "fans" }),
    badge: to("oneToOne", "category", { inversedBy: "badgeOf" }),
  },
  category: {
    emblemOf: to("oneToOne", "article", { mappedBy: "emblem" }),
    badgeOf: to("oneToOne", "author", { mappedBy: "badge" }),
    head: to("manyToOne", "author"),
    lead: to("manyToOne", "author", { inversedBy: "leads" }),
    mascot: to("oneToOne", "author", { inversedBy: "mascotOf" }),
    pick: to("oneToOne", "article"),
    star: to("oneToOne", "article", { inversedBy: "starOf" }),
    quote,
  },
  homepage: { patron: to("oneToOne", "author", { inversedBy: "homepagePatronOf" }) },
  page: { quote },
};

/** Attributes of users with media, relations and components. */
export const userAttributes = {
  avatar: { type: "media", multiple: false },
  pictures: { type: "media", multiple: true },
  favorite: to("oneToOne", "tag"),
  interests: to("manyToMany", "tag"),
  homepage: { type: "component", component: "shared.link" },
  links: { type: "component", component: "shared.link", repeatable: true },
  profile: { type: "dynamiczone", components: ["shared.link", "shared.fact"] },
  note: { type: "string", private: true },
};

/** The components of the dynamic zone of the type `deeps`, and the number of levels below each. */
export const levels: readonly (readonly [name: string, below: number])[] = [
  ...["one", "red"].map((name) => [name, 3] as const),
  ["two", 2],
  ["three", 1],
  ["four", 0],
];

function attributesOf(below: number): Readonly<Record<string, AttributeSchema>> {
  const [next] = levels.find(([, depth]) => depth === below - 1) ?? [];
  if (next === undefined) return everyKind;
  const component = `level.${next}`;
  return {
    ...everyKind,
    must: { type: "component", component, required: true },
    parts: { type: "component", component, repeatable: true },
  };
}

function copyEnlargedProject(): string {
  const project = copyChangedProject(relations);
  const idol = to("oneToOne", "author", { inversedBy: "idolOf" });
  addUserAttributes(project, { idol, ...userAttributes });
  addDeepType(project);
  return project;
}

/** Adds the type `deeps`, with attributes of every type, four levels deep, in a dynamic zone. */
function addDeepType(project: string): void {
  for (const [name, below] of levels) {
    write(project, `components/level/${name}.json`, {
      collectionName: `components_level_${name}`,
      info: { displayName: name },
      attributes: attributesOf(below),
    });
  }
  write(project, "api/deep/content-types/deep/schema.json", {
    kind: "collectionType",
    collectionName: "deeps",
    info: { singularName: "deep", pluralName: "deeps", displayName: "Deep" },
    options: { draftAndPublish: true },
    attributes: {
      title: { type: "string" },
      ...everyKind,
      zone: { type: "dynamiczone", components: levels.map(([name]) => `level.${name}`) },
    },
  });
  addCoreFactories(join(project, "src/api"));
}

function write(project: string, name: string, content: object): void {
  const path = join(project, "src", name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, JSON.stringify(content));
}
