import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { edited } from "../testModel.ts";
import { draft, magazine, makeTranslated, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";

describe("Shared attribute that the service doesn't copy to other localizations", () => {
  let faults: Faults;
  beforeEach(async () => {
    faults = await startFaults(magazine().url);
  });
  afterEach(() => faults.stop());

  /** Saves a shared value in English. The service shows the French localization as `asShown` returns it. */
  async function localesWritten(
    asShown: (french: JsonObject) => JsonObject,
    sendAllFields: readonly string[] = [],
  ) {
    const model = openModel({ url: faults.url });
    model.store.connections = [{ ...model.connection, sendAllFields }];
    const id = await makeTranslated("Tea", "Thé");
    const before = await draft(`articles/${id}`, "locale=fr");
    const address = model.article(id);
    const opened = await model.open(address);
    const shown = asShown(before ?? {});
    faults.reshape(/GET \/\w+\/articles$/, {
      answer: (body) => {
        const { data, ...rest } = body as { readonly data: readonly JsonObject[] };
        return { ...rest, data: data.map((row) => ({ ...row, ...shown })) };
      },
    });

    must(await model.save(address, edited(opened, { readingMinutes: 7 })));

    const writes = faults.requests.filter(({ method }) => method === "PUT");
    return writes.map(({ query, body }) => [query["locale"], body]);
  }

  const english = ["en", { data: { readingMinutes: 7 } }];

  it("is written to the localization that still has the old value", async () => {
    const written = await localesWritten(({ updatedAt = null }) => ({
      readingMinutes: null,
      updatedAt,
    }));

    assert.deepEqual(written, [english, ["fr", { data: { readingMinutes: 7 } }]]);
  });

  it("is written with all fields of that localization if its type sends all fields", async () => {
    const old = ({ updatedAt = null }: JsonObject) => ({ readingMinutes: null, updatedAt });

    const written = await localesWritten(old, ["articles"]);

    const titles = written.map(([locale, body]) => [
      locale,
      (body as { data: JsonObject }).data["title"],
      (body as { data: JsonObject }).data["readingMinutes"],
    ]);
    assert.deepEqual(titles, [
      ["en", "Tea", 7],
      ["fr", "Thé", 7],
    ]);
  });

  it("is not written to a localization that another client changed since", async () => {
    const updatedAt = "2200-01-01T00:00:00.000Z";

    const written = await localesWritten(() => ({ readingMinutes: null, updatedAt }));

    assert.deepEqual(written, [english]);
  });

  const strange: Readonly<Record<string, (french: JsonObject) => JsonObject>> = {
    "no version and no locale": () => ({ updatedAt: null, locale: null }),
    "a locale that the document lacks": () => ({ locale: "it" }),
    "another document": ({ updatedAt = null }) => ({ updatedAt, documentId: "another" }),
  };
  for (const [what, shown] of Object.entries(strange)) {
    it(`is not written when the service answers with ${what}`, async () => {
      const written = await localesWritten((french) => ({
        ...shown(french),
        readingMinutes: null,
      }));

      assert.deepEqual(written, [english]);
    });
  }

  it("is written once when the service copied it", async () => {
    assert.deepEqual(await localesWritten(() => ({})), [english]);
  });
});
