import assert from "node:assert/strict";
import type { Address } from "../../../src/model/foundation/address.ts";
import type { Faults } from "../../support/faults.ts";
import { contentOf, edit, open } from "../editors.ts";
import { useFaults } from "../useFaults.ts";
import { connect, useMagazine } from "../useMagazine.ts";

describe("Same documentIds in two services", () => {
  const magazine = useMagazine();
  const other = useFaults();

  it("connections to services with the same documentIds have separate editors, reads and saves", async () => {
    // Both proxies lead to one service, so that each id exists on both. The requests show which one was used.
    const detour = await magazine.detour();
    const firstProxy = { faults: detour, connection: detour.article("").connection };
    const service = { ...magazine.service, url: other().url };
    const secondProxy = { faults: other(), connection: await connect(service) };
    const id = await magazine.makeArticle({ kicker: "As it was", summary: "As it was" });
    const at = ({ connection }: { readonly connection: string }): Address => ({
      ...magazine.article(id),
      connection,
    });
    const requestsOf = ({ faults }: { readonly faults: Pick<Faults, "requests"> }) =>
      faults.requests
        .filter(({ path }) => path.includes(id))
        .map(({ method, body }) => [method, body]);
    const written = (proxy: { readonly faults: Pick<Faults, "requests"> }) =>
      requestsOf(proxy).filter(([method]) => method !== "GET");

    const firstDocument = await open(at(firstProxy));
    await edit(firstDocument, { kicker: "Here" });
    const isSaved = await firstDocument.save();
    const early = requestsOf(secondProxy);
    const twin = await open(at(secondProxy));
    await edit(twin, { summary: "There" });
    const isTwinSaved = await twin.save();

    assert.notEqual(firstDocument.uri.toString(), twin.uri.toString());
    assert.deepEqual([isSaved, isTwinSaved, early], [true, true, []]);
    assert.deepEqual(
      [written(firstProxy), written(secondProxy)],
      [[["PUT", { data: { kicker: "Here" } }]], [["PUT", { data: { summary: "There" } }]]],
    );
    assert.equal(contentOf(twin)["kicker"], "Here");
  });
});
