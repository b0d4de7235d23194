import type { Fault, FaultyProxy } from "../support/faultyProxy.ts";
import { until } from "./until.ts";
import type { Workbench } from "./workbench.ts";

/** Applies the fault to the next write request only. */
export function meetOnce(proxy: FaultyProxy, fault: Fault | undefined): void {
  let met = false;
  proxy.meet(({ method }) => {
    if (method === "GET" || met) return undefined;
    met = true;
    return fault;
  });
}

/**
 * Saves, and resolves when a write request is sent, when a question appears, or when neither happens in time. The
 * result says whether a write request was sent.
 */
export async function beginToSave(proxy: FaultyProxy, workbench: Workbench): Promise<boolean> {
  const { editor, dialog } = workbench;
  meetOnce(proxy, { kind: "answer delayed", milliseconds: 3_000 });
  const writes = () => proxy.passages.filter(({ method }) => method !== "GET").length;
  const before = writes();
  await editor.pressSave();
  const deadline = Date.now() + 2_000;
  await until("", async () => {
    const isUnderWay = writes() > before || (await dialog.isOpen());
    return isUnderWay || Date.now() > deadline;
  });
  return writes() > before;
}
