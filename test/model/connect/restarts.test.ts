import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import { Restarts } from "../../../src/model/connect/restarts.ts";
import { lastingPort } from "../../support/lastingPort.ts";
import { until } from "../../window/until.ts";
import { TestModel } from "../testModel.ts";

describe("Restart of a local service", () => {
  let port: number;
  let server: Server | undefined;
  let model: TestModel;
  let restarts: Restarts;
  let reported: boolean[];

  const start = async () => {
    const httpServer = createServer((_, response) => {
      response.setHeader("content-type", "application/json").end('{"data":[]}');
    });
    await new Promise<void>((resolve) => httpServer.listen(port, "127.0.0.1", resolve));
    server = httpServer;
  };
  const stop = async () => {
    const stopped = server;
    server = undefined;
    stopped?.closeAllConnections();
    await new Promise<unknown>((resolve) => {
      if (stopped) stopped.close(resolve);
      else resolve(undefined);
    });
  };
  const ask = async () => {
    const cms = await model.connections.client(model.connection.id);
    const [error] = (await cms?.schema().contentTypes()) ?? [];
    return error?.name;
  };
  /** Sends enough requests to start a check. The first failed request starts it. */
  const askOften = async () => {
    for (let count = 0; count < 2; count += 1) await ask();
  };
  const isAway = () => restarts.isAway(model.connection.id);
  beforeEach(async () => {
    port = await lastingPort();
    await start();
    model = new TestModel({ url: `http://127.0.0.1:${port}` });
    reported = [];
  });
  afterEach(async () => {
    restarts.dispose();
    model.close();
    await stop();
  });

  const follow = (looks = 1_000) => {
    restarts = new Restarts(model.connections, { pauseMs: 20, maxAttempts: looks });
    restarts.onDidChange(() => reported.push(isAway()));
    restarts.watch(true);
  };

  it("the restart of a local service is detected, and so is its end, without further requests", async () => {
    follow();
    await ask();
    await stop();

    const refused = await ask();
    await until("It is not away", () => Promise.resolve(isAway()));
    await start();
    await until("It is not back", () => Promise.resolve(!isAway()));

    assert.deepEqual([refused, reported], ["NetworkError", [true, false]]);
  });

  it("the wait for a restart is given up after some attempts, and begins again only after an answer", async () => {
    follow(2);
    await ask();
    await stop();
    await ask();
    await until("It is not given up", () => Promise.resolve(reported.length === 2));

    const log = model.log.length;
    await askOften();

    assert.deepEqual([isAway(), reported, model.log.length], [false, [true, false], log + 2]);
  });

  it("the restart of a local service is not checked while watching is off", async () => {
    follow();
    await ask();
    await stop();
    restarts.watch(false);

    await askOften();
    const before = [isAway(), model.log.length];
    restarts.watch(true);
    await ask();
    await until("It is not away", () => Promise.resolve(isAway()));

    assert.deepEqual(before, [false, 3]);
  });

  it("the restart of a local service is not reported when a single connection breaks", async () => {
    follow();
    await ask();
    server?.prependOnceListener("request", ({ socket }: IncomingMessage) => {
      socket.destroy();
    });

    const cms = await model.connections.client(model.connection.id);
    await cms?.collection("tags").delete({ documentId: "tea1" });
    await until("No check was made", () => Promise.resolve(model.log.length >= 3));

    assert.deepEqual([isAway(), reported], [false, []]);
  });

  it("the restart of a local service is not reported if it never answered", async () => {
    follow();
    await stop();

    await askOften();

    assert.deepEqual([isAway(), model.log.length], [false, 2]);
  });

  it("the restart of a service at another address is not checked", async () => {
    model.close();
    // Linux and macOS also route 0.0.0.0 to this computer, but the address doesn't look local.
    model = new TestModel({ url: `http://0.0.0.0:${port}` });
    follow();
    await ask();
    await stop();

    await askOften();

    assert.deepEqual([isAway(), reported, model.log.length], [false, [], 3]);
  });
});
