import assert from "node:assert/strict";
import { compare } from "../../../src/model/compare/comparisonRun.ts";
import { setFieldAction, publishAction } from "../../../src/model/batch/documentActions.ts";
import { undoLastSave } from "../../../src/model/history/saveUndo.ts";
import { Copies, defaultRows } from "../../../src/model/copy/copies.ts";
import { DocumentPairs } from "../../../src/model/compare/documentPairs.ts";
import type { Address } from "../../../src/model/foundation/address.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { startHookedService } from "../../support/hookedService.ts";
import { plainFind, plainRequest } from "../../support/plainHttp.ts";
import type { Service } from "../../support/service.ts";
import { previewAndRun, selected } from "../batch/runBatch.ts";
import { PairsInMemory } from "../copy/copying.ts";
import { fileOf, importAll, targetOf } from "../import/files.ts";
import { magazine, unique } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { edited, modelOn } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";

describe("Service with hooks", function () {
  this.timeout(180_000);
  let service: Service;
  let model: TestModel;

  before(async () => {
    service = await startHookedService();
  });
  after(() => service.stop());
  afterEach(() => model.close());

  /** Opens the model with a connection that sends all fields of these types. */
  function open(...sendAllFields: string[]): TestModel {
    model = modelOn(service);
    model.store.connections = [{ ...model.connection, sendAllFields }];
    return model;
  }

  async function make(type: string, data: JsonObject, query = "status=draft"): Promise<Address> {
    return model.at(type, await makeAt(service, `${type}?${query}`, data), locales.get(type));
  }

  async function makeAt(where: Service, path: string, data: JsonObject): Promise<string> {
    const { body } = await plainRequest(where, "POST", path, { data });
    return (body as { data: { documentId: string } }).data.documentId;
  }

  const author = (query?: string) =>
    make(
      "authors",
      { name: unique("Ada"), links: [{ label: "a", url: "https://a.example" }] },
      query,
    );

  const read = async (
    { type, id }: Pick<Address, "type" | "id">,
    status = "draft",
  ): Promise<JsonObject> => (await plainFind(service, `${type}/${id}?status=${status}`)) ?? {};

  const uuidsOf = async (address: Address) => [
    (await read(address))["uuid"],
    (await read(address, "published"))["uuid"],
  ];

  const save = async (address: Address, change: JsonObject) =>
    model.save(address, edited(await model.open(address), change));

  const publish = async (address: Address) =>
    model.publication.publish(address, must(await model.publication.preview(address)));

  describe("by default", () => {
    it("a save and a publish send only changes by default, so that a hook creates another uuid", async () => {
      open();
      const address = await author();
      const [createdUuid] = await uuidsOf(address);

      const report = must(await save(address, { basedIn: "Oslo" }));
      const [saved] = await uuidsOf(address);
      const publication = must(await publish(address));

      const [published] = await uuidsOf(address);
      assert.equal(new Set([createdUuid, saved, published]).size, 3);
      assert.deepEqual(
        [report, publication].map(({ deviations, partialType }) => [
          deviations[0]?.path,
          partialType,
        ]),
        Array(2).fill(["uuid", "authors"]),
      );
    });

    it("a save and a publish of an article without the title are rejected by hooks by default", async () => {
      open();
      const address = await make("articles", { title: unique("Tea") });

      const outcomes = [await save(address, { kicker: "Warm" }), await publish(address)];

      assert.deepEqual(outcomes.map(why), ["HttpError", "HttpError"]);
      const types = outcomes.map(([failure]) => failure?.code === "service" && failure.partialType);
      assert.deepEqual(types, ["articles", "articles"]);
    });
  });

  describe("with Send All Fields", () => {
    it("Send All Fields keeps the uuid in a save and an undo, and the rest of the document", async () => {
      open("authors");
      const address = await author();
      const before = await read(address);

      const saved = must(await save(address, { basedIn: "Oslo" }));
      const undone = must(await undoLastSave(address, model));

      const after = await read(address);
      assert.deepEqual([saved.deviations, undone.report.sent], [[], ["basedIn"]]);
      assert.deepEqual({ ...after, updatedAt: null }, { ...before, updatedAt: null });
    });

    it("Send All Fields shows the request of a save with all fields", async () => {
      open("authors");
      const address = await author();
      const { name = null, uuid = null } = await read(address);
      const text = edited(await model.open(address), { bio: "Born by the sea." });

      const { request } = must(await model.documents.preview(address, text));

      const { data } = (request?.body ?? {}) as { data: JsonObject };
      assert.deepEqual(
        [data["bio"], data["name"], data["uuid"], data["account"], data["portrait"]],
        ["Born by the sea.", name, uuid, null, null],
      );
    });

    it("Send All Fields keeps the uuid of the draft in a publish", async () => {
      open("authors");
      const address = await author();
      const [createdUuid] = await uuidsOf(address);

      must(await publish(address));

      assert.deepEqual(await uuidsOf(address), [createdUuid, createdUuid]);
    });

    it("Send All Fields changes nothing in the draft when a signed-in administrator publishes", async () => {
      open("articles");
      model.logins.push(service.admin);
      must(await model.administrators.signIn(model.connection));
      const address = await make("articles", { title: unique("Tea") });
      const { updatedAt } = await read(address);

      must(await publish(address));

      const published = await read(address, "published");
      const { state } = must(await model.publication.preview(address));
      assert.deepEqual(
        [(await read(address))["updatedAt"], published["updatedAt"], state],
        [updatedAt, updatedAt, "published"],
      );
    });

    it("Send All Fields keeps the uuid in an import", async () => {
      open("authors");
      const address = await author();
      const [createdUuid] = await uuidsOf(address);
      const source = fileOf({ documentId: address.id, content: { basedIn: "Rome" } });

      const outcomes = await importAll({
        model,
        source,
        target: targetOf(model, { type: "authors", key: "documentId" }),
      });

      const { basedIn, uuid } = await read(address);
      assert.deepEqual([outcomes, basedIn, uuid], [[[1, "done"]], "Rome", createdUuid]);
    });

    it("Send All Fields saves, sets a field, publishes and undoes an article", async () => {
      open("articles");
      const address = await make("articles", { title: unique("Tea"), kicker: "Cold" });
      const setKicker = setFieldAction(model, "kicker", "Hot");

      must(await save(address, { kicker: "Warm" }));
      const set = await previewAndRun(model, selected(address), setKicker);
      const published = await previewAndRun(model, selected(address), publishAction(model));
      must(await undoLastSave(address, model));

      const kickers = [
        (await read(address))["kicker"],
        (await read(address, "published"))["kicker"],
      ];
      assert.deepEqual([set, published, kickers], [["done"], ["done"], ["Warm", "Hot"]]);
    });

    it("Send All Fields sends every kind of attribute as it is, and only what can be read and written", async () => {
      open("articles");
      const related = await make("articles", { title: unique("Milk") }, "");
      const [file] = (await plainRequest(service, "GET", "upload/files?pagination[limit]=1"))
        .body as { id: number }[];
      const address = await make("articles", {
        ...{ title: unique("Tea"), related: [related.id], cover: file?.id ?? null },
        ...{
          internalNote: "private",
          previewPassword: "password-1",
          archiveNumber: "1872041500000123",
        },
        seo: { metaTitle: "Tea", shareImage: file?.id ?? null },
        links: [{ label: "a", url: "https://a.example" }],
        sections: [{ __component: "sections.text", heading: "One", body: "Two" }],
      });
      const { body: before } = await plainRequest(service, "GET", whole(address));

      const { deviations } = must(await save(address, { kicker: "Warm" }));

      const { body: after } = await plainRequest(service, "GET", whole(address));
      assert.deepEqual(
        [deviations, withoutTime(after)],
        [[], withoutTime(before, { kicker: "Warm" })],
      );
    });

    it("Send All Fields keeps the uuid of a copied document", async () => {
      open();
      const source = magazine();
      const name = unique("Copied");
      const id = await makeAt(source, "authors?status=draft", { name });
      const to = model.connection.id;
      const [from, { url, apiPrefix, tokens }] = ["m1m1m1m1", source];
      model.store.connections = [
        { ...model.connection, sendAllFields: ["authors"] },
        { id: from, name: "Source", url, apiPrefix },
      ];
      model.store.tokens.set(from, tokens.full);
      const store = new PairsInMemory();
      const copy = async () => {
        const pairs = await DocumentPairs.load({ from, to }, store);
        const copies = new Copies(model);
        const items = [{ address: { connection: from, type: "authors", id }, title: name }];
        const request = { from, to, target: { kind: "selected", items } as const };
        const comparison = must(await compare(request, { pairs }, model));
        const chosen = { rows: defaultRows(comparison) };
        const plan = must(await copies.plan(comparison, chosen, { pairs }));
        const { items: copied } = await copies.run(plan, { group: "copy-1" });
        return copied.map(({ outcome }) => outcome);
      };
      const readCopies = async () =>
        (
          (await plainRequest(service, "GET", `authors?status=draft&filters[name]=${name}`))
            .body as {
            data: JsonObject[];
          }
        ).data;
      const created = await copy();
      const [{ uuid } = {}] = await readCopies();
      await plainRequest(source, "PUT", `authors/${id}?status=draft`, {
        data: { basedIn: "Bonn" },
      });

      const updated = await copy();

      const copied = await readCopies();
      assert.deepEqual(
        [created, updated, copied.map((row) => [row["basedIn"], row["uuid"] === uuid])],
        [["done"], ["done"], [["Bonn", true]]],
      );
    });
  });
});

const locales: ReadonlyMap<string, string> = new Map([["articles", "en"]]);

const whole = ({ type, id }: Address) => `${type}/${id}?status=draft&populate=*`;

const withoutTime = (body: unknown, change: JsonObject = {}) => ({
  ...(body as { readonly data: JsonObject }).data,
  ...change,
  updatedAt: null,
});
