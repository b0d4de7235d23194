import assert from "node:assert/strict";
import { runEach } from "../../../src/model/runs/run.ts";
import { changeReportOf } from "../../../src/model/writing/changeReport.ts";
import { done } from "../../../src/model/foundation/outcome.ts";

const report = done(changeReportOf({}));

describe("runEach", () => {
  it("runEach begins the next item when only the verification of one is left, and verifies many together", async () => {
    const order: string[] = [];
    const verify: (() => void)[] = [];
    const act = (item: number, next: () => void) => {
      order.push(`begin ${item}`);
      const verified = new Promise<typeof report>((resolve) => {
        verify.push(() => {
          order.push(`verify ${item}`);
          resolve(report);
        });
      });
      next();
      return verified;
    };
    const verifyAll = (): void => {
      for (const check of verify.splice(0)) check();
    };

    const results = await runEach([1, 2, 3], act, {}, verifyAll);

    assert.deepEqual(order, ["begin 1", "begin 2", "begin 3", "verify 1", "verify 2", "verify 3"]);
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ["done", "done", "done"],
    );
  });

  it("runEach begins no item after an error, and throws it when no other item is under way", async () => {
    const begun: number[] = [];
    let hasEnded = false;
    const act = async (item: number, next: () => void) => {
      begun.push(item);
      if (item === 2) throw new Error("a bug");
      next();
      await new Promise((resolve) => setTimeout(resolve, 20));
      hasEnded = true;
      return report;
    };

    await assert.rejects(runEach([1, 2, 3], act, {}), /a bug/);

    assert.deepEqual([begun, hasEnded], [[1, 2], true]);
  });
});
