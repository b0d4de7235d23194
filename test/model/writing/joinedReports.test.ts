import assert from "node:assert/strict";
import { changeReportOf, joinReports } from "../../../src/model/writing/changeReport.ts";

const changed = (path: string, expected: string, actual: string) =>
  changeReportOf({ sent: ["title"], deviations: [{ path, expected, actual, isLost: false }] });

describe("Joined reports of writes", () => {
  it("joined reports of writes name a value that several writes changed once, from first to last", () => {
    const { sent, deviations } = joinReports([
      changed("uuid", "a", "b"),
      changed("uuid", "b", "c"),
    ]);

    assert.deepEqual(sent, ["title"]);
    assert.deepEqual(deviations, [{ path: "uuid", expected: "a", actual: "c", isLost: false }]);
  });

  it("joined reports of writes leave out a value that a later write gave its expected value", () => {
    const { deviations } = joinReports([changed("slug", "a", "b"), changed("slug", "b", "a")]);

    assert.deepEqual(deviations, []);
  });

  it("joined reports name the type for Send All Fields only if a value that was not sent is still changed", () => {
    const partial = { ...changed("slug", "a", "b"), partialType: "articles" };

    const keptReport = joinReports([partial, changed("title", "c", "d")]);
    const reverted = joinReports([partial, changed("slug", "b", "a")]);

    assert.deepEqual([keptReport.partialType, reverted.partialType], ["articles", undefined]);
  });
});
