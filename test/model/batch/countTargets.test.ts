import assert from "node:assert/strict";
import { countTargets } from "../../../src/model/batch/batchTarget.ts";
import type { TestModel } from "../testModel.ts";
import { magazine, makeArticle, openModel, total, unique } from "../magazine.ts";
import { startFaults } from "../../support/faults.ts";
import { refusal } from "../../support/loopback.ts";
import { must, why } from "../outcomes.ts";

const all = ({ connection }: TestModel, type: string, locale?: string) =>
  ({
    kind: "matching",
    collection: { connection: connection.id, type },
    ...(locale && { locales: [locale] }),
  }) as const;

describe("countTargets", () => {
  it("countTargets counts documents of one locale with drafts, and users", async () => {
    const model = openModel();
    const count = async (type: string, locale?: string) =>
      must(await countTargets(all(model, type, locale), model));

    const counted = [
      await count("articles", "en"),
      await count("articles", "fr"),
      await count("articles"),
      await count("categories"),
      await count("users"),
    ];

    const english = await total("articles", "locale=en");
    const [french, categories] = [await total("articles", "locale=fr"), await total("categories")];
    assert.deepEqual(counted, [english, french, english, categories, 40]);
  });

  it("countTargets counts only what matches the list query of a collection or of the users", async () => {
    const model = openModel();
    const [articles, users] = [all(model, "articles"), all(model, "users")];
    const title = unique("Counted");
    await makeArticle({ title }, "status=draft");
    await makeArticle({ title });
    model.lists.changeListQuery(articles.collection, {
      filter: { title: { $eq: title } },
      state: "draft",
    });
    model.lists.changeListQuery(users.collection, {
      filter: { username: { $eq: "nobody at all" } },
    });

    const counted = [
      must(await countTargets(articles, model)),
      must(await countTargets({ ...articles, locales: ["fr"] }, model)),
      must(await countTargets(users, model)),
    ];

    assert.deepEqual(counted, [1, 0, 0]);
  });

  it("countTargets counts users by their ids when the count route fails", async () => {
    const proxy = await startFaults(magazine().url);
    try {
      proxy.inject(/users\/count$/, refusal(500, "InternalServerError", "Internal Server Error"));
      const model = openModel({ url: proxy.url });
      const users = all(model, "users");
      model.lists.changeListQuery(users.collection, { filter: { id: { $lte: 39 } } });

      const counted = must(await countTargets(users, model));

      assert.equal(counted, 39);
    } finally {
      await proxy.stop();
    }
  });

  it("countTargets stops when the user cancels", async () => {
    const model = openModel();

    const options = { signal: AbortSignal.abort() };
    const outcome = await countTargets(all(model, "articles"), model, options);

    assert.equal(why(outcome), "CmsAbortError");
  });

  it("countTargets fails with ForbiddenError when the token may not read the users", async () => {
    const model = openModel({ token: magazine().tokens.custom });

    const outcome = await countTargets(all(model, "users"), model);

    assert.equal(why(outcome), "ForbiddenError");
  });
});
