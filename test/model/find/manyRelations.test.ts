import assert from "node:assert/strict";
import { findPointedIds } from "../../../src/model/find/inboundRelations.ts";
import { plainMakeDraft } from "../../support/plainWrites.ts";
import { tagRelations, useChangedService } from "../check/changedService.ts";
import { openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";

describe("Relations of a type with many relations to another one", () => {
  const service = useChangedService();

  it(`findPointedIds searches ${tagRelations.length} relations of a type, more than a database joins at once`, async () => {
    const { url, apiPrefix, tokens } = service();
    const model = openModel({ url, apiPrefix, token: tokens.full });
    const [first = "", second = "", unused = ""] = await Promise.all(
      ["First", "Second", "Unused"].map((name) =>
        plainMakeDraft(service(), "tags", { name, slug: `many-${name.toLowerCase()}` }),
      ),
    );
    const [from = "", to = ""] = [tagRelations[0], tagRelations.at(-1)];
    const data = { title: "Many tags", slug: "many-tags", [from]: first, [to]: second };
    await plainMakeDraft(service(), "pages", data);
    const tags = must(await model.catalogs.type(model.connection.id, "tags"));

    const ids = [first, second, unused];
    const pointedIds = must(await findPointedIds(tags, ids, {}));

    assert.deepEqual(
      ids.map((id) => pointedIds.has(id)),
      [true, true, false],
    );
  });
});
