import { changesBetween } from "../../../src/model/writing/changedFields.ts";
import type { Changes } from "../../../src/model/writing/changedFields.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import type { Outcome } from "../../../src/model/foundation/outcome.ts";
import type { Failure } from "../../../src/model/failure.ts";
import { kitchen, recipes } from "../kitchen.ts";

export const base: JsonObject = {
  $schema: "cms-schema://k3j2h4x9/recipes.json",
  summary: null,
  title: "Tea",
  servings: 2,
  vegan: false,
  extra: { sugar: { spoons: 2, brown: true }, notes: [1, 2] },
  cook: { documentId: "cook1", name: "Ines" },
  tags: [
    { documentId: "tag1", word: "warm" },
    { documentId: "tag2", word: "sweet" },
  ],
  cover: { documentId: "pic1", name: "kettle.jpg", alternativeText: "A kettle" },
  gallery: [],
  $: { documentId: "tea1", updatedAt: "2026-03-02T08:00:00.000Z" },
};

export const against = (now: JsonObject, before = base): Outcome<Changes, Failure> =>
  changesBetween(before, now, { type: recipes, catalog: kitchen });

export function without(...keys: string[]): JsonObject {
  return Object.fromEntries(Object.entries(base).filter(([key]) => !keys.includes(key)));
}

export const nothing: Changes = { data: {}, cleared: [], ignored: [], factsChanged: false };
