import assert from "node:assert/strict";
import { refusal } from "../../support/loopback.ts";
import { draft } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { edited } from "../testModel.ts";
import { losing } from "./losing.ts";

describe("Save that the service refuses", () => {
  const { way: proxy, opened } = losing();

  it("a save fails with each error of the service, changes nothing, and works with the same text afterwards", async () => {
    const errors = [
      [400, "ValidationError", "ValidationError"],
      [401, "UnauthorizedError", "UnauthorizedError"],
      [403, "ForbiddenError", "ForbiddenError"],
      [404, "NotFoundError", "gone"],
      [413, "PayloadTooLargeError", "PayloadTooLargeError"],
      [500, "InternalServerError", "HttpError"],
    ] as const;
    const { model, id, address, snapshot } = await opened();
    const before = await draft(`articles/${id}`, "populate=*");
    const text = edited(snapshot, { title: "Milk" });
    const refusedSaves: unknown[] = [];

    for (const [status, name] of errors) {
      proxy().inject(/^PUT/, refusal(status, name, "No"));
      const outcome = await model.save(address, text);
      proxy().heal();
      refusedSaves.push([why(outcome), await draft(`articles/${id}`, "populate=*")]);
    }
    const { sent } = must(await model.save(address, text));

    assert.deepEqual(
      refusedSaves,
      errors.map(([, , reason]) => [reason, before]),
    );
    assert.deepEqual([sent, (await draft(`articles/${id}`))?.["title"]], [["title"], "Milk"]);
  });
});
