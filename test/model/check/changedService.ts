import { copyChangedProject } from "../../support/changedProject.ts";
import type { SchemaChanges } from "../../support/changedProject.ts";
import { startService } from "../../support/service.ts";
import { sharedService } from "../../support/sharedService.ts";

/** The length that the changed schema requires of a summary. */
export const shortestSummary = 150;

/** The relations of a page to a tag, more than a database joins at once. */
export const tagRelations = Array.from({ length: 40 }, (_, at) => `tag${at}`);

const toTag = { type: "relation", relation: "manyToOne", target: "api::tag.tag" };
const uniqueText = { type: "string", unique: true };
const hiddenText = { type: "string", visible: false };
const hiddenFile = { type: "media", multiple: false, visible: false };

/** The types are stricter, and have attributes of kinds that the magazine lacks. */
const schemaChanges: SchemaChanges = {
  article: {
    kind: { enum: ["feature", "guide", "dispatch", "history"] },
    summary: { minLength: shortestSummary },
    legacyId: hiddenText,
    legacyFile: hiddenFile,
    legacyTags: { ...toTag, relation: "manyToMany", visible: false },
    tagged: { type: "relation", relation: "morphToMany" },
    subject: { type: "relation", relation: "morphToOne" },
  },
  author: { portrait: { required: true } },
  category: { description: { maxLength: 20 } },
  page: {
    leadArticle: { required: true },
    ...Object.fromEntries(tagRelations.map((name) => [name, toTag])),
  },
  tag: {
    oldIcon: hiddenFile,
    articlesAbout: {
      type: "relation",
      relation: "morphMany",
      target: "api::article.article",
      morphBy: "tagged",
    },
  },
  "shared/seo": {
    about: { type: "relation", relation: "morphToMany" },
    note: { type: "string", private: true },
    canonical: hiddenText,
    oldImage: hiddenFile,
    code: uniqueText,
  },
  "shared/link": { code: uniqueText },
  "shared/fact": { code: uniqueText },
  "sections/quote": { code: uniqueText },
};

/**
 * Gives the tests of a describe() a service on the content of the magazine, after a developer has changed the schema of
 * its types. The content is as it was saved before the change. All files share the service, so each test creates the
 * documents that it changes.
 */
export const useChangedService = sharedService("with a changed schema", () =>
  startService({ from: copyChangedProject(schemaChanges) }),
);
