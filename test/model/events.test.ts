import assert from "node:assert/strict";
import { Emitter } from "../../src/model/foundation/events.ts";

describe("An event", () => {
  it("reaches everybody who listens, until they leave", () => {
    const heard: string[] = [];
    const emitter = new Emitter<string>();
    emitter.event((news) => heard.push(`first: ${news}`));
    const second = emitter.event((news) => heard.push(`second: ${news}`));

    emitter.fire("tea");
    second.dispose();
    emitter.fire("milk");

    assert.deepEqual(heard, ["first: tea", "second: tea", "first: milk"]);
  });

  it("reaches a listener as often as it was added, and each leaves for itself", () => {
    const heard: string[] = [];
    const emitter = new Emitter<string>();
    const listener = (news: string) => heard.push(news);
    const first = emitter.event(listener);
    emitter.event(listener);

    emitter.fire("tea");
    first.dispose();
    emitter.fire("milk");

    assert.deepEqual(heard, ["tea", "tea", "milk"]);
  });

  it("reaches those who were there when it was fired, though one of them leaves on hearing it", () => {
    const heard: string[] = [];
    const emitter = new Emitter<string>();
    const first = emitter.event(() => {
      first.dispose();
    });
    emitter.event((news) => heard.push(news));

    emitter.fire("tea");

    assert.deepEqual(heard, ["tea"]);
  });

  it("reaches nobody once its emitter is disposed", () => {
    const heard: string[] = [];
    const emitter = new Emitter<string>();
    emitter.event((news) => heard.push(news));

    emitter.dispose();
    emitter.fire("tea");

    assert.deepEqual(heard, []);
  });
});
