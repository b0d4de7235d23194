import assert from "node:assert/strict";
import { startFaults } from "../support/faults.ts";
import type { Faults } from "../support/faults.ts";
import { edited } from "./desk.ts";
import { ask, magazine, openDesk } from "./magazine.ts";
import { must } from "./outcomes.ts";

describe("Two connections to services with the same documentIds", () => {
  it("never send what is for the one to the other, whoever opens, saves and publishes", async () => {
    const { url, tokens } = magazine();
    // Both lead to one service, so that each id is on both; what passes says which one was meant.
    const ways = [await startFaults(url), await startFaults(url)] as const;
    const [here, there] = ways;
    const desk = openDesk({ url: here.url });
    const other = await desk.connections.add("Other", { url: there.url, token: tokens.full });
    const made = (await ask("POST", "articles?status=draft", { title: "Twin" })) as {
      data: { documentId: string };
    };
    const own = desk.article(made.data.documentId);
    const twin = { ...own, connection: other.id };

    const steps: [string, string[]][] = [];
    const during = async (what: string, wrong: Faults, act: () => Promise<unknown>) => {
      const before = wrong.requests.length;
      await act();
      steps.push([what, wrong.requests.slice(before).map(({ method, path }) => method + path)]);
    };
    for (const [at, address] of [own, twin].entries()) {
      const wrong = address === own ? there : here;
      await during("open", wrong, async () => {
        const snapshot = await desk.open(address);
        must(await desk.save(address, edited(snapshot, { kicker: `Step ${at}` })));
      });
      await during("publish", wrong, async () => {
        const looked = must(await desk.lifecycle.look(address));
        must(await desk.lifecycle.publish(address, looked));
      });
    }

    for (const way of ways) await way.stop();
    await ask("DELETE", `articles/${made.data.documentId}?locale=*`);
    assert.deepEqual(
      steps.filter(([, wrong]) => wrong.length > 0),
      [],
    );
    assert.ok(ways.every(({ requests }) => requests.some(({ method }) => method === "PUT")));
  });
});
