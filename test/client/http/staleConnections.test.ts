import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { createCms } from "../../../src/client/index.ts";
import type { Cms, CmsError } from "../../../src/client/index.ts";
import { startHostile } from "../../support/hostile.ts";
import type { Behaviour } from "../../support/hostile.ts";
import { isLongRun } from "../../support/longRun.ts";
import { misbehaviours } from "../../support/misbehaviours.ts";
import { polite } from "../../support/polite.ts";
import type { Article } from "../loopbackCms.ts";
import { owning } from "../owning.ts";

type Call = (cms: Cms) => Promise<readonly [CmsError | null, ...unknown[]]>;

const documentId = "tea1";
const payload = { data: { title: "Tea" } };
const articles = (cms: Cms) => cms.collection<Article>("articles");

/** Alternates between reads and writes, so that writes often follow reads. */
const calls: readonly Call[] = [
  (cms) => articles(cms).findMany(),
  (cms) => articles(cms).update({ documentId, payload }),
  (cms) => articles(cms).find({ documentId }),
  (cms) => articles(cms).create({ payload }),
  (cms) => articles(cms).count(),
  (cms) => articles(cms).delete({ documentId }),
];
const isWrite = ({ method }: { method: string }): boolean => method !== "GET";

/** Answers the first request of each connection. Closes the connection, without an answer, at the second. */
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
const closingBehaviours: Readonly<Record<string, () => Behaviour>> = {
  "closed after each answer": () => known["an answer, then a closed connection"]!,
  "reset after each answer": () => known["an answer, then a connection reset"]!,
  "closed when it is reused": () => oneEach((socket) => socket.destroy()),
  "reset when it is reused": () => oneEach((socket) => socket.resetAndDestroy()),
  "closed a moment after each answer": () => ({
    answer: (socket, request) => {
      polite.answer(socket, request);
      setTimeout(() => socket.destroy(), 2);
    },
  }),
};

/** The number of calls of a test. */
const count = isLongRun ? 300 : 30;

describe("Idle connections", () => {
  const endAfterTest = owning();

  for (const [when, behaviour] of Object.entries(closingBehaviours)) {
    it(`an idle connection that the service closes fails none of ${count} calls one after the other: ${when}`, async () => {
      const service = endAfterTest(await startHostile());
      service.behave(behaviour());
      const cms = endAfterTest(createCms({ baseUrl: service.url }));

      const failures: unknown[] = [];
      for (let turn = 0; turn < count; turn += 1) {
        const [error] = await calls[turn % calls.length]!(cms);
        if (error) failures.push(error);
      }

      assert.deepEqual(failures, []);
      assert.equal(service.requests.filter(isWrite).length, count / 2);
    });

    it(`an idle connection that the service closes fails no call of a client without retries: ${when}`, async () => {
      const service = endAfterTest(await startHostile());
      service.behave(behaviour());
      const cms = endAfterTest(createCms({ baseUrl: service.url, retries: 0 }));

      const failures: unknown[] = [];
      for (let turn = 0; turn < count; turn += 1) {
        const [error] = await calls[turn % calls.length]!(cms);
        if (error) failures.push(error);
      }

      assert.deepEqual(failures, []);
    });

    it(`an idle connection that the service closes fails none of ${count} calls, ten at a time: ${when}`, async () => {
      const service = endAfterTest(await startHostile());
      service.behave(behaviour());
      const cms = endAfterTest(createCms({ baseUrl: service.url }));

      let turn = 0;
      const failures: unknown[] = [];
      const work = async (): Promise<void> => {
        while (turn < count) {
          const [error] = await calls[turn++ % calls.length]!(cms);
          if (error) failures.push(error);
        }
      };
      await Promise.all(Array.from({ length: 10 }, work));

      assert.deepEqual(failures, []);
      assert.equal(service.requests.filter(isWrite).length, count / 2);
    });
  }
});

describe("Connections of a client", () => {
  const endAfterTest = owning();

  it("a client's connections are reused by reads", async () => {
    const service = endAfterTest(await startHostile());
    service.behave(polite);
    const cms = endAfterTest(createCms({ baseUrl: service.url }));

    for (let turn = 0; turn < 20; turn += 1) await articles(cms).findMany();

    // The client can send the second request before the first answer has ended.
    const { opened } = service.connections;
    assert.ok(service.requests.length === 20 && opened <= 2, `${opened} connections`);
  });

  it("a client's connections are new for each write", async () => {
    const service = endAfterTest(await startHostile());
    service.behave(polite);
    const cms = endAfterTest(createCms({ baseUrl: service.url }));

    for (let turn = 0; turn < 20; turn += 1) await articles(cms).delete({ documentId });

    assert.deepEqual([service.requests.length, service.connections.opened], [20, 20]);
  });

  it("a client's connections are closed by close(), the idle and the active ones", async () => {
    const service = endAfterTest(await startHostile());
    service.behave(polite);
    const cms = endAfterTest(createCms({ baseUrl: service.url }));
    await Promise.all(Array.from({ length: 8 }, () => articles(cms).findMany()));
    service.behave({ answer: () => void cms.close() });

    const [error] = await articles(cms).findMany();

    assert.deepEqual([error?.name, await service.openAfter(5_000)], ["CmsAbortError", 0]);
  });

  it("a client has at most 64 connections for 300 calls at once", async () => {
    const service = endAfterTest(await startHostile());
    let maxOpen = 0;
    service.behave({
      answer: (socket, request) => {
        maxOpen = Math.max(maxOpen, service.connections.open);
        polite.answer(socket, request);
      },
    });
    const cms = endAfterTest(createCms({ baseUrl: service.url }));

    const results = await Promise.all(
      Array.from({ length: 300 }, (_, at) => calls[at % calls.length]!(cms)),
    );

    assert.deepEqual(
      results.filter(([error]) => error !== null),
      [],
    );
    assert.ok(maxOpen <= 64, `${maxOpen} at once`);
  });
});
