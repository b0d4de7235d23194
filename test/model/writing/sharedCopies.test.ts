import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { edited } from "../testModel.ts";
import { ask, draft, magazine, makeTranslated, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";

describe("Shared attribute that the service doesn't copy", () => {
  let faults: Faults;
  beforeEach(async () => {
    faults = await startFaults(magazine().url);
  });
  afterEach(() => faults.stop());

  /** Saves a shared value in English. The service shows the French localization as `asShown` returns it. */
  async function localesWritten(
    asShown: (french: JsonObject) => JsonObject,
    prepare: (id: string) => void = () => undefined,
  ) {
    const model = openModel({ url: faults.url });
    const id = await makeTranslated("Tea", "Thé");
    const before = await draft(`articles/${id}`, "locale=fr");
    const address = model.article(id);
    const opened = await model.open(address);
    const shownAttributes = asShown(before ?? {});
    faults.reshape(/GET \/\w+\/articles$/, {
      answer: (body) => {
        const { data, ...otherKeys } = body as { readonly data: readonly JsonObject[] };
        return { ...otherKeys, data: data.map((row) => ({ ...row, ...shownAttributes })) };
      },
    });

    prepare(id);

    must(await model.save(address, edited(opened, { readingMinutes: 7 })));

    const writes = faults.requests.filter(({ method }) => method === "PUT");
    return writes.map(({ query, body }) => [query["locale"], body]);
  }

  const english = ["en", { data: { readingMinutes: 7 } }];
  const isLeft = ({ updatedAt = null }: JsonObject) => ({ readingMinutes: null, updatedAt });

  it("a shared attribute is written to the localization that still has the old value", async () => {
    const written = await localesWritten(isLeft);

    assert.deepEqual(written, [english, ["fr", { data: { readingMinutes: 7 } }]]);
  });

  it("a shared attribute is written to the others when the service fails after it saved the first one", async () => {
    const written = await localesWritten(isLeft, (id) => {
      faults.inject(/^PUT/, (response, { query, body }) => {
        const { data } = body as { readonly data: JsonObject };
        const path = `articles/${id}?status=draft&locale=${String(query["locale"])}`;
        void ask("PUT", path, data).then(() => response.writeHead(500).end());
      });
    });

    assert.deepEqual(written, [english, ["fr", { data: { readingMinutes: 7 } }]]);
  });

  it("a shared attribute is not written to a localization that another client changed since", async () => {
    const updatedAt = "2200-01-01T00:00:00.000Z";

    const written = await localesWritten(() => ({ readingMinutes: null, updatedAt }));

    assert.deepEqual(written, [english]);
  });

  const strange: Readonly<Record<string, (french: JsonObject) => JsonObject>> = {
    "no version and no locale": () => ({ updatedAt: null, locale: null }),
    "a locale that the document lacks": () => ({ locale: "it" }),
    "another document": ({ updatedAt = null }) => ({ updatedAt, documentId: "another" }),
  };
  for (const [what, toAnswer] of Object.entries(strange)) {
    it(`a shared attribute is not written when the service answers with ${what}`, async () => {
      const written = await localesWritten((french) => ({
        ...toAnswer(french),
        readingMinutes: null,
      }));

      assert.deepEqual(written, [english]);
    });
  }

  it("a shared attribute is written once when the service copied it", async () => {
    assert.deepEqual(await localesWritten(() => ({})), [english]);
  });

  it("a shared attribute has the saved value in three localizations after each of several saves", async () => {
    const model = openModel({ url: faults.url });
    const [{ documentId: first } = {}, { documentId: second } = {}] = await mediaFiles();
    const id = await makeTranslated("Tea", "Thé");
    await ask("PUT", `articles/${id}?status=draft&locale=de`, { title: "Tee" });
    const address = model.article(id);

    for (const cover of [first, second, first, second, first, second]) {
      const opened = await model.open(address);
      must(await model.save(address, edited(opened, { cover: { documentId: cover ?? "" } })));

      assert.deepEqual(await coversOf(id, ["en", "fr", "de"]), [cover, cover, cover]);
    }
  });
});

const mediaFiles = async () => (await ask("GET", "upload/files")) as readonly JsonObject[];

const coversOf = (id: string, locales: readonly string[]) =>
  Promise.all(
    locales.map(async (locale) => {
      const row = await draft(`articles/${id}`, `locale=${locale}&populate=cover`);
      return (row?.["cover"] as JsonObject | null)?.["documentId"];
    }),
  );
