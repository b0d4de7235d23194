import assert from "node:assert/strict";
import { Restarts } from "../../src/model/connections/restarts.ts";
import { ContentTree } from "../../src/tree/contentTree.ts";
import { createAuthority } from "../support/certificates.ts";
import { hangUp, json, refusal } from "../support/loopback.ts";
import type { Reply } from "../support/loopback.ts";
import { startFaults } from "../support/faults.ts";
import type { Faults } from "../support/faults.ts";
import { startTlsService } from "../support/tlsService.ts";
import { until } from "../window/until.ts";
import { launchedService } from "./launchedService.ts";
import { iconOf, labelOf, useTrees } from "./trees.ts";

describe("A row for what could not be loaded", () => {
  const { url, tokens } = launchedService();
  const openTree = useTrees();
  let faults: Faults;
  beforeEach(async () => {
    faults = await startFaults(url);
  });
  afterEach(() => faults.stop());

  const hostOf = () => new URL(faults.url).host;
  const tooMany = refusal(429, "RateLimitError", "Too many requests, please try again later.");
  const broken = refusal(500, "InternalServerError", "Internal Server Error");

  const reasons: readonly (readonly [what: string, fault: Reply, why: () => string])[] = [
    ["an error of the service", broken, () => `${hostOf()}: Internal Server Error`],
    [
      "a service that is too busy",
      tooMany,
      () => `${hostOf()} had too many requests. Try again in a minute.`,
    ],
    [
      "a service that says when it will be ready",
      json({ error: { message: "Later" } }, 429, { "retry-after": "3600" }),
      () => `${hostOf()} had too many requests. Try again in 3600 s.`,
    ],
    [
      "a token that is not known",
      refusal(401, "UnauthorizedError", "Missing or invalid credentials"),
      () => `${hostOf()} refused the token: Missing or invalid credentials.`,
    ],
    ["a connection that breaks", hangUp, () => `${hostOf()} can't be reached: UND_ERR_SOCKET.`],
  ];
  for (const [what, fault, why] of reasons) {
    it(`says why, and never that there is nothing, after ${what}`, async () => {
      const tree = openTree({ url: faults.url });
      faults.inject(/^GET \/api\/pages/, fault);

      const lines = await tree.lines("Magazine", "Pages");

      assert.deepEqual(lines, [`${why()}   Retry`]);
    });
  }

  it("names the permission first that is missing, and says the whole in its tooltip", async () => {
    const tree = openTree({ url: faults.url });
    faults.inject(/^GET \/api\/pages/, refusal(403, "ForbiddenError", "Forbidden"));

    const [item] = await tree.items("Magazine", "Pages");

    assert.deepEqual(
      [item?.label, item?.description, item?.tooltip, item?.contextValue],
      [
        "pages: find",
        "this permission is missing · Retry",
        `A permission is missing on ${new URL(faults.url).host}: tick pages: find for the token, or for the role of who is signed in.`,
        "failure.permissions",
      ],
    );
  });

  it("stands under a connection that can't be reached, and tells a screen reader why", async () => {
    const tree = openTree({ url: faults.url });
    await faults.stop();

    const [row] = await tree.rows("Magazine");
    const item = row?.item();

    const why = `${hostOf()} can't be reached: ECONNREFUSED.`;
    assert.deepEqual(
      [item?.label, item?.tooltip, item?.accessibilityInformation, row?.action],
      [why, why, { label: `${why} Retry` }, "cms.content.retry"],
    );
  });

  it("is not there while a service on this computer starts anew: the connection says that, and keeps its rows", async () => {
    const { desk } = openTree({ url: faults.url });
    const { connections, locks, catalogs, content } = desk;
    const restarts = new Restarts(connections);
    const view = new ContentTree(connections, { connections, locks, catalogs, content, restarts });
    restarts.watch(true);
    const connection = async () => (await view.getChildren())[0]!;
    const before = await view.getChildren(await connection());

    await faults.stop();
    desk.content.refresh({ connection: desk.connection.id });
    const failed = await view.getChildren(await connection());
    await until("It is not away", () => Promise.resolve(restarts.isAway(desk.connection.id)));
    const item = view.getTreeItem(await connection());
    const rows = await view.getChildren(await connection());
    restarts.dispose();
    view.dispose();

    assert.deepEqual([item.description, iconOf(item)], ["restarting…", "loading~spin"]);
    assert.deepEqual(failed.length, before.length + 1);
    assert.deepEqual(
      rows.map(({ id }) => id),
      before.map(({ id }) => id),
    );
  });

  it("says what is wrong with a certificate, and offers to choose one", async () => {
    const authority = await createAuthority();
    const secure = await startTlsService(await authority.forServer());
    const tree = openTree({ url: secure.url });

    const [row] = await tree.rows("Magazine");
    await secure.stop();

    const item = row?.item();
    const { host } = new URL(secure.url);
    assert.deepEqual(
      [item?.label, item?.contextValue],
      [
        `There is no secure connection to ${host}: unable to verify the first certificate.`,
        "failure.certificate",
      ],
    );
  });

  it("stands under a connection whose token may not read content types, and names what to tick", async () => {
    const tree = openTree({ token: tokens.readOnly });

    const lines = await tree.lines("Magazine");

    assert.deepEqual(lines, [
      "Content-type-builder: getContentTypes   this permission is missing · Retry",
      "Name Collections…",
    ]);
  });

  it("stands under users alone, where the token may list everything else", async () => {
    const tree = openTree({ token: tokens.custom });

    const users = await tree.lines("Magazine", "Users");
    const tags = await tree.lines("Magazine", "Tags");

    assert.deepEqual(
      [users, tags.at(-1)],
      [
        ["Users-permissions, User: find   this permission is missing · Retry"],
        "Load More   25 of 73",
      ],
    );
  });

  it("takes the place of Load More, below the rows that came before, until it is tried again", async () => {
    const tree = openTree({ url: faults.url, pageSize: 6 });
    const listing = tree.desk.content.listing({
      connection: tree.desk.connection.id,
      type: "pages",
    });
    const labels = async () => (await tree.items("Magazine", "Pages")).map(labelOf);
    const first = await labels();

    faults.inject(/^GET \/api\/pages/, broken);
    await listing.more();
    const failed = await labels();
    faults.heal();
    await listing.more();
    const retried = await labels();

    assert.deepEqual(failed.slice(0, -1), first.slice(0, -1));
    assert.match(failed.at(-1) ?? "", /^127\.0\.0\.1:\d+: ./);
    assert.deepEqual(
      [retried.length, new Set(retried).size, retried.slice(0, 6), retried.at(-1)],
      [13, 13, first.slice(0, 6), "Load More"],
    );
  });

  it("goes when the service answers again", async () => {
    const tree = openTree({ url: faults.url });
    faults.inject(/./, broken);
    const failed = (await tree.items("Magazine")).map(labelOf);

    faults.heal();
    tree.desk.content.refresh({ connection: tree.desk.connection.id });

    const labels = (await tree.items("Magazine")).map(labelOf);
    assert.deepEqual([failed.length, labels[0], labels.length], [1, "Articles", 8]);
  });

  it("is no row that says there is nothing: that stands only where the service says so", async () => {
    const tree = openTree({ url: faults.url });
    const pagination = { start: 0, limit: 25, total: 0 };
    faults.inject(/^GET \/api\/(pages|tags)/, json({ data: [], meta: { pagination } }));
    faults.inject(/^GET \/api\/users$/, json([]));
    faults.inject(/^GET \/api\/users\/count/, json(0));

    const lines = [
      await tree.lines("Magazine", "Pages"),
      await tree.lines("Magazine", "Tags"),
      await tree.lines("Magazine", "Users"),
    ];

    assert.deepEqual(lines, [["No pages   en"], ["No tags"], ["No users"]]);
  });
});
