import { changesBetween } from "../../../src/model/writing/changedFields.ts";
import type { Changes } from "../../../src/model/writing/changedFields.ts";
import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import type { Outcome } from "../../../src/model/foundation/outcome.ts";
import type { Failure } from "../../../src/model/failure.ts";
import { kitchen, recipes } from "../kitchen.ts";
import { must } from "../outcomes.ts";

const picture = { documentId: "pic1", name: "kettle.jpg", alternativeText: null };
export const hereLink = { id: 31, label: "Here", url: "https://example.com/here" };
export const thereLink = { id: 32, label: "There", url: "https://example.com/there" };
export const seo = {
  id: 11,
  metaTitle: "Tea",
  metaDescription: "Warm cups",
  shareImage: picture,
  canonical: { id: 12, label: "Tea", url: "https://example.com/tea" },
  keywords: [] as Json[],
};
export const text = { __component: "sections.text", id: 5, heading: "Boil", body: "Slowly." };
export const quote = {
  __component: "sections.quote",
  // Each component has its own sequence of ids.
  id: 5,
  text: "Ah.",
  heading: "Said",
  author: { documentId: "cook1", name: "Ines" },
};
export const base: JsonObject = { seo, links: [hereLink, thereLink], sections: [text, quote] };

export const save = (change: JsonObject): Outcome<Changes, Failure> =>
  changesBetween(base, { ...base, ...change }, { type: recipes, catalog: kitchen });

export const sent = (change: JsonObject): Json => must(save(change)).data;

export const problems = (change: JsonObject): unknown => {
  const [failure] = save(change);
  return failure?.code === "not-sendable" ? failure.problems : failure;
};
