import assert from "node:assert/strict";
import { Emitter } from "../../../src/model/foundation/events.ts";

describe("Emitter", () => {
  it("Emitter notifies every listener until it is disposed", () => {
    const heard: string[] = [];
    const emitter = new Emitter<string>();
    emitter.event((changes) => heard.push(`first: ${changes}`));
    const second = emitter.event((changes) => heard.push(`second: ${changes}`));

    emitter.fire("tea");
    second.dispose();
    emitter.fire("milk");

    assert.deepEqual(heard, ["first: tea", "second: tea", "first: milk"]);
  });

  it("Emitter notifies a listener as often as it was added, and disposes each registration separately", () => {
    const heard: string[] = [];
    const emitter = new Emitter<string>();
    const listener = (changes: string) => heard.push(changes);
    const first = emitter.event(listener);
    emitter.event(listener);

    emitter.fire("tea");
    first.dispose();
    emitter.fire("milk");

    assert.deepEqual(heard, ["tea", "tea", "milk"]);
  });

  it("Emitter notifies all listeners when one of them is disposed during the event", () => {
    const heard: string[] = [];
    const emitter = new Emitter<string>();
    const first = emitter.event(() => first.dispose());
    emitter.event((changes) => heard.push(changes));

    emitter.fire("tea");

    assert.deepEqual(heard, ["tea"]);
  });

  it("Emitter notifies no listener once it is disposed", () => {
    const heard: string[] = [];
    const emitter = new Emitter<string>();
    emitter.event((changes) => heard.push(changes));

    emitter.dispose();
    emitter.fire("tea");

    assert.deepEqual(heard, []);
  });
});
