import { setTimeout as pause } from "node:timers/promises";
import type { RequestBounds } from "./http/call.ts";
import { longestTimer } from "./http/call.ts";

/** Lets work of the same key take turns. Work whose time is over, or is cancelled, waits no longer. */
export function createKeyedQueue() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(key: string, bounds: RequestBounds, work: () => Promise<T>): Promise<T> => {
    const before = last.get(key);
    const turn = before ? settledOrOver(before, bounds).then(work) : work();
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}

async function settledOrOver(before: Promise<unknown>, bounds: RequestBounds): Promise<void> {
  const { signal, deadlineAt = Infinity } = bounds;
  const settled = new AbortController();
  // Timers count whole milliseconds and fire up to one early: work must find its deadline over, and send nothing.
  const left = Math.min(Math.max(0, Math.ceil(deadlineAt - performance.now()) + 1), longestTimer);
  const over = pause(left, undefined, {
    signal: AbortSignal.any([settled.signal, ...(signal ? [signal] : [])]),
  });
  await Promise.allSettled([Promise.race([before, over])]);
  settled.abort();
  await Promise.allSettled([over]);
}
