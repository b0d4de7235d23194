import assert from "node:assert/strict";
import { findOtherChanges } from "../../../../src/model/writing/otherDocuments/otherChanges.ts";
import { findTakeovers } from "../../../../src/model/writing/otherDocuments/takeovers.ts";
import type { VersionAction } from "../../../../src/model/writing/otherDocuments/otherChanges.ts";
import { singleId } from "../../../../src/model/foundation/address.ts";
import { isArray } from "../../../../src/model/foundation/json.ts";
import type { Json, JsonObject } from "../../../../src/model/foundation/json.ts";
import { serviceFor } from "../../../../src/model/schemas/userType.ts";
import "../../../services/skipInapplicable.ts";
import { administer } from "../../../support/administer.ts";
import type { Service } from "../../../support/service.ts";
import { Database } from "../../database.ts";
import type { Contents } from "../../database.ts";
import { nameOf } from "../../databaseEntities.ts";
import { must } from "../../outcomes.ts";
import { useEnlargedService } from "../../enlargedService.ts";
import { modelOn } from "../../testModel.ts";
import type { TestModel } from "../../testModel.ts";
import type { OtherChange } from "../../../../src/model/journal/journalEntry.ts";

/** The types of the service that have drafts. */
const singular = { articles: "article", authors: "author" } as const;
type Name = keyof typeof singular;

describe("findOtherChanges, with relations of every kind", function () {
  this.timeout(180_000);
  const enlarged = useEnlargedService();
  let service: Service;
  let model: TestModel;
  let database: Database;

  before(async () => {
    service = enlarged();
    model = modelOn(service);
    database = await Database.open(service);
  });
  after(async () => {
    await database.close();
    model.close();
  });

  async function ask(method: string, path: string, data: JsonObject): Promise<string> {
    const response = await fetch(`${service.url}/${service.apiPrefix}/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${service.tokens.full}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ data }),
    });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${text}`);
    return (JSON.parse(text) as { data: { documentId: string } }).data.documentId;
  }

  let sequence = 0;
  const named = (data: JsonObject): JsonObject => {
    sequence += 1;
    const title = `Other ${sequence}`;
    return { title, name: title, slug: `other-${sequence}`, kicker: "Made", ...data };
  };
  const make = (type: string, data: JsonObject = {}, query = "") => {
    const { title, name, slug, kicker, ...otherValues } = named(data) as Record<string, Json>;
    const valuesByType = {
      articles: { title, kicker },
      pages: { title, slug },
      authors: { name },
      categories: { name, slug },
    }[type];
    return ask("POST", `${type}?${query}`, { ...valuesByType, ...otherValues } as JsonObject);
  };
  async function makeUser(data: JsonObject): Promise<string> {
    sequence += 1;
    const username = `reader-${sequence}`;
    const body = { username, email: `${username}@example.com`, password: "Secret-1", role: 1 };
    const response = await fetch(`${service.url}/${service.apiPrefix}/users`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${service.tokens.full}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ ...body, ...data }),
    });
    const text = await response.text();
    assert.ok(response.ok, text);
    return String((JSON.parse(text) as { id: number }).id);
  }

  const edit = (type: string, id: string, data: JsonObject, query = "") =>
    ask("PUT", `${type}/${id}?status=draft&${query}`, data);

  /** The relations of each type to an author. */
  const to = (author: string) => {
    const quote = { text: "So it is.", speaker: "Ada", author };
    return {
      articles: {
        ...{ author, coauthor: author, patron: author },
        ...{ reviewers: [author], helpers: [author] },
      },
      authors: { mentor: author, rival: author, friends: [author] },
      categories: { head: author, lead: author, mascot: author, quote },
      pages: { quote },
    } satisfies Record<string, JsonObject>;
  };

  async function act(action: VersionAction, type: Name, id: string, locale?: string) {
    const query = locale === undefined ? "" : `&locale=${locale}`;
    if (action === "publish") return ask("PUT", `${type}/${id}?status=published${query}`, {});
    const uid = `api::${singular[type]}.${singular[type]}`;
    const path = `content-manager/collection-types/${uid}/${id}/actions/${action}`;
    return administer(service, "POST", path, locale === undefined ? {} : { locale });
  }

  /** The relations of other documents that a write to this one changes in the database. */
  async function changedBy(id: string, write: () => Promise<unknown>): Promise<string[]> {
    const before = await database.read();
    await write();
    return changedElsewhere(before, await database.read(), id);
  }

  /** Runs an action. Returns the predicted changes, which must be the changes in the database. */
  async function changesBy(action: VersionAction, type: Name, id: string, locale?: string) {
    const address = model.at(type, id, locale);
    const predicted = must(await findOtherChanges(action, [address], model.catalogs));
    const changed = await changedBy(id, () => act(action, type, id, locale));
    assert.deepEqual([...new Set(predicted.changed.map(placeOf))].sort(), changed);
    assert.equal(predicted.isTruncated, false);
    return summaryOf(predicted.changed);
  }

  it("findOtherChanges names all relations that Unpublish removes, and those that Publish restores", async () => {
    const author = await make("authors");
    for (const [type, data] of Object.entries(to(author))) await make(type, data);

    const removed = await changesBy("unpublish", "authors", author);
    const restored = await changesBy("publish", "authors", author);

    assert.deepEqual(removed, [
      ...["articles published author loses", "articles published coauthor loses"],
      ...["articles published helpers loses", "articles published patron loses"],
      "articles published reviewers loses",
      ...["authors published friends loses", "authors published mentor loses"],
      "authors published rival loses",
      ...["categories published head loses", "categories published lead loses"],
      ...["categories published mascot loses", "categories published quote.author loses"],
      "pages published quote.author loses",
    ]);
    assert.deepEqual(restored, [
      ...["articles published author gets", "articles published helpers gets"],
      "articles published patron gets",
      ...["authors published friends gets", "authors published mentor gets"],
      "authors published rival gets",
      ...["categories published head gets", "categories published lead gets"],
      ...["categories published mascot gets", "categories published quote.author gets"],
    ]);
  });

  it("findOtherChanges names the two-way relations of drafts that Discard Changes removes", async () => {
    const author = await make("authors");
    for (const type of ["articles", "authors", "pages"] as const) {
      await edit(type, await make(type), to(author)[type]);
    }
    await edit("authors", author, { bio: "Changed" });

    assert.deepEqual(await changesBy("discard", "authors", author), [
      ...["articles draft author loses", "articles draft helpers loses"],
      "articles draft patron loses",
      ...["authors draft mentor loses", "authors draft rival loses"],
    ]);
  });

  it("findOtherChanges names the relations that drafts get from their published versions by Discard Changes", async () => {
    const [author, other] = [await make("authors"), await make("authors")];
    for (const type of ["articles", "authors", "pages"] as const) {
      await edit(type, await make(type, to(author)[type]), to(other)[type]);
    }
    await edit("authors", author, { bio: "Changed" });

    assert.deepEqual(await changesBy("discard", "authors", author), [
      ...["articles draft author gets", "articles draft helpers gets"],
      "articles draft patron gets",
      ...["authors draft friends gets", "authors draft mentor gets", "authors draft rival gets"],
    ]);
  });

  it("findOtherChanges names the relations that published versions lose because their drafts lost them", async () => {
    const [author, other] = [await make("authors"), await make("authors")];
    for (const type of ["articles", "authors", "pages"] as const) {
      await edit(type, await make(type, to(author)[type]), to(other)[type]);
    }

    assert.deepEqual(await changesBy("publish", "authors", author), [
      ...["articles published author loses", "articles published helpers loses"],
      "articles published patron loses",
      ...["authors published mentor loses", "authors published rival loses"],
    ]);
  });

  it("findOtherChanges names the relations to a document that is published for the first time", async () => {
    const author = await make("authors", {}, "status=draft");
    for (const type of ["articles", "authors", "pages"] as const) {
      await edit(type, await make(type), to(author)[type]);
    }
    await make("categories", to(author).categories);

    assert.deepEqual(await changesBy("publish", "authors", author), [
      ...["articles published author gets", "articles published helpers gets"],
      "articles published patron gets",
      ...["authors published friends gets", "authors published mentor gets"],
      "authors published rival gets",
      ...["categories published head gets", "categories published lead gets"],
      ...["categories published mascot gets", "categories published quote.author gets"],
    ]);
  });

  it("findOtherChanges names the documents from which a version takes a one-to-one target", async () => {
    const target = await make("authors");
    const [first, second] = [await make("authors", { rival: target }), await make("authors")];
    await make("articles", { patron: target });
    const article = await make("articles");
    await edit("authors", second, { rival: target });
    await edit("articles", article, { patron: target });

    const published = await changesBy("publish", "authors", second);
    const publishedArticle = await changesBy("publish", "articles", article, "en");
    await edit("authors", first, { rival: target });
    const discarded = await changesBy("discard", "authors", second);

    assert.deepEqual(
      [published, publishedArticle, discarded],
      [
        ["authors published rival loses"],
        ["articles published patron loses"],
        ["authors draft rival loses"],
      ],
    );
  });

  it("findOtherChanges names relations of types that aren't localized only for the locale that they have", async () => {
    const article = await make("articles");
    await ask("PUT", `articles/${article}?locale=fr`, { title: "Autre" });
    await make("authors", { favorite: article, fanOf: article });
    await make("categories", { pick: article, star: article });
    for (const locale of ["fr", "en"]) {
      await edit("articles", article, { title: `Changed ${locale}` }, `locale=${locale}`);
    }

    const changes: string[][] = [];
    for (const action of ["discard", "unpublish"] as const) {
      for (const locale of ["fr", "en"]) {
        changes.push(await changesBy(action, "articles", article, locale));
      }
    }
    changes.push(await changesBy("publish", "articles", article, "en"));

    assert.deepEqual(changes, [
      [],
      [],
      [],
      [
        ...["authors published fanOf loses", "authors published favorite loses"],
        ...["categories published pick loses", "categories published star loses"],
      ],
      [
        "authors published fanOf gets",
        ...["categories published pick gets", "categories published star gets"],
      ],
    ]);
  });

  it("findOtherChanges and findTakeovers name what a save takes, in all versions and locales", async () => {
    const owned = async (type: string, name: string, targetType: string) => {
      const target = await make(targetType);
      const owner = await make(type, { [name]: target });
      if (type === "articles" && name !== "sequel") {
        const french = { title: "Autre", kicker: "Autre", [name]: target };
        await ask("PUT", `articles/${owner}?locale=fr&status=published`, french);
      }
      return { type, name, target, id: await make(type) };
    };
    const takes = async ({ type, name, target, id }: Awaited<ReturnType<typeof owned>>) => {
      const address = model.at(type, id, type === "articles" ? "en" : undefined);
      const typed = must(await model.catalogs.type(address.connection, type));
      const content = { [name]: { documentId: target } };
      const [predicted = []] = must(await findTakeovers(typed, [{ address, content }]));
      const changed = await changedBy(id, () => edit(type, id, { [name]: target }));
      assert.deepEqual([...new Set(predicted.map(placeOf))].sort(), changed);
      return predicted.map(({ version, locale }) => [locale, version].join(" ").trim()).sort();
    };
    const relations = [
      await owned("articles", "sequel", "articles"),
      await owned("articles", "patron", "authors"),
      await owned("articles", "emblem", "categories"),
      await owned("authors", "badge", "categories"),
      await owned("categories", "mascot", "authors"),
      await owned("categories", "star", "articles"),
    ];
    const changedVersions: string[][] = [];
    for (const relation of relations) changedVersions.push(await takes(relation));

    assert.deepEqual(changedVersions, [
      ["en draft"],
      ["en draft", "fr draft"],
      ["en draft", "en published", "fr draft", "fr published"],
      ["draft", "published"],
      ["published"],
      ["published"],
    ]);
  });

  it("findOtherChanges names a single type by the id in its address", async () => {
    const article = await make("articles");
    await ask("PUT", "homepage", { leadArticle: article });
    const address = model.at("articles", article, "en");

    const { changed } = must(await findOtherChanges("unpublish", [address], model.catalogs));

    assert.deepEqual(
      changed.map(({ type, documentId, path }) => [type, documentId, path]),
      [["homepage", singleId, "leadArticle"]],
    );
  });

  it("findOtherChanges names no other locale of a single type that is published", async () => {
    const patron = await make("authors");
    await ask("PUT", "homepage?locale=fr&status=published", { heading: "Accueil", patron });
    await ask("PUT", "homepage?status=draft", { heading: "Home", patron });
    const address = model.at("homepage", singleId, "en");

    const { changed } = must(await findOtherChanges("publish", [address], model.catalogs));

    assert.deepEqual(changed, []);
  });

  it("findOtherChanges and findTakeovers name the user from whom a save takes a target", async () => {
    const idol = await make("authors");
    const [owner, other] = [await makeUser({ idol }), await makeUser({})];
    const address = model.at("users", other);
    const users = must(await serviceFor(address, {}, model.catalogs));
    const content = { idol: { documentId: idol } };

    const [newTakeovers, ownTakeovers] = must(
      await findTakeovers(users, [
        { address, content },
        { address: model.at("users", owner), content },
      ]),
    );

    assert.deepEqual(
      [newTakeovers?.map(({ type, documentId, path }) => [type, documentId, path]), ownTakeovers],
      [[["users", owner, "idol"]], []],
    );
  });

  it("findOtherChanges says that relations to any type can't be looked up, which every action removes", async () => {
    const author = await make("authors");
    const subjects = [{ __type: "api::author.author", documentId: author }];
    const article = await make("articles", { subjects });
    const address = model.at("authors", author);
    const versions = async () => {
      const counts: number[] = [];
      for (const status of ["draft", "published"]) {
        const url = `${service.url}/${service.apiPrefix}/articles/${article}?status=${status}&populate[subjects]=true`;
        const headers = { authorization: `Bearer ${service.tokens.full}` };
        const { data } = (await (await fetch(url, { headers })).json()) as {
          data: { subjects?: unknown[] };
        };
        counts.push(data.subjects?.length ?? 0);
      }
      return counts;
    };

    const predicted = must(await findOtherChanges("publish", [address], model.catalogs));
    const counts = [await versions()];
    for (const action of ["publish", "discard"] as const) {
      await act(action, "authors", author);
      counts.push(await versions());
    }

    assert.deepEqual(predicted.unsearchable, ["articles.subject", "articles.subjects"]);
    assert.deepEqual(counts, [
      [1, 1],
      [1, 0],
      [0, 0],
    ]);
  });

  it("findOtherChanges leaves a target published in another locale to the preview of a publish", async () => {
    const article = await make("articles", {}, "status=draft");
    await ask("PUT", `articles/${article}?locale=fr&status=published`, {
      title: "Autre article",
      kicker: "Autre",
    });
    const author = await make("authors", { favorite: article }, "status=draft");
    const address = model.at("authors", author);
    const previewed = must(await model.publication.preview(address));

    const { omitted, lost } = must(await model.publication.previewPublish(address, previewed));
    await act("publish", "authors", author);
    const published = must(await model.publication.preview(address));
    const again = must(await model.publication.previewPublish(address, published));

    const pathsOf = (references: readonly { path: string }[]) => references.map(({ path }) => path);
    assert.deepEqual([pathsOf(omitted), lost], [["favorite"], []]);
    assert.deepEqual(
      [pathsOf(again.omitted), again.lost, again.changedAttributes],
      [["favorite"], [], []],
    );
  });
});

/** A relation of a document version, as the database names it. */
const placeOf = ({ type, documentId, locale = "-", version, path }: OtherChange): string =>
  `${type}/${documentId}/${locale}/${version} ${nameOf(path.split(".")[0])}`;

const summaryOf = (changes: readonly OtherChange[]): string[] =>
  changes.map(({ type, version, path, change }) => `${type} ${version} ${path} ${change}`).sort();

/** The attributes of other documents that differ, regardless of the order of their targets. */
function changedElsewhere(before: Contents, after: Contents, id: string): string[] {
  const inOrder = (text: string | undefined) => {
    const value = text === undefined ? null : (JSON.parse(text) as Json);
    return JSON.stringify(
      isArray(value) ? [...value].map((entry) => JSON.stringify(entry)).sort() : value,
    );
  };
  return [...before.keys()]
    .filter((key) => !key.includes(`/${id}/`))
    .flatMap((key) => {
      const [old, now] = [before.get(key), after.get(key)];
      const names = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])];
      return names
        .filter((name) => inOrder(old?.get(name)) !== inOrder(now?.get(name)))
        .map((name) => `${key} ${name}`);
    })
    .sort();
}
