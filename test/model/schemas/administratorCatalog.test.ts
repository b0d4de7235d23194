import assert from "node:assert/strict";
import { SchemaCache } from "../../../src/model/schemas/schemaCache.ts";
import { until } from "../../window/until.ts";
import { openPanel } from "../administrator.ts";
import { magazine, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { TextsInMemory } from "../ports.ts";
import type { TestModel } from "../testModel.ts";
import { magazineProject } from "./projectFolder.ts";

const catalogOf = async ({ catalogs, connection }: TestModel) =>
  must(await catalogs.service(connection.id)).catalog;

describe("Catalog, with a signed-in administrator", () => {
  it("a catalog with a signed-in administrator comes from the service with its locales", async () => {
    const whole = await catalogOf(openModel({ catalogs: {} }));
    const token = magazine().tokens.readOnly;
    const model = await openPanel({ token, catalogs: { projects: magazineProject() } });

    const { source, types, components, locales } = await catalogOf(model);

    assert.equal(source, "service");
    assert.deepEqual({ types, components, locales }, { ...pick(whole) });
  });
});

const pick = ({ types, components, locales }: Awaited<ReturnType<typeof catalogOf>>) => ({
  ...{ types, components, locales },
});

const author = "api::author.author";

type Fields = Readonly<Record<string, unknown>>;

interface Settings {
  readonly settings: Fields;
  readonly layouts: Fields;
  readonly metadatas: Readonly<Record<string, { readonly edit: Fields; readonly list: Fields }>>;
}

/** Chooses the main field of the authors in the admin panel, and returns the one before. */
async function chooseMainField(model: TestModel, mainField: unknown): Promise<unknown> {
  const token = model.store.tokens.get(`admin/${model.connection.id}`);
  const url = `${magazine().url}/content-manager/content-types/${author}/configuration`;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(url, { headers });
  const { data } = (await answer.json()) as { readonly data: { readonly contentType: Settings } };
  const { settings, layouts } = data.contentType;
  // The service adds the main fields of targets, and rejects them.
  const metadatas = Object.entries(data.contentType.metadatas).map(([name, { edit, list }]) => {
    const { mainField: _, ...listSettings } = list;
    return [name, { edit, list: listSettings }];
  });
  const body = JSON.stringify({
    ...{ settings: { ...settings, mainField }, layouts },
    metadatas: Object.fromEntries(metadatas) as object,
  });
  const changed = await fetch(url, { method: "PUT", headers, body });
  assert.ok(changed.ok, await changed.text());
  return settings["mainField"];
}

describe("Title fields with a signed-in administrator", () => {
  it("title fields of a signed-in administrator fire no event if they are the main fields of the admin panel", async () => {
    const texts = new TextsInMemory();
    const model = await openPanel({ catalogs: { schemaCache: new SchemaCache(texts) } });
    const reported: string[] = [];
    model.catalogs.onDidForget((id) => reported.push(id));
    await catalogOf(model);
    const isKnown = () => [...texts.texts.values()].some((text) => text.includes(`"${author}":"`));
    await until("The main fields are unknown", () => Promise.resolve(isKnown()));
    await catalogOf(model);

    assert.deepEqual(reported, []);
  });
});

describe("Title fields after a change in the admin panel", () => {
  let model: TestModel;
  let before: unknown;
  const texts = new TextsInMemory();
  const catalogOptions = () => ({ catalogs: { schemaCache: new SchemaCache(texts) } });
  const titleIn = async (window: TestModel) =>
    (await catalogOf(window)).targets.get(author)?.titleField;
  beforeEach(async () => {
    model = await openPanel(catalogOptions());
    before = await chooseMainField(model, "basedIn");
  });
  afterEach(() => chooseMainField(model, before));

  it("title fields become the main fields of the admin panel, which no read waits for", async () => {
    const reported: string[] = [];
    model.catalogs.onDidForget((id) => reported.push(id));
    const first = await titleIn(model);
    await until("The titles are the same", async () => (await titleIn(model)) === "basedIn");

    assert.deepEqual([first, reported], ["name", [model.connection.id]]);
    const requests = model.sent("GET").filter((path) => path.includes("content-types-settings"));
    assert.equal(requests.length, 1);

    const later = await openPanel(catalogOptions());
    assert.equal(await titleIn(later), "basedIn");

    await later.administrators.signOut(later.connection);
    assert.equal(await titleIn(later), "name");
  });
});
