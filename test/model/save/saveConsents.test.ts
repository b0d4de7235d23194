import assert from "node:assert/strict";
import type { ConnectionEnvironment } from "../../../src/model/connect/connection.ts";
import { Connections } from "../../../src/model/connect/connections.ts";
import { SaveConsents } from "../../../src/model/save/saveConsents.ts";
import type { Consent } from "../../../src/model/save/saveConsents.ts";
import { ConnectionsInMemory, plainWays } from "../ports.ts";
import { url } from "../connect/connecting.ts";

/** Connections, and their consents in a window where the user always gives the same answer. */
function asking(answer: Consent | undefined) {
  const connections = new Connections(new ConnectionsInMemory(), plainWays);
  const consents = new SaveConsents(connections);
  /** For each question, whether it offered the choice not to ask again. */
  const offers: boolean[] = [];
  const save = (id: string, isLive = false) =>
    consents.isGiven(id, { isLive }, (mayBeAlways) => {
      offers.push(mayBeAlways);
      return Promise.resolve(answer);
    });
  const add = (environment?: ConnectionEnvironment) =>
    connections.add("Acme", { url }, environment && { environment });
  return { connections, consents, offers, save, add };
}

describe("Consent to an unannounced save", () => {
  it("consent is asked for at each save when the user chooses to save once", async () => {
    const { save, add, offers } = asking("once");
    const { id } = await add("staging");

    const saves = [await save(id), await save(id)];

    assert.deepEqual([saves, offers], [[true, true], Array(2).fill(true)]);
  });

  it("consent is denied when the user does not answer, and asked for at the next save", async () => {
    const { save, add, offers } = asking(undefined);
    const { id } = await add("staging");

    const saves = [await save(id), await save(id)];

    assert.deepEqual([saves, offers.length], [[false, false], 2]);
  });

  it("consent holds for later drafts of the connection when the user chooses not to be asked again", async () => {
    const { save, add, offers } = asking("always");
    const [staging, other] = [await add("staging"), await add()];

    const saves = [await save(staging.id), await save(staging.id)];
    const offerCount = offers.length;
    await save(other.id);

    assert.deepEqual([saves, offerCount, offers.length], [[true, true], 1, 2]);
  });

  it("consent is asked for at each save that changes published content", async () => {
    const { save, add, offers } = asking("always");
    const { id } = await add("development");
    await save(id);

    const saves = [await save(id, true), await save(id, true)];

    assert.deepEqual([saves, offers], [Array(2).fill(true), [true, false, false]]);
  });

  it("consent is asked for at each save in production", async () => {
    const { save, add, offers } = asking("always");
    const { id } = await add("production");

    const saves = [await save(id), await save(id)];

    assert.deepEqual([saves, offers], [Array(2).fill(true), [false, false]]);
  });

  it("consent is asked for again when the connection becomes production or its URL changes", async () => {
    const changes = { environment: "production", url: "https://other.example.com" } as const;
    for (const [name, value] of Object.entries(changes)) {
      const { connections, save, add, offers } = asking("always");
      const connection = await add("staging");
      const { id } = connection;
      await save(id);

      await connections.change(connection, { [name]: value });
      await save(id);

      assert.equal(offers.length, 2, name);
    }
  });

  it("consent is asked for one save at a time; the answer applies to waiting saves of drafts", async () => {
    const { consents, add } = asking(undefined);
    const { id } = await add("staging");
    const reported: string[] = [];
    let answer: (consent: Consent) => void = () => undefined;
    const answered = new Promise<Consent>((resolve) => (answer = resolve));

    const first = consents.isGiven(id, { isLive: false }, () => {
      reported.push("first");
      return answered;
    });
    const second = consents.isGiven(id, { isLive: true }, () => {
      reported.push("second");
      return Promise.resolve(undefined);
    });
    const third = consents.isGiven(id, { isLive: false }, () => {
      reported.push("third");
      return Promise.resolve(undefined);
    });
    await new Promise((resolve) => setImmediate(resolve));
    const before = [...reported];
    answer("always");

    assert.deepEqual(
      [await Promise.all([first, second, third]), before, reported],
      [[true, false, true], ["first"], ["first", "second"]],
    );
  });
});
