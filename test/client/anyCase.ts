import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { createCms } from "../../src/client/index.ts";
import type { LogEntry } from "../../src/client/index.ts";
import type { Behaviour, Hostile } from "../support/hostile.ts";
import { delays, misbehaviours } from "../support/misbehaviours.ts";
import { polite } from "../support/polite.ts";
import { anyCall, rarely, tuplesOf } from "./anyCall.ts";
import type { AnyCall } from "./anyCall.ts";
import type { Strays } from "./strays.ts";
import { oddities, tells, tracesOf } from "./verdict.ts";
import { wildness } from "./wildInputs.ts";

const token = "a-token/that+nobody=may.see";
const password = "a-password-that-nobody-may-see";
const secrets = [...tracesOf(token), password];

/** A call and all faults during it, in plain words, so that a failure can be read and repeated. */
interface Case {
  readonly call: AnyCall;
  /** The service's behaviour for each request, in order. The last one repeats. */
  readonly behaviours: readonly string[];
  readonly hook: keyof typeof hooks;
  /** When the test closes the client, in milliseconds. Undefined means after the call. */
  readonly closeMs: number | undefined;
  readonly retries: number;
}

/** What the caller's log function does. */
const hooks = {
  "does nothing": () => undefined,
  throws: () => {
    throw new Error("The disk is full.");
  },
  "throws nothing": () => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- a hook can throw any value
    throw undefined;
  },
  rejects: () => Promise.reject(new Error("The disk is full.")),
  "gives what throws when it is waited for": () => ({
    then: () => {
      throw new Error("The disk is full.");
    },
  }),
} satisfies Record<string, () => unknown>;

/** Any call with any input, to a service that answers correctly. */
export const anyInput: fc.Arbitrary<Case> = fc.record({
  call: anyCall(wildness),
  behaviours: fc.constant(["a good answer"]),
  hook: fc.constant("does nothing" as const),
  closeMs: fc.constant(undefined),
  retries: fc.constant(0),
});

/** Any call, sometimes with a wild input, to a service with any behaviour. */
export const anyAnswer: fc.Arbitrary<Case> = fc.record({
  call: anyCall(rarely(wildness)),
  behaviours: fc.array(
    fc.oneof(
      { weight: 60, arbitrary: fc.constantFrom(...Object.keys(misbehaviours("http://x.test"))) },
      { weight: 1, arbitrary: fc.constantFrom(...Object.keys(delays)) },
    ),
    { minLength: 1, maxLength: 3 },
  ),
  hook: fc.constantFrom(...(Object.keys(hooks) as (keyof typeof hooks)[])),
  closeMs: rarely(fc.integer({ min: 0, max: 4 })),
  retries: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 1, 2),
});

/** Counts the cases, and each kind of fault that must never occur. */
export class CaseCounts {
  calls = 0;
  tuples = 0;
  errors = 0;
  readonly faults = {
    throws: 0,
    strayErrors: 0,
    callsWithoutAnEnd: 0,
    oddTuples: 0,
    refusalsOfGoodInput: 0,
    leakedSockets: 0,
    tokensInErrors: 0,
    tokensInLogs: 0,
    visitsElsewhere: 0,
  };

  /** Adds the faults, and throws if there are any. */
  count(findings: Partial<Record<keyof CaseCounts["faults"], readonly unknown[]>>): void {
    for (const [fault, finds] of Object.entries(findings)) {
      this.faults[fault as keyof CaseCounts["faults"]] += finds.length;
    }
    const some = Object.entries(findings).filter(([, finds]) => finds.length > 0);
    assert.deepEqual(Object.fromEntries(some), {});
  }
}

interface Surroundings {
  readonly service: Hostile;
  readonly strays: Strays;
  readonly counts: CaseCounts;
}

/** Returns a function that runs a case with its own client, and throws if it finds a fault. */
export function trier({
  service,
  strays,
  counts,
}: Surroundings): (testCase: Case) => Promise<void> {
  const behaviours: Readonly<Record<string, Behaviour>> = {
    ...misbehaviours(service.elsewhere.url),
    ...delays,
  };
  return async (testCase) => {
    const entries: LogEntry[] = [];
    const [first = polite, ...later] = testCase.behaviours.map(
      (name) => behaviours[name] ?? polite,
    );
    service.behave(first, ...later);
    const cms = createCms({
      baseUrl: service.url.replace("//", `//ada:${password}@`),
      token,
      timeoutMs: 40,
      deadlineMs: 150,
      retries: testCase.retries,
      maxResponseBytes: 2 ** 20,
      log: (entry) => {
        entries.push(entry);
        return hooks[testCase.hook]() as undefined;
      },
    });
    const closing =
      testCase.closeMs === undefined ? undefined : pause(testCase.closeMs).then(() => cms.close());

    const { tuples, ...ended } = await outcomeOf(tuplesOf(cms, testCase.call));
    await closing;
    await cms.close();

    const errors = tuples.map((tuple) => (Array.isArray(tuple) ? (tuple[0] as unknown) : tuple));
    counts.calls += 1;
    counts.tuples += tuples.length;
    counts.errors += errors.filter(Boolean).length;
    counts.count({
      ...ended,
      oddTuples: tuples.flatMap(oddities),
      refusalsOfGoodInput:
        testCase.call.wild || hasWildIds(testCase) ? [] : errors.filter(isRefusal),
      leakedSockets: new Array<string>(await service.openAfter(2_000)).fill("still open"),
      tokensInErrors: errors.filter((error) => tells(error, secrets)),
      tokensInLogs: entries.filter((entry) => tells(entry, secrets)),
      visitsElsewhere: service.elsewhere.visits,
      strayErrors: strays.take(),
    });
  };
}

/** A call that sends several requests can't continue after an answer with an invalid id. */
const hasWildIds = ({ behaviours }: Case): boolean =>
  behaviours.some((name) => name.startsWith("documents with invalid ids"));

/** An error that the client causes itself. With valid input, that is a bug in the client. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && error.name === "RequestError" && error.cause !== undefined;

interface Outcome {
  readonly tuples: readonly unknown[];
  readonly throws?: readonly unknown[];
  readonly callsWithoutAnEnd?: readonly unknown[];
}

/** The result of a call that returns, rejects or never ends. Waits longer than any deadline of these tests. */
async function outcomeOf(call: Promise<readonly unknown[]>): Promise<Outcome> {
  const waiting = new AbortController();
  const never = pause(5_000, undefined, waiting).then(
    (): Outcome => ({ tuples: [], callsWithoutAnEnd: ["still waiting"] }),
    (): Outcome => ({ tuples: [] }),
  );
  const settled = call.then(
    (tuples): Outcome => ({ tuples }),
    (error: unknown): Outcome => ({ tuples: [], throws: [error] }),
  );
  const outcome = await Promise.race([settled, never]);
  waiting.abort();
  return outcome;
}
