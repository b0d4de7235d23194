import assert from "node:assert/strict";
import type { Address } from "../../src/model/foundation/address.ts";
import { startFaults } from "../support/faults.ts";
import type { Faults } from "../support/faults.ts";
import { contentOf, edit, open } from "./editors.ts";
import { connect, useMagazine } from "./useMagazine.ts";

describe("Two connections to services with the same documentIds", () => {
  const magazine = useMagazine();
  const ways: { readonly faults: Faults; readonly connection: string }[] = [];

  // Both proxies lead to one service, so that each id exists on both. The requests show which one was used.
  before(async () => {
    for (let count = 0; count < 2; count += 1) {
      const faults = await startFaults(magazine.service.url);
      ways.push({ faults, connection: await connect({ ...magazine.service, url: faults.url }) });
    }
  });
  after(async () => {
    for (const { faults } of ways) await faults.stop();
  });

  it("have separate editors and never receive each other's reads and saves", async () => {
    const [here, there] = ways;
    assert.ok(here && there);
    const id = await magazine.makeArticle({ kicker: "As it was", summary: "As it was" });
    const at = ({ connection }: { readonly connection: string }): Address => ({
      ...magazine.article(id),
      connection,
    });
    const asked = ({ faults }: { readonly faults: Faults }) =>
      faults.requests
        .filter(({ path }) => path.includes(id))
        .map(({ method, body }) => [method, body]);
    const written = (proxy: { readonly faults: Faults }) =>
      asked(proxy).filter(([method]) => method !== "GET");

    const own = await open(at(here));
    await edit(own, { kicker: "Here" });
    const isSaved = await own.save();
    const early = asked(there);
    const twin = await open(at(there));
    await edit(twin, { summary: "There" });
    const isTwinSaved = await twin.save();

    assert.notEqual(own.uri.toString(), twin.uri.toString());
    assert.deepEqual([isSaved, isTwinSaved, early], [true, true, []]);
    assert.deepEqual(
      [written(here), written(there)],
      [[["PUT", { data: { kicker: "Here" } }]], [["PUT", { data: { summary: "There" } }]]],
    );
    assert.equal(contentOf(twin)["kicker"], "Here");
  });
});
