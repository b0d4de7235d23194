import assert from "node:assert/strict";
import { LastEditors } from "../../../src/model/documents/snapshot/lastEditors.ts";
import { startFaults } from "../../support/faults.ts";
import { json } from "../../support/loopback.ts";
import { until, untilEqual } from "../../window/until.ts";
import { adminLogin, openPanel } from "../administrator.ts";
import type { Desk } from "../desk.ts";
import { magazine, makeArticle, openDesk } from "../magazine.ts";
import { must } from "../outcomes.ts";

describe("LastEditors", function () {
  this.timeout(60_000);

  const changeInPanel = (desk: Desk, id: string, data: object) =>
    fetch(
      `${magazine().url}/content-manager/collection-types/api::article.article/${id}?locale=en`,
      {
        method: "PUT",
        headers: {
          authorization: `Bearer ${desk.store.tokens.get(`admin/${desk.connection.id}`) ?? ""}`,
          "content-type": "application/json",
        },
        body: JSON.stringify(data),
      },
    );

  it("requests the last editor once for each version, and fires an event when the name is known", async () => {
    const desk = await openPanel();
    const editors = new LastEditors(desk.admins, desk.catalogs);
    const id = await makeArticle();
    await changeInPanel(desk, id, { kicker: "From the panel" });
    const { version } = must(await desk.documents.read(desk.article(id)));
    const told = new Promise((resolve) => editors.onDidLearn(resolve));

    const before = [1, 2].map(() => editors.of(desk.article(id), version));
    await told;

    const asked = panelRequests(desk);
    assert.deepEqual(
      [before, editors.of(desk.article(id), version), asked.length],
      [[undefined, undefined], "Harriet Penhallow", 1],
    );
  });

  const panelRequests = (desk: Desk) =>
    desk.sent("GET").filter((path) => path.startsWith("content-manager"));

  it("sends no request when no administrator is signed in", async () => {
    const desk = openDesk();
    const editors = new LastEditors(desk.admins, desk.catalogs);
    const address = desk.article(await makeArticle());
    await desk.documents.read(address);

    const name = editors.of(address, 1);

    // These requests arrive after a request that `of` would have sent.
    const target = { uid: "api::article.article", documentId: address.id };
    const askMore = () =>
      desk.admins.call(address.connection, (admin) => admin.lastEditor(target), true);
    await askMore();
    await askMore();
    assert.deepEqual([name, panelRequests(desk).length], [undefined, 2]);
  });

  it("requests the name again after an expired sign-in is renewed", async () => {
    const desk = await openPanel();
    const editors = new LastEditors(desk.admins, desk.catalogs);
    const address = desk.article(await makeArticle());
    await changeInPanel(desk, address.id, { kicker: "From the panel" });
    const { version } = must(await desk.documents.read(address));
    await desk.store.saveSecret(desk.connection, "admin", "an-ended-token");
    desk.connections.renew(desk.connection.id);
    editors.of(address, version);
    await until("No request was sent", () => Promise.resolve(panelRequests(desk).length === 1));
    const names: unknown[] = [];
    editors.onDidLearn((learned) => names.push(editors.of(learned, version)));

    desk.logins.push(adminLogin());
    must(await desk.admins.signIn(desk.connection));

    await untilEqual(() => Promise.resolve(names), [undefined, "Harriet Penhallow"]);
    assert.equal(panelRequests(desk).length, 2);
  });

  const oddNames: Readonly<Record<string, readonly [user: object, shown: string]>> = {
    "line breaks": [{ firstname: "Ada\nStatus: live", lastname: "\u2028B" }, "Ada Status: live  B"],
    "bidirectional characters": [{ username: "\u202eada\u2069" }, "ada"],
    "no text": [{ firstname: { toString: 1 }, username: 7, email: "a@b.c" }, "a@b.c"],
  };
  for (const [what, [user, shown]] of Object.entries(oddNames)) {
    it(`returns a name of one line when the service sends ${what}`, async () => {
      const faults = await startFaults(magazine().url);
      const desk = await openPanel({ url: faults.url });
      const editors = new LastEditors(desk.admins, desk.catalogs);
      faults.inject(/content-manager/, json({ data: { updatedBy: { id: 1, ...user } } }));
      const told = new Promise((resolve) => editors.onDidLearn(resolve));

      editors.of(desk.article("tea1"), 1);
      await told;

      await faults.stop();
      assert.equal(editors.of(desk.article("tea1"), 1), shown);
    });
  }
});
