import assert from "node:assert/strict";
import { FailureError, Guidance } from "../../src/host/commandFailure.ts";
import { hangUp, json, refusal } from "../support/loopback.ts";
import { until } from "../window/until.ts";
import { busy, refused, useFailures } from "./useFailures.ts";

describe("A notification of what failed", () => {
  const failing = useFailures();
  const { shown, done, words, press, fail, mend, areDone, isUp } = failing;

  it("waits until the one before it is gone", async () => {
    await fail(refusal(500, "InternalServerError", "Out of steam"), "one");
    await fail(busy("Closed for tea"), "other");

    const before = words();
    shown[0]?.answer();
    await isUp("Closed for tea");

    assert.deepEqual([before, done], [["Out of steam"], []]);
  });

  it("that says what to do first has a button that does it, and no log where nothing broke", async () => {
    const attempt = { id: "one", args: [], again: () => undefined };
    const help = { title: "Add Connection", command: "cms.connection.add" };

    void failing.failures.show(new Guidance("Add a connection first.", help), attempt);
    await isUp("Add a connection first.");
    const guiding = shown[0]?.buttons;
    press();
    await until("It is still up", () => Promise.resolve(shown.length === 0));
    void failing.failures.show(new Error("The boiler is cold"), attempt);
    await isUp("The boiler is cold");

    assert.deepEqual([guiding, shown[0]?.buttons], [["Add Connection"], ["Show Log"]]);
  });

  it("is never shown where the button of the one before has mended it: all of it is done again", async () => {
    await fail(refused("Withdrawn"), "one");
    await fail(refused("Expired"), "other");
    await fail(busy("Out of steam"), "third");

    const before = words();
    mend();
    await isUp("Out of steam");
    await areDone("one", "other");

    assert.deepEqual(before, [
      "rejected the token: Withdrawn. Check it under Settings > API Tokens",
    ]);
  });

  it("is for what it tells of alone where nothing is mended: Try Again does nothing else", async () => {
    await fail(hangUp, "one");
    await fail(refusal(429, "RateLimitError", "Slow"), "other");

    press("Try Again");
    await areDone("one");
    await until("The other one is not up", () => Promise.resolve(shown.length === 1));
    press("Try Again");

    await areDone("one", "other");
  });

  it("has what failed twice, in other words each time, done again once", async () => {
    await fail(refused("Withdrawn"), "one");
    await fail(refused("Expired"), "one");
    await fail(refused("Expired"), "other");

    mend();

    await areDone("one", "other");
  });

  it("does not come where what it tells of was done by Try Again in the one before", async () => {
    await fail(hangUp, "one");
    await fail(refusal(429, "RateLimitError", "Slow"), "one");
    await fail(busy("Out of steam"), "other");

    press("Try Again");

    await isUp("Out of steam");
    assert.deepEqual(done, ["one"]);
  });

  it("is not shown where the connection is elsewhere by then, or gone", async () => {
    await fail(refusal(500, "InternalServerError", "Out of steam"), "one");
    await fail(hangUp, "other");
    const { desk } = failing;
    await desk.connections.change(desk.connection, { url: "http://127.0.0.1:9" });
    shown[0]?.answer();
    await fail(hangUp, "third");

    await isUp("Couldn't connect to 127.0.0.1:9. Is the service running?");
  });

  it("is up anew when another one waits for it: it may have been put out of sight", async () => {
    await fail(hangUp, "one");
    const [first] = shown;
    await fail(refusal(429, "RateLimitError", "Slow"), "other");

    const [again] = shown;
    again?.answer("Try Again");
    await areDone("one");

    assert.deepEqual([first?.words, first === again], [again?.words, false]);
  });

  it("says in words that an answer was nothing but a status", async () => {
    await fail(json("<html>Bad gateway</html>", 502), "one");

    await isUp("answered with HTTP 502");
  });

  it("that wants no answer holds the next one back for a moment alone", async () => {
    const attempt = { id: "one", args: [], again: () => undefined };
    void failing.failures.show(new FailureError({ code: "no-drafts" }), attempt);
    await fail(hangUp, "other");
    const before = shown.length;

    await until("The next one does not come", () => Promise.resolve(shown.length === 2));

    assert.equal(before, 1);
  });
});
