import assert from "node:assert/strict";
import { LastEditors } from "../../../src/model/documents/lastEditors.ts";
import { startFaults } from "../../support/faults.ts";
import { json } from "../../support/loopback.ts";
import { until, untilEqual } from "../../window/until.ts";
import { adminLogin, openPanel } from "../administrator.ts";
import type { TestModel } from "../testModel.ts";
import { magazine, makeArticle, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";

describe("LastEditors", function () {
  this.timeout(60_000);

  const changeInPanel = (model: TestModel, id: string, data: object) =>
    fetch(
      `${magazine().url}/content-manager/collection-types/api::article.article/${id}?locale=en`,
      {
        method: "PUT",
        headers: {
          authorization: `Bearer ${model.store.tokens.get(`admin/${model.connection.id}`) ?? ""}`,
          "content-type": "application/json",
        },
        body: JSON.stringify(data),
      },
    );

  it("LastEditors requests the last editor once for each version, and fires an event when the name is known", async () => {
    const model = await openPanel();
    const editors = new LastEditors(model.administrators, model.catalogs);
    const id = await makeArticle();
    await changeInPanel(model, id, { kicker: "From the panel" });
    const { version } = must(await model.documents.read(model.article(id)));
    const reported = new Promise((resolve) => editors.onDidLearn(resolve));

    const before = [1, 2].map(() => editors.of(model.article(id), version));
    await reported;

    const requests = panelRequests(model);
    assert.deepEqual(
      [before, editors.of(model.article(id), version), requests.length],
      [[undefined, undefined], "Harriet Penhallow", 1],
    );
  });

  const panelRequests = (model: TestModel) =>
    model.sent("GET").filter((path) => path.startsWith("content-manager/collection-types"));

  it("LastEditors sends no request when no administrator is signed in", async () => {
    const model = openModel({ catalogs: {} });
    const editors = new LastEditors(model.administrators, model.catalogs);
    const address = model.article(await makeArticle());
    await model.documents.read(address);

    const name = editors.of(address, 1);

    // These requests arrive after a request that `of` would have sent.
    const target = { uid: "api::article.article", documentId: address.id };
    const askMore = () =>
      model.administrators.call(address.connection, (admin) => admin.lastEditor(target), true);
    await askMore();
    await askMore();
    assert.deepEqual([name, panelRequests(model).length], [undefined, 2]);
  });

  it("LastEditors requests the name again after an expired sign-in is renewed", async () => {
    const model = await openPanel();
    const editors = new LastEditors(model.administrators, model.catalogs);
    const address = model.article(await makeArticle());
    await changeInPanel(model, address.id, { kicker: "From the panel" });
    const { version } = must(await model.documents.read(address));
    await model.store.saveSecret(model.connection, "admin", "an-ended-token");
    model.connections.renew(model.connection.id);
    editors.of(address, version);
    await until("No request was sent", () => Promise.resolve(panelRequests(model).length === 1));
    const names: unknown[] = [];
    editors.onDidLearn((learned) => names.push(editors.of(learned, version)));

    model.logins.push(adminLogin());
    must(await model.administrators.signIn(model.connection));

    await untilEqual(() => Promise.resolve(names), [undefined, "Harriet Penhallow"]);
    assert.equal(panelRequests(model).length, 2);
  });

  it("LastEditors returns the email address of a user when the service sends no name that is a text", async () => {
    const faults = await startFaults(magazine().url);
    const model = await openPanel({ url: faults.url });
    const editors = new LastEditors(model.administrators, model.catalogs);
    const updatedBy = { id: 1, firstname: { toString: 1 }, username: 7, email: "a@b.c" };
    faults.inject(/content-manager/, json({ data: { updatedBy } }));
    const reported = new Promise((resolve) => editors.onDidLearn(resolve));

    editors.of(model.article("tea1"), 1);
    await reported;

    await faults.stop();
    assert.equal(editors.of(model.article("tea1"), 1), "a@b.c");
  });
});
