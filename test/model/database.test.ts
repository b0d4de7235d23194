import assert from "node:assert/strict";
import type { JsonObject } from "../../src/model/foundation/json.ts";
import { Database, differences } from "./database.ts";
import { useShapedService } from "./shapedService.ts";

describe("Database comparison", () => {
  const shaped = useShapedService();

  async function ask(method: string, path: string, body?: object): Promise<JsonObject> {
    const response = await fetch(`${shaped().url}/v1/products${path}`, {
      method,
      headers: {
        authorization: `Bearer ${shaped().tokens.full}`,
        "content-type": "application/json",
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    assert.equal(response.status, 200);
    return (await response.json()) as JsonObject;
  }

  it("the database comparison finds a change in a component whose tables have shortened names", async () => {
    const populate = "status=draft&populate[descriptions][populate][links]=true";
    const [product] = (await ask("GET", `?${populate}`))["data"] as {
      documentId: string;
      descriptions: { id: number; links: { id: number }[] }[];
    }[];
    const [first, ...others] = product?.descriptions ?? [];
    const [link, ...links] = first?.links ?? [];
    const database = await Database.open(shaped());
    const before = await database.read();

    // With the ids, the service changes the rows of the components. Without them, it would create new rows.
    const changed = { id: first?.id, links: [{ id: link?.id, label: "Changed" }, ...links] };
    await ask("PUT", `/${product?.documentId}?status=draft`, {
      data: { descriptions: [changed, ...others.map(({ id }) => ({ id }))] },
    });

    const changes = differences(before, await database.read());
    await database.close();
    const key = `products/${product?.documentId}/-/draft`;
    assert.deepEqual(changes, { [key]: ["descriptions", "updated_at"] });
  });
});
