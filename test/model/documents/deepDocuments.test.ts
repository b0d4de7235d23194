import assert from "node:assert/strict";
import { isArray, isObject } from "../../../src/model/foundation/json.ts";
import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import { itLong } from "../../support/longRun.ts";
import { plainRequest } from "../../support/plainHttp.ts";
import { modelOn, edited } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";
import type { Snapshot } from "../../../src/model/documents/snapshotReader.ts";
import { exported, matching } from "../export/exports.ts";
import { must } from "../outcomes.ts";
import { levels, useEnlargedService } from "../enlargedService.ts";

describe("Document too large for one request", function () {
  this.timeout(60_000);
  const service = useEnlargedService();
  let model: TestModel;
  let id: string;
  let opened: Promise<Snapshot> | undefined;
  /** The values of every component on each of the four levels. */
  let everywhere: JsonObject;
  before(async () => {
    const files = (await plainRequest(service(), "GET", "upload/files")).body as JsonObject[];
    const target = await make({ title: "Target" });
    everywhere = {
      string: "Tea",
      mustInteger: 1,
      mustBlocks: [{ type: "paragraph", children: [{ type: "text", text: "Tea" }] }],
      file: files[0]!["id"]!,
      files: [files[1]!["id"]!],
      one: target,
      many: [target],
    };
    const zone = levels.map(([name, below]) => ({
      __component: `level.${name}`,
      ...filled(below),
    }));
    id = await make({ title: "Deep", ...everywhere, zone });
    model = modelOn(service());
  });
  after(() => model.close());

  async function make(data: JsonObject): Promise<string> {
    const { body } = await plainRequest(service(), "POST", "deeps?status=draft", { data });
    return (body as { data: { documentId: string } }).data.documentId;
  }

  /** The document as it was made. */
  const open = (): Promise<Snapshot> => {
    opened ??= model.open(model.at("deeps", id));
    return opened;
  };

  const filled = (below: number): JsonObject =>
    below === 0
      ? everywhere
      : { ...everywhere, must: filled(below - 1), parts: [filled(below - 1)] };

  it("a document too large for one request opens with every component, file and relation", async () => {
    const { content } = await open();

    const components = [...componentsIn(content["zone"] ?? null)];
    const lacking = components.filter(
      ({ file, files, one, many }) =>
        !isObject(file) || !isObject(one) || !isArray(files) || !isArray(many) || !many[0],
    );
    // Each component with three levels below it counts 1 + 2 + 4 + 8 = 15 components.
    assert.deepEqual([components.length, lacking], [2 * 15 + 7 + 3 + 1, []]);
  });

  itLong(
    "a document too large for one request is exported, and an export of no documents succeeds as well",
    async () => {
      const target = matching(model, "deeps");
      model.lists.changeListQuery(target.collection, { filter: { title: { $eq: "Deep" } } });
      const all = await exported(model, target);
      model.lists.changeListQuery(target.collection, { filter: { title: { $eq: "Nowhere" } } });
      const none = await exported(model, target);
      model.lists.changeListQuery(target.collection, {});

      assert.deepEqual(
        [all, none].map(({ outcome, count }) => [outcome, count]),
        [
          ["whole", 1],
          ["whole", 0],
        ],
      );
    },
  );

  it("a large document is saved without a request when unchanged, and with one for a deep component", async () => {
    const address = model.at("deeps", id);
    const before = await open();
    must(await model.save(address, before.text));
    const unchanged = model.sent("PUT").length;
    const zone = structuredClone(before.content["zone"]) as JsonObject[];
    const bottom = [...componentsIn(zone)].at(-1) as { string: Json };

    bottom.string = "Coffee";
    must(await model.save(address, edited(before, { zone })));

    const after = await model.open(address);
    assert.deepEqual([unchanged, model.sent("PUT").length], [0, 1]);
    assert.deepEqual(withoutFacts(after.content), withoutFacts({ ...before.content, zone }));
  });
});

/** Every component in a value, including nested components. */
function* componentsIn(value: Json): Generator<JsonObject> {
  if (isObject(value) && "mustInteger" in value) yield value;
  if (isObject(value) || isArray(value)) {
    for (const part of Object.values(value)) yield* componentsIn(part);
  }
}

const withoutFacts = (content: JsonObject): JsonObject => ({ ...content, $: null });
