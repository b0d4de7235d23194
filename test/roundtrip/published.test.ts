import assert from "node:assert/strict";
import { edited } from "../model/testModel.ts";
import type { TestModel } from "../model/testModel.ts";
import { openModel } from "../model/magazine.ts";
import { must } from "../model/outcomes.ts";
import { types } from "./types.ts";
import type { TestedType } from "./types.ts";
import { addressOf, damagedByCopying, differing, mapTargets, Whole } from "./whole.ts";
import type { Version } from "./whole.ts";

/** The attributes that differ between the two versions. The service hashes a password again when it publishes. */
const ownAttributes = ["created_at", "updated_at", "published_at", "preview_password"];

describe("Edit and publish", function () {
  this.timeout(120_000);

  for (const type of types.filter(({ hasDrafts }) => hasDrafts)) {
    it(`an edited document is published with all of its draft, and changes nothing else: ${type.name}`, async () => {
      const model = openModel();
      const before = await Whole.read();
      const version = before.fullest(type);
      await editTitle(model, type, version);

      const address = addressOf(model, type, version);
      must(
        await model.publication.publish(address, must(await model.publication.preview(address))),
      );

      const after = await Whole.read();
      const published = version.key.replace(/draft$/, "published");
      const [draftContent, publishedContent] = [
        contentOf(after, version.key),
        contentOf(after, published),
      ];
      const targets = (target: string) => publishedOf(target, after);
      assert.deepEqual(differing(mapTargets(draftContent, targets), publishedContent), []);
      const { [version.key]: draft, [published]: live, ...others } = before.changesUntil(after);
      assert.ok(draft && live);
      assert.deepEqual(Object.entries(others).filter(isUnexpectedIn(version)), []);
    });
  }
});

/** Saves a new value in the type's title field, or in `slug` if it has none. */
async function editTitle(model: TestModel, type: TestedType, version: Version): Promise<void> {
  const address = addressOf(model, type, version);
  const service = must(await model.catalogs.type(model.connection.id, type.name));
  const snapshot = await model.open(address);
  const { titleField = "slug" } = service.type;
  const value = snapshot.content[titleField];
  assert.ok(typeof value === "string");
  must(await model.save(address, edited(snapshot, { [titleField]: `${value}-edited` })));
}

/** The content of one version, without the attributes in `ownAttributes`. */
function contentOf({ contents }: Whole, key: string): Record<string, string> {
  const attributes = [...(contents.get(key) ?? [])].filter(
    ([name]) => !ownAttributes.includes(name),
  );
  return Object.fromEntries(attributes);
}

/** The published version of a target; undefined when there is none. A target without drafts is returned unchanged. */
function publishedOf(target: string, whole: Whole): string | undefined {
  if (!whole.isOfDrafts(target)) return target;
  const published = target.replace(/draft$/, "published");
  return whole.contents.has(published) ? published : undefined;
}

/**
 * Whether a change is unexpected. The service also saves the drafts of other locales and copies shared attributes to
 * them.
 */
const isUnexpectedIn =
  ({ documentId }: Version) =>
  ([key, names]: readonly [string, readonly string[]]): boolean =>
    !(
      key.includes(`/${documentId}/`) &&
      key.endsWith("/draft") &&
      names.every((name) => damagedByCopying.includes(name))
    );
