import assert from "node:assert/strict";
import type { AttributeSchema } from "../../../src/client/index.ts";
import { compare } from "../../../src/model/compare/comparisonRun.ts";
import { singleId } from "../../../src/model/foundation/address.ts";
import { defaultRows } from "../../../src/model/copy/copies.ts";
import type { Attributes, Catalog } from "../../../src/model/schemas/catalog.ts";
import { types } from "../../roundtrip/types.ts";
import type { TestedType } from "../../roundtrip/types.ts";
import { changeDatabase } from "../../services/changeDatabase.ts";
import type { Service } from "../../support/service.ts";
import { Database } from "../database.ts";
import type { Contents } from "../database.ts";
import { nameOf } from "../databaseEntities.ts";
import { must } from "../outcomes.ts";
import { Copying, outcomesOf, withSourceWins } from "./copying.ts";
import { useTwoServices } from "../twoServices.ts";

/** How many documents of each type are copied. */
const count = 3;

const isTime = /^(updated|published)_at$/;

/** A hook of the shaped service writes this column when the word changes. */
const byHooks = new Set(["terms.slug"]);

const isPlainText = ({ type, unique, regex, private: isPrivate }: AttributeSchema): boolean =>
  /^(string|text|richtext)$/.test(type) && !unique && regex === undefined && !isPrivate;

async function contentsOf(service: Service): Promise<Contents> {
  const database = await Database.open(service);
  try {
    return await database.read();
  } finally {
    await database.close();
  }
}

/** Adds a letter to each text of each type and component in a service's database, also to those that no answer contains. */
async function changeTexts(service: Service, { targets, components }: Catalog): Promise<void> {
  const database = await Database.open(service);
  const change = async (uid: string, attributes: Attributes): Promise<void> => {
    for (const [name, attribute] of attributes) {
      const [table, column] = [database.tableOf(uid), nameOf(name)];
      if (table === "" || !isPlainText(attribute)) continue;
      const isThere = `"${column}" IS NOT NULL`;
      const longer = `"${column}" = CONCAT("${column}", 'x')`;
      await changeDatabase(service, `UPDATE "${table}" SET ${longer} WHERE ${isThere}`);
    }
  };
  for (const { uid } of types) await change(uid, targets.get(uid)?.attributes ?? new Map());
  for (const [uid, attributes] of components) await change(uid, attributes);
  await database.close();
}

/** The tables of the types with drafts. */
async function draftTables(service: Service): Promise<ReadonlySet<string>> {
  const database = await Database.open(service);
  const uids = types.filter(({ hasDrafts }) => hasDrafts).map(({ uid }) => uid);
  const tables = new Set(uids.map((uid) => database.tableOf(uid)));
  await database.close();
  return tables;
}

/** The values that differ, except the times of the last change and of publishing. */
const changedIn = (
  now: ReadonlyMap<string, string>,
  before: ReadonlyMap<string, string> | undefined,
): readonly (readonly [name: string, value: string])[] =>
  [...now].filter(([name, value]) => value !== before?.get(name) && !isTime.test(name));

describe("Copy of each content type", function () {
  this.timeout(300_000);
  const services = useTwoServices();

  /** The texts of the first documents of a type are copied. Returns how many parts of documents were written. */
  async function copyFirst(copying: Copying, { name, isSingle }: TestedType): Promise<number> {
    const collection = { connection: copying.ids.from, type: name };
    const target = { kind: "matching", collection } as const;
    const all = must(await compare({ ...copying.ids, target }, {}, copying.model));
    const ids = isSingle ? [singleId] : all.rows.flatMap(({ fromId }) => fromId ?? []);
    const documents = { [name]: ids.slice(0, count) };
    const comparison = await copying.compare(documents);
    if (comparison.counts.different === 0) return 0;
    const plan = await copying.plan(comparison, withSourceWins(comparison));
    const outcomes = outcomesOf(await copying.run(plan));
    assert.deepEqual([name, ...new Set(outcomes), plan.refused], [name, "done", []]);
    assert.deepEqual([name, defaultRows(await copying.compare(documents))], [name, []]);
    return outcomes.length;
  }

  it("a copy of each content type loses no value of the target, whatever the answers of the service lack", async () => {
    const { from, to } = services();
    const copying = new Copying();
    const before = await contentsOf(to);
    await changeTexts(from, must(await copying.model.catalogs.service(copying.ids.from)).catalog);
    const source = await contentsOf(from);

    const written: [string, number][] = [];
    for (const type of types) written.push([type.name, await copyFirst(copying, type)]);

    const isWritten = ([, parts]: [string, number]) => parts > 0;
    // The texts of the others are unique or identify them.
    const others = written.filter((entry) => !isWritten(entry)).map(([name]) => name);
    assert.deepEqual(
      others.filter((name) => !/^(tags|redirects)$/.test(name)),
      [],
    );
    const after = await contentsOf(to);
    assert.deepEqual([...after.keys()].sort(), [...before.keys()].sort());
    const tables = await draftTables(to);
    for (const [key, content] of after) {
      const [table = "", , , version] = key.split("/");
      for (const [name, value] of changedIn(content, before.get(key))) {
        if (byHooks.has(`${table}.${name}`)) continue;
        assert.deepEqual([key, name, value], [key, name, source.get(key)?.get(name)]);
        assert.ok(version === "draft" || !tables.has(table), `${key} ${name}`);
      }
    }
  });
});
