import assert from "node:assert/strict";
import { restoreDeleted } from "../../src/model/history/restoration.ts";
import { openModel } from "../model/magazine.ts";
import { must } from "../model/outcomes.ts";
import { nameOf } from "../model/databaseEntities.ts";
import { types } from "./types.ts";
import { addressOf, attributeOf, Whole } from "./whole.ts";
import type { Version } from "./whole.ts";

describe("Delete and restore", function () {
  this.timeout(120_000);

  for (const type of types) {
    it(`a restored document changes nothing else and has all of its content again: ${type.name}`, async () => {
      const model = openModel();
      const before = await Whole.read();
      const version = before.fullest(type);
      const { documentId } = version;
      const address = addressOf(model, type, version);
      const previewed = must(await model.publication.preview(address));
      const inbound = must(await model.publication.inbound(address));

      must(await model.publication.delete(address, { ...previewed, inbound }));

      const deleted = await Whole.read();
      const takenElsewhere = Object.entries(before.changesUntil(deleted))
        .filter(([key]) => !key.includes(`/${documentId}/`))
        .flatMap(([key, names]) => names.map((name) => [key, name] as const))
        .filter(([key, name]) => !pointsTo(before.contents.get(key)?.get(name), documentId));
      assert.deepEqual(takenElsewhere, []);
      assert.deepEqual(keysOf(deleted, documentId), []);

      const [entry] = await model.journal.deleted(model.connection.id);
      assert.ok(entry);
      const restored = must(await restoreDeleted(entry, model));

      const after = await Whole.read();
      const changedElsewhere = Object.keys(deleted.changesUntil(after)).filter(
        (key) => !key.includes(`/${restored.documentId}/`),
      );
      assert.deepEqual(changedElsewhere, []);
      const lost = before.edited(type).flatMap((earlierVersion) => {
        if (earlierVersion.documentId !== documentId) return [];
        const key = earlierVersion.key.replace(documentId, restored.documentId);
        return lostIn(earlierVersion, after.contents.get(key), restored.unread);
      });
      assert.deepEqual(lost, []);
    });
  }
});

const pointsTo = (value: string | undefined, documentId: string): boolean =>
  value?.includes(documentId) === true;

const keysOf = ({ contents }: Whole, documentId: string): string[] =>
  [...contents.keys()].filter((key) => key.includes(`/${documentId}/`));

/** The attributes that a restored document doesn't keep. The service sets them, or no answer contains them. */
const another = new Set(
  ["createdAt", "updatedAt", "publishedAt", "documentId", "internalNote", "previewPassword"].map(
    nameOf,
  ),
);

/** The attributes that the restored version lacks, without the attributes that the restore reported as unread. */
function lostIn(
  { key, attributes, documentId }: Version,
  restored: ReadonlyMap<string, string> = new Map(),
  unseen: readonly string[],
): string[] {
  const isNamed = (name: string): boolean =>
    unseen.some((path) => nameOf(attributeOf(path)) === name);
  return [...attributes].flatMap(([name, value]) => {
    if (another.has(name) || restored.get(name) === value || isNamed(name)) return [];
    // A relation to the document itself has no target after the restore.
    return value.includes(documentId) ? [] : [`${key} ${name}`];
  });
}
