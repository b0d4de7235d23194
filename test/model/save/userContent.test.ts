import assert from "node:assert/strict";
import { toText } from "../../../src/model/content/documentText.ts";
import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import { isObject, pick } from "../../../src/model/foundation/json.ts";
import { undoLastSave } from "../../../src/model/history/saveUndo.ts";
import { newDocumentId } from "../../../src/model/foundation/address.ts";
import { validateUser } from "../../../src/model/edit/validation.ts";
import { serviceFor } from "../../../src/model/schemas/userType.ts";
import { useEnlargedService, userAttributes } from "../enlargedService.ts";
import { must } from "../outcomes.ts";
import { edited, modelOn } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";

type Row = JsonObject & { readonly id: number; readonly documentId: string };

describe("User with media, relations and components", function () {
  this.timeout(180_000);
  const service = useEnlargedService();
  let model: TestModel;
  let tags: readonly Row[];
  let files: readonly Row[];

  before(async () => {
    model = modelOn(service());
    tags = (await ask<{ data: Row[] }>("GET", "tags?pagination[pageSize]=3")).data;
    files = await ask<Row[]>("GET", "upload/files?start=0&limit=2");
  });
  after(() => model.close());

  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const { url, apiPrefix, tokens } = service();
    const response = await fetch(`${url}/${apiPrefix}/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens.full}`,
        "content-type": "application/json",
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${text}`);
    return JSON.parse(text) as T;
  }

  const link = (label: string) => ({ label, url: `https://${label}.example`, newTab: false });

  const tag = (at: number) => pick(tags[at] ?? {}, ["documentId", "name"]);

  const file = (at: number) => pick(files[at] ?? {}, ["documentId", "name", "alternativeText"]);

  let userCount = 0;

  async function openUser() {
    const username = `reader-${(userCount += 1)}`;
    const { id } = await ask<Row>("POST", "users", {
      ...{ username, email: `${username}@example.com`, password: "Secret-1", role: 1 },
      ...{ avatar: files[0]?.id, pictures: files.map((picture) => picture.id) },
      ...{ favorite: tags[0]?.documentId, interests: tags.map(({ documentId }) => documentId) },
      ...{ homepage: link("home"), links: [link("a"), link("b")] },
      profile: [{ __component: "shared.link", ...link("c") }],
    });
    const address = model.at("users", String(id));
    return { address, snapshot: await model.open(address) };
  }

  const pickAdded = (content: JsonObject) => pick(content, Object.keys(userAttributes));

  const contentNow = async (address: Parameters<TestModel["open"]>[0]) =>
    pickAdded(must(await model.reader.read(address)).content);

  it("a user is shown with media, relations and components, and each target of a relation once", async () => {
    const { snapshot } = await openUser();

    assert.deepEqual(withoutIds(pickAdded(snapshot.content)), {
      avatar: file(0),
      pictures: [file(0), file(1)],
      favorite: tag(0),
      interests: [tag(0), tag(1), tag(2)],
      homepage: link("home"),
      links: [link("a"), link("b")],
      profile: [{ __component: "shared.link", ...link("c") }],
    });
  });

  it("a user with media, relations and components has each change saved, and restored by an undo", async () => {
    const { address, snapshot } = await openUser();
    const { links } = snapshot.content as { links: JsonObject[] };
    const change = {
      avatar: null,
      pictures: [file(1)],
      favorite: tag(2),
      interests: [tag(1)],
      homepage: { ...(snapshot.content["homepage"] as JsonObject), label: "start" },
      links: [...links.toReversed(), link("new")],
      profile: [],
    };

    const text = edited(snapshot, change);
    await model.documents.stat(address, { text });
    must(await model.save(address, text));
    const saved = await contentNow(address);
    must(await undoLastSave(address, model));
    const restored = await contentNow(address);

    assert.deepEqual(withoutIds(saved), withoutIds(change));
    assert.deepEqual(withoutIds(restored), withoutIds(pickAdded(snapshot.content)));
  });

  it("saving a user with media, relations and components sends only what changed", async () => {
    const { address, snapshot } = await openUser();
    const text = edited(snapshot, { blocked: true });

    await model.documents.stat(address, { text });
    const saved = must(await model.save(address, text));

    assert.deepEqual(
      [saved.sent, await contentNow(address)],
      [["blocked"], pickAdded(snapshot.content)],
    );
  });

  it("a user can't be saved with a private attribute, which could not be undone", async () => {
    const { address, snapshot } = await openUser();
    const text = edited(snapshot, { note: "Secret" });

    await model.documents.stat(address, { text });
    const [failure] = await model.save(address, text);

    assert.deepEqual(failure?.code === "not-sendable" && failure.problems, [
      { path: "note", why: "never-shown" },
    ]);
  });

  it("a user with media, relations and components is validated like a document", async () => {
    const { address, snapshot } = await openUser();
    const typed = must(await serviceFor(address, snapshot.content, model.catalogs));
    const now = { ...snapshot.content, favorite: "Tea", homepage: [], note: "Secret" };

    const findings = await validateUser(now, typed, snapshot.content);

    const errors = findings.filter(({ severity }) => severity === "error");
    assert.deepEqual(
      errors.map(({ code, path }) => [code, path.join(".")]),
      [
        ["needs-object", "homepage"],
        ["never-shown", "note"],
      ],
    );
  });

  it("a user is created with media, relations and components", async () => {
    const address = model.at("users", newDocumentId());
    await model.open(address);
    const content = {
      ...{ username: "newcomer", email: "newcomer@example.com", role: 1 },
      ...{ avatar: file(0), interests: [tag(1)], homepage: link("home") },
    };

    const { created } = must(
      await model.documents.write(address, {
        text: toText(content),
        askPassword: () => Promise.resolve("Secret-1"),
      }),
    );

    const whole = pick(await contentNow(created!.address), ["avatar", "interests", "homepage"]);
    assert.deepEqual(withoutIds(whole), pick(content, ["avatar", "interests", "homepage"]));
  });
});

/** The content without the ids of components. */
function withoutIds(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withoutIds(item));
  if (!isObject(value)) return value;
  const others = Object.entries(value).filter(([name]) => name !== "id");
  return Object.fromEntries(others.map(([name, inner]) => [name, withoutIds(inner ?? null)]));
}
