import { subscribe, unsubscribe } from "node:diagnostics_channel";

/** The requests of the client in this process, as its HTTP library reports them. */
export interface RequestCount {
  readonly all: number;
  /** The largest number of requests that were open at once. */
  readonly atOnce: number;
}

/** Counts the requests while `work` runs. */
export async function countRequests(work: () => Promise<unknown>): Promise<RequestCount> {
  let [all, open, atOnce] = [0, 0, 0];
  const begin = () => {
    all += 1;
    open += 1;
    atOnce = Math.max(atOnce, open);
  };
  const finish = () => {
    open -= 1;
  };
  const listeners = [
    ["undici:request:create", begin],
    ["undici:request:trailers", finish],
    ["undici:request:error", finish],
  ] as const;
  for (const [channel, listener] of listeners) subscribe(channel, listener);
  try {
    await work();
  } finally {
    for (const [channel, listener] of listeners) unsubscribe(channel, listener);
  }
  return { all, atOnce };
}
