import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { createCms } from "../../src/client/index.ts";
import type { Cms, CmsError } from "../../src/client/index.ts";
import { startHostile } from "../support/hostile.ts";
import type { Behaviour } from "../support/hostile.ts";
import { misbehaviours } from "../support/misbehaviours.ts";
import { polite } from "../support/polite.ts";
import type { Article } from "./loopbackCms.ts";
import { owning } from "./owning.ts";

type Call = (cms: Cms) => Promise<readonly [CmsError | null, ...unknown[]]>;

const documentId = "tea1";
const payload = { data: { title: "Tea" } };
const articles = (cms: Cms) => cms.collection<Article>("articles");

/** Reads and writes in turn, so that a write often follows a read. */
const calls: readonly Call[] = [
  (cms) => articles(cms).findMany(),
  (cms) => articles(cms).update({ documentId, payload }),
  (cms) => articles(cms).find({ documentId }),
  (cms) => articles(cms).create({ payload }),
  (cms) => articles(cms).count(),
  (cms) => articles(cms).delete({ documentId }),
];
const isWrite = ({ method }: { method: string }): boolean => method !== "GET";

/** Answers once on each connection; one that is used again it closes without an answer, as if too late. */
function oneEach(close: (socket: Socket) => void): Behaviour {
  const used = new WeakSet<Socket>();
  return {
    answer: (socket, request) => {
      if (used.has(socket)) {
        close(socket);
        return;
      }
      used.add(socket);
      polite.answer(socket, request);
    },
  };
}

const known = misbehaviours("http://127.0.0.1");
const ways: Readonly<Record<string, () => Behaviour>> = {
  "right after each answer": () => known["an answer, and the connection is closed without a word"]!,
  "right after each answer, by a reset": () => known["an answer, and the connection is reset"]!,
  "when it is used again": () => oneEach((socket) => socket.destroy()),
  "when it is used again, by a reset": () => oneEach((socket) => socket.resetAndDestroy()),
  "a moment after each answer": () => ({
    answer: (socket, request) => {
      polite.answer(socket, request);
      setTimeout(() => socket.destroy(), 2);
    },
  }),
};

describe("An idle connection that the service closes without a word", () => {
  const own = owning();

  for (const [when, behaviour] of Object.entries(ways)) {
    it(`${when}, never shows in 300 calls one after the other`, async () => {
      const service = own(await startHostile());
      service.behave(behaviour());
      const cms = own(createCms({ baseUrl: service.url }));

      const failures: unknown[] = [];
      for (let turn = 0; turn < 300; turn += 1) {
        const [error] = await calls[turn % calls.length]!(cms);
        if (error) failures.push(error);
      }

      assert.deepEqual(failures, []);
      assert.equal(service.requests.filter(isWrite).length, 150);
    });

    it(`${when}, never shows to a client that is told to try nothing again`, async () => {
      const service = own(await startHostile());
      service.behave(behaviour());
      const cms = own(createCms({ baseUrl: service.url, retries: 0 }));

      const failures: unknown[] = [];
      for (let turn = 0; turn < 60; turn += 1) {
        const [error] = await calls[turn % calls.length]!(cms);
        if (error) failures.push(error);
      }

      assert.deepEqual(failures, []);
    });

    it(`${when}, never shows in 300 calls of which ten run at once`, async () => {
      const service = own(await startHostile());
      service.behave(behaviour());
      const cms = own(createCms({ baseUrl: service.url }));

      let turn = 0;
      const failures: unknown[] = [];
      const work = async (): Promise<void> => {
        while (turn < 300) {
          const [error] = await calls[turn++ % calls.length]!(cms);
          if (error) failures.push(error);
        }
      };
      await Promise.all(Array.from({ length: 10 }, work));

      assert.deepEqual(failures, []);
      assert.equal(service.requests.filter(isWrite).length, 150);
    });
  }
});

describe("The connections of a client", () => {
  const own = owning();

  it("are used again by reads", async () => {
    const service = own(await startHostile());
    service.behave(polite);
    const cms = own(createCms({ baseUrl: service.url }));

    for (let turn = 0; turn < 20; turn += 1) await articles(cms).findMany();

    // The first answer may not be quite over when the second request leaves.
    const { opened } = service.connections;
    assert.ok(service.requests.length === 20 && opened <= 2, `${opened} connections`);
  });

  it("of a write are its own", async () => {
    const service = own(await startHostile());
    service.behave(polite);
    const cms = own(createCms({ baseUrl: service.url }));

    for (let turn = 0; turn < 20; turn += 1) await articles(cms).delete({ documentId });

    assert.deepEqual([service.requests.length, service.connections.opened], [20, 20]);
  });

  it("are closed with it, those that wait and those at work", async () => {
    const service = own(await startHostile());
    service.behave(polite);
    const cms = own(createCms({ baseUrl: service.url }));
    await Promise.all(Array.from({ length: 8 }, () => articles(cms).findMany()));
    service.behave({ answer: () => void cms.close() });

    const [error] = await articles(cms).findMany();

    assert.deepEqual([error?.name, await service.openAfter(5_000)], ["AbortError", 0]);
  });

  it("are no more than a service can bear, however many calls there are at once", async () => {
    const service = own(await startHostile());
    let most = 0;
    service.behave({
      answer: (socket, request) => {
        most = Math.max(most, service.connections.open);
        polite.answer(socket, request);
      },
    });
    const cms = own(createCms({ baseUrl: service.url }));

    const results = await Promise.all(
      Array.from({ length: 300 }, (_, at) => calls[at % calls.length]!(cms)),
    );

    assert.deepEqual(
      results.filter(([error]) => error !== null),
      [],
    );
    assert.ok(most <= 64, `${most} at once`);
  });
});
