import assert from "node:assert/strict";
import { addLocalization } from "../model/addLocalization.ts";
import { ask, openModel } from "../model/magazine.ts";
import { must } from "../model/outcomes.ts";
import { nameOf } from "../model/databaseEntities.ts";
import { types } from "./types.ts";
import { addressOf, attributeOf, damagedByCopying, differing, mapTargets, Whole } from "./whole.ts";

const added = "de";

/** The attributes that each localization has for itself. */
const ownAttributes = new Set([
  "locale",
  "created_at",
  "updated_at",
  "published_at",
  ...damagedByCopying,
]);

describe("Added localizations", function () {
  this.timeout(120_000);

  for (const type of types.filter(({ isLocalized }) => isLocalized)) {
    it(`an added localization has all values of the other one, which stays unchanged: ${type.name}`, async () => {
      const model = openModel();
      const source = (await Whole.read()).fullest(type);
      const path = type.isSingle ? type.name : `${type.name}/${source.documentId}`;
      await ask("DELETE", `${path}?locale=${added}`);
      const before = await Whole.read();

      const { unread } = must(await addLocalization(addressOf(model, type, source), added, model));

      const after = await Whole.read();
      const key = source.key.replace("/en/", `/${added}/`);
      const { [key]: createdNames, ...others } = before.changesUntil(after);
      const changed = Object.entries(others).flatMap(([other, names]) =>
        names
          .filter((name) => !other.includes(source.documentId) || !damagedByCopying.includes(name))
          .map((name) => `${other} ${name}`),
      );
      assert.ok(createdNames);
      assert.deepEqual(changed, []);
      const expected = mapTargets(contentIn(before, source.key), (target) =>
        inLocale(target, after),
      );
      const isNamed = (name: string): boolean =>
        unread.some((path) => nameOf(attributeOf(path)) === attributeOf(name));
      const lost = differing(expected, contentIn(after, key)).filter((name) => !isNamed(name));
      assert.deepEqual(lost, []);
    });
  }
});

function contentIn({ contents }: Whole, key: string): Record<string, string> {
  return Object.fromEntries(
    [...(contents.get(key) ?? [])].filter(([name]) => !ownAttributes.has(name)),
  );
}

/**
 * The target in the added locale; undefined when it doesn't exist there. A target without locales is returned
 * unchanged.
 */
function inLocale(target: string, { contents }: Whole): string | undefined {
  if (!target.includes("/en/")) return target;
  const localizedTarget = target.replace("/en/", `/${added}/`);
  return contents.has(localizedTarget) ? localizedTarget : undefined;
}
