import { Projects } from "../../../src/model/schemas/projects.ts";
import { magazine, openModel } from "../magazine.ts";
import { changedFiles, FilesInMemory } from "./projectFolder.ts";

export type Change = Parameters<typeof changedFiles>[1];

export const article = "content-types/article/schema.json";
export const component = (name: string) => `src/components/${name}.json`;
export const toTags = { type: "relation", relation: "manyToMany", target: "api::tag.tag" };
export const picture = { type: "media", multiple: false };

export const adding =
  (name: string, attribute: object): Change =>
  ({ attributes }) => {
    attributes[name] = attribute;
  };

/** A window with a project that is newer than the service. It can't read the service's schema. */
export function openAhead(
  access: { readonly url: string } | { readonly token: string },
  ...changes: readonly (readonly [file: string, change: Change])[]
) {
  const files = changes.reduce(
    (all, [file, change]) => changedFiles(file, change, all),
    changedFiles("none", () => undefined),
  );
  const memory = new FilesInMemory(files);
  const projects = new Projects(memory);
  const catalogs = { projects };
  return { model: openModel({ ...access, catalogs }), memory };
}

export const reading = () => ({ token: magazine().tokens.readOnly });

export const whole = {
  seo: { metaTitle: "Tea" },
  sections: [
    { __component: "sections.text", heading: "Why", body: "Warm" },
    { __component: "sections.quote", text: "Warm", speaker: "Ada" },
  ],
};
