import assert from "node:assert/strict";
import { json, refusal } from "../../support/loopback.ts";
import type { Reply } from "../../support/loopback.ts";
import { launchedService } from "../launchedService.ts";
import { labelOf, useTrees } from "../trees.ts";
import { useFaults } from "../useFaults.ts";

describe("Tree item of a failed load", () => {
  const { tokens } = launchedService();
  const openTree = useTrees();
  const faults = useFaults();

  const broken = refusal(500, "InternalServerError", "Internal Server Error");

  const reasons: readonly (readonly [what: string, fault: Reply, row: string])[] = [
    ["an error of the service", broken, "Internal Server Error   Retry"],
    [
      "a service that is too busy, and names a time to retry",
      json({ error: { message: "Later" } }, 429, { "retry-after": "3600" }),
      "Too many requests   Retry",
    ],
    [
      "an unknown token",
      refusal(401, "UnauthorizedError", "Missing or invalid credentials"),
      "Token rejected   Missing or invalid credentials · Retry",
    ],
  ];
  it("the tree item of a failed load starts with the reason", async () => {
    const tree = openTree({ url: faults().url });
    const linesByFailure: unknown[] = [];

    for (const [what, fault] of reasons) {
      faults().inject(/^GET \/api\/pages/, fault);
      tree.model.lists.refresh({ connection: tree.model.connection.id, type: "pages" });
      linesByFailure.push([what, await tree.lines("Magazine", "Pages")]);
      faults().heal();
    }

    assert.deepEqual(
      linesByFailure,
      reasons.map(([what, , row]) => [what, [row]]),
    );
  });

  it("the tree item of a failed load appears below only the users when the token can list the rest", async () => {
    const tree = openTree({ token: tokens.custom });

    const users = await tree.lines("Magazine", "Users");
    const tags = await tree.lines("Magazine", "Tags");

    assert.deepEqual(
      [users, tags.at(-1)],
      [["Users-permissions, User: find   missing permission · Retry"], "Load More   25 of 73"],
    );
  });

  it("the tree item of a failed load replaces Load More until a retry", async () => {
    const tree = openTree({ url: faults().url, pageSize: 6 });
    const listing = tree.model.lists.listing({
      connection: tree.model.connection.id,
      type: "pages",
    });
    const labels = async () => (await tree.items("Magazine", "Pages")).map(labelOf);
    const first = await labels();

    faults().inject(/^GET \/api\/pages/, broken);
    await listing.more();
    const failed = await labels();
    faults().heal();
    await listing.more();
    const retried = await labels();

    assert.deepEqual(failed.slice(0, -1), first.slice(0, -1));
    assert.match(failed.at(-1) ?? "", /^Internal Server Error$/);
    assert.deepEqual(
      [retried.length, new Set(retried).size, retried.slice(0, 6), retried.at(-1)],
      [13, 13, first.slice(0, 6), "Load More"],
    );
  });

  it("the tree item of a failed load disappears when the service answers again", async () => {
    const tree = openTree({ url: faults().url });
    faults().inject(/./, broken);
    const failed = (await tree.items("Magazine")).map(labelOf);

    faults().heal();
    tree.model.lists.refresh({ connection: tree.model.connection.id });

    const labels = (await tree.items("Magazine")).map(labelOf);
    assert.deepEqual([failed.length, labels[0], labels.length], [1, "Articles", 9]);
  });

  it("an empty collection has no tree item of a failed load", async () => {
    const tree = openTree({ url: faults().url });
    const pagination = { start: 0, limit: 25, total: 0 };
    faults().inject(/^GET \/api\/(pages|tags)/, json({ data: [], meta: { pagination } }));
    faults().inject(/^GET \/api\/users$/, json([]));
    faults().inject(/^GET \/api\/users\/count/, json(0));

    const lines = [
      await tree.lines("Magazine", "Pages"),
      await tree.lines("Magazine", "Tags"),
      await tree.lines("Magazine", "Users"),
    ];

    assert.deepEqual(lines, [["No pages   en"], ["No tags"], ["No users"]]);
  });
});
