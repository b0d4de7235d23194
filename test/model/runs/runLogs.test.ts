import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { RunLogs } from "../../../src/model/runs/runLogs.ts";
import type { LoggedRun } from "../../../src/model/runs/runLogs.ts";
import { connectionMark, groupMark } from "../../../src/model/foundation/marks.ts";
import { must, why } from "../outcomes.ts";
import { RunsInMemory } from "../ports.ts";

const run: LoggedRun = { group: "run-1", kind: "copy", connection: "magazine" };
const undo: LoggedRun = {
  ...{ group: "undo-1", kind: "undo", connection: "magazine" },
  undoes: groupMark("run-1"),
};

/** The logs of one program. Programs of a computer share the stores. */
const open = (logs = new RunsInMemory(), locks = new RunsInMemory()) => ({
  runs: new RunLogs({ logs, locks, urlOf: () => "https://cms.example.com", arrivalMs: 0 }),
  logs,
  locks,
});

const whole = () => 0;
const nothing = () => Promise.resolve();

describe("Logs of runs", () => {
  it("logs of runs tell whether a run did everything, was interrupted or was undone, and how much an undo left", async () => {
    const { runs, logs } = open();
    const states = async () => {
      const { kind, end, undone, left } =
        (await runs.list("magazine")).get(groupMark("run-1")) ?? {};
      return { kind, end, ...(undone && { undone, left }) };
    };
    const during = must(await runs.use(run, states, () => 1));
    const partial = await states();
    must(await runs.use(undo, nothing, () => 17));
    const partlyUndone = await states();
    must(await runs.use(undo, nothing, whole));
    const undone = await states();
    must(await runs.use(run, nothing, whole));

    const [name = ""] = logs.texts.keys();
    logs.texts.set(
      name,
      `${logs.texts.get(name) ?? ""}\n{"run":7,"end":"open"}\n{"run":"copy","end":"op`,
    );

    assert.deepEqual(
      [during, partial, partlyUndone, undone, await states()],
      [
        { kind: "copy", end: "open" },
        { kind: "copy", end: "partial" },
        { kind: "copy", end: "partial", undone: "partial", left: 17 },
        { kind: "copy", end: "partial", undone: "whole", left: 0 },
        { kind: "copy", end: "whole" },
      ],
    );
  });

  it("logs of runs tell whether the last copy between two connections is complete, also after its undo", async () => {
    const { runs } = open();
    const sides = { from: "staging", to: "magazine" };
    const copy = { ...run, from: "staging" };
    const interruptedStates: boolean[] = [];
    const note = async () => interruptedStates.push(await runs.isInterrupted(sides));

    must(await runs.use(copy, note, () => 1));
    await note();
    await runs.finish(sides);
    await note();
    must(await runs.use(copy, nothing, () => 1));
    must(await runs.use({ ...copy, group: "run-2", from: "other" }, nothing, whole));
    await note();
    must(await runs.use(undo, nothing, whole));
    await note();

    assert.deepEqual(interruptedStates, [true, true, false, true, false]);
  });

  it("logs of runs let one run at a time write to a service, whichever program it belongs to", async () => {
    const [window, commandLine] = [open(), open()];
    const other = open(commandLine.logs, window.locks);

    const refused = await window.runs.use(run, () => other.runs.use(undo, nothing, whole), whole);
    const later = await other.runs.use(run, nothing, whole);

    assert.equal(why(must(refused)), "another-run");
    assert.deepEqual([why(later), window.locks.texts.size], [undefined, 0]);
  });

  it("logs of runs take over the lock of a process that was killed, but not of one that lives", async () => {
    const { runs, locks } = open();
    const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"]);
    await once(child, "spawn");
    const lockTexts = must(await runs.use(run, () => Promise.resolve([...locks.texts]), whole));
    const [[name, text]] = lockTexts as [[string, string]];
    const owner = JSON.parse(text) as object;
    const lockOf = (other: object) => locks.texts.set(name, JSON.stringify({ ...owner, ...other }));

    lockOf({ start: "another start" });
    const reused = why(await runs.use(run, nothing, whole));
    lockOf({});
    const living = why(await runs.use(run, nothing, whole));
    child.kill("SIGKILL");
    await once(child, "exit");
    lockOf({ pid: child.pid });
    const dead = why(await runs.use(run, nothing, whole));

    assert.deepEqual([reused, living, dead], [undefined, "another-run", undefined]);
  });

  it("logs of runs are listed once and read once each to find the last of 10,000 copies", async () => {
    const { runs, logs } = open();
    const count = 10_000;
    for (let at = 1; at <= count; at += 1) {
      const line = { run: "copy", end: at < count ? "whole" : "open", from: "staging", at };
      const mark = groupMark(`run-${at}`);
      await logs.save(`${connectionMark("magazine")}-${mark}.ndjson`, JSON.stringify(line));
    }
    let [listed, loaded] = [0, 0];
    const [names, load] = [logs.names.bind(logs), logs.load.bind(logs)];
    logs.names = () => {
      listed += 1;
      return names();
    };
    logs.load = (name) => {
      loaded += 1;
      return load(name);
    };

    const isInterrupted = await runs.isInterrupted({ from: "staging", to: "magazine" });

    assert.deepEqual([isInterrupted, listed, loaded], [true, 1, count]);
  });

  // Work that grows with the square of the number exceeds the time limit of a test.
  it("logs of runs tell the state of a run that was repeated and undone 50,000 times", async () => {
    const { runs, logs } = open();
    must(await runs.use(run, nothing, () => 1));
    const [name = ""] = logs.texts.keys();
    const lines = `\n{"run":"copy","end":"open","at":1}\n{"undo":"partial"}`.repeat(50_000);
    await logs.save(name, `${lines}\n{"run":"copy","end":"whole","at":2}`);

    const states = await runs.list("magazine");

    assert.deepEqual(
      [...states.values()],
      [{ kind: "copy", end: "whole", from: undefined, at: 2, undone: "partial", left: undefined }],
    );
  });

  it("logs of runs leave it to the journal to stop a run if nothing can be stored", async () => {
    const { runs, logs, locks } = open();
    let count = 0;
    const work = () => {
      count += 1;
      return Promise.resolve();
    };

    logs.trouble = "disk full";
    locks.trouble = "disk full";
    const failure = why(await runs.use(run, work, whole));

    assert.deepEqual([failure, count], [undefined, 1]);
  });
});
