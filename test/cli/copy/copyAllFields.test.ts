import { deepEqual } from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { startFaults, type Faults } from "../../support/faults.ts";
import { plainChange, plainMakeDraft } from "../../support/plainWrites.ts";
import { useCopies, write } from "./copies.ts";

describe("cms-content copy --send-all-fields", () => {
  const { services, folder, copy, authors } = useCopies();
  let target: Faults;
  before(async () => {
    target = await startFaults(services().to.url);
  });
  after(() => target.stop());

  it("cms-content copy remembers the types of --send-all-fields for the target, until the option is 'none'", async () => {
    const { from } = services();
    const name = "Sent with All Fields";
    const id = await plainMakeDraft(from, "authors", { name, slug: "sent-with-all-fields" });
    const connections = [
      { id: "one", name: "Staging", url: from.url },
      { id: "two", name: "Production", url: target.url, environment: "production" },
    ];
    const file = join(folder.path, "through.json");
    writeFileSync(file, JSON.stringify({ "cms.connections": connections }));
    const copyTown = async (basedIn: string, ...words: readonly string[]) => {
      await plainChange(from, `authors/${id}?status=draft`, { basedIn });
      const { code } = await copy(...authors(name), ...write, "--connections", file, ...words);
      return code;
    };

    const codes = [
      await copyTown("Oslo"),
      await copyTown("Rome"),
      await copyTown("Bath", "--send-all-fields", "authors"),
      await copyTown("Kyiv"),
      await copyTown("Lima", "--send-all-fields", "none"),
    ];

    deepEqual(codes, [0, 0, 0, 0, 0]);
    const changes = target.requests.flatMap(({ method, body }) =>
      method === "PUT" ? Object.keys((body as { data: JsonObject }).data) : [],
    );
    deepEqual(
      changes.filter((field) => field === "name" || field === "basedIn"),
      ["basedIn", ...["name", "basedIn"], ...["name", "basedIn"], "basedIn"],
    );
  });
});
