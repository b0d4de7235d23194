import assert from "node:assert/strict";
import * as vscode from "vscode";
import { FailureError } from "../../../src/host/shared/commandFailure.ts";
import { FailureNotifications } from "../../../src/host/failures/failureNotifications.ts";
import { SignIns } from "../../../src/host/connect/signIns.ts";
import { TestModel } from "../../model/testModel.ts";
import { json, refusal, startLoopback } from "../../support/loopback.ts";
import type { Loopback, Reply } from "../../support/loopback.ts";
import { until } from "../../window/until.ts";
import { enterInBoxes } from "../enteredText.ts";
import { useShownFailures } from "../shownFailures.ts";

export const refused = (words: string): Reply => refusal(401, "UnauthorizedError", words);
export const busy = (words: string): Reply =>
  atOnce(refusal(503, "ServiceUnavailableError", words));

/** Lets the client retry at once. */
const atOnce =
  (reply: Reply): Reply =>
  (response, received) => {
    response.setHeader("retry-after", "0");
    reply(response, received);
  };

export const overloaded = atOnce(refusal(429, "RateLimitError", "Slow"));
export const badGateway = atOnce(json("<html>Bad gateway</html>", 502));

/** Gives the tests of a describe() a connection whose requests fail, and the notifications about the failures. */
export function useFailures() {
  const notifications = useShownFailures("showErrorMessage", "showWarningMessage");
  const done: string[] = [];
  let log: vscode.LogOutputChannel;
  let entering: vscode.Disposable;
  let service: Loopback;
  let model: TestModel;
  let failures: FailureNotifications;

  before(async () => {
    // Only one channel at a time. Channels with the same name share a file, and disposing of one closes it.
    log = vscode.window.createOutputChannel("Failures", { log: true });
    entering = enterInBoxes("another");
    service = await startLoopback();
  });
  beforeEach(() => {
    model = new TestModel({ url: service.url, token: "secret" });
    const { connections } = model;
    failures = new FailureNotifications({ connections, signIns: new SignIns(connections), log });
  });
  afterEach(() => {
    done.length = 0;
    model.close();
  });
  after(async () => {
    entering.dispose();
    log.dispose();
    await service.stop();
  });

  const words = () =>
    notifications.map((notification) =>
      notification.words.replace(/^127\.0\.0\.1:\d+:? |\.? Connection: Magazine\.$/g, ""),
    );
  const press = (button?: string) => notifications[0]?.answer(button);
  return {
    notifications,
    /** The ids of the retried actions, in order. */
    done,
    words,
    press,
    get service() {
      return service;
    },
    get model() {
      return model;
    },
    get failures() {
      return failures;
    },
    /** Makes a request of the connection fail, and shows the failure. */
    fail: async (reply: Reply, id: string): Promise<void> => {
      service.answer(reply);
      const [failure] = await model.catalogs.service(model.connection.id);
      assert.ok(failure);
      void failures.show(new FailureError(failure), { id, args: [], again: () => done.push(id) });
    },
    /** Presses Edit Token. After that, the service accepts every token. */
    mend: () => {
      service.answer(json({ data: [] }));
      press("Edit Token");
    },
    areDone: (...expected: string[]) =>
      until(`Not done as expected: ${done.join()}`, () =>
        Promise.resolve(done.join() === expected.join()),
      ),
    isUp: (expected: string) =>
      until(`${expected} is not up: ${words().join()}`, () =>
        Promise.resolve(words().join() === expected),
      ),
  };
}
