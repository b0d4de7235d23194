import assert from "node:assert/strict";
import { errorSummary } from "./found.ts";
import { realCms, send, tokens } from "./realCms.ts";
import { itFact } from "../services/facts.ts";

interface Settings {
  readonly documentId: string;
  readonly siteName: string;
  readonly articlesPerPage: number;
}
interface Homepage {
  readonly documentId: string;
  readonly heading: string;
  readonly intro: string | null;
  readonly locale: string;
  readonly categories: readonly { readonly documentId: string }[];
}

describe("Single type without drafts", () => {
  const settings = (token?: string) => realCms(token).single<Settings>("site-setting");

  itFact("find of a single type without drafts ignores status and locale", async () => {
    const params = { status: "draft", locale: "fr", fields: ["siteName"] } as const;

    const [error, plain] = await settings().find();
    const [, draft] = await settings().find({ params });

    assert.equal(error, null);
    assert.equal(draft?.siteName, plain.siteName);
  });

  itFact(
    "update of a single type without drafts ignores status, and keeps fields that it does not name",
    async () => {
      const [, before] = await settings().find();

      const [error, after] = await settings().update({
        payload: { data: { articlesPerPage: 12 } },
        params: { status: "draft" },
      });

      const [, savedSettings] = await settings().find();
      assert.deepEqual([error, after?.siteName], [null, before?.siteName]);
      assert.equal(savedSettings?.articlesPerPage, 12);
    },
  );

  it("update of a single type returns the message for a rejected field", async () => {
    const [error] = await settings().update({ payload: { data: { articlesPerPage: 3 } } });

    const message = "articlesPerPage must be greater than or equal to 5";
    assert.deepEqual(errorSummary(error), ["ValidationError", 400, message]);
  });

  it("find and update of a single type return a ForbiddenError without the permission", async () => {
    const [findError] = await settings(tokens().custom).find();
    const [updated] = await settings(tokens().readOnly).update({ payload: { data: {} } });

    const forbidden = ["ForbiddenError", 403, "Forbidden"];
    assert.deepEqual([errorSummary(findError), errorSummary(updated)], [forbidden, forbidden]);
  });
});

describe("Single type with locales and drafts", () => {
  const homepage = () => realCms().single<Homepage>("homepage");

  it("update of a single type adds a locale, and delete deletes only that locale", async () => {
    await homepage().update({ payload: { data: { heading: "Welcome" } } });

    const [error, french] = await homepage().update({
      payload: { data: { heading: "Bienvenue" } },
      params: { locale: "fr" },
    });
    const [deleted] = await homepage().delete({ params: { locale: "fr" } });

    const [missingError] = await homepage().find({ params: { locale: "fr" } });
    const [, english] = await homepage().find();
    assert.deepEqual([error, french?.locale, deleted], [null, "fr", null]);
    assert.deepEqual([missingError?.name, english?.heading], ["NotFoundError", "Welcome"]);
  });

  it("find of a single type accepts fields and populate", async () => {
    await homepage().update({ payload: { data: { heading: "Welcome" } } });

    const [, document] = await homepage().find({
      params: { fields: ["heading"], populate: ["categories"] },
    });

    const keys = Object.keys(document ?? {}).sort();
    assert.deepEqual(keys, ["categories", "documentId", "heading", "id"]);
  });

  itFact("a single type has no POST method, and no route with its plural name", async () => {
    const statuses = [
      (
        await realCms()
          .collection<Homepage>("homepage")
          .create({ payload: { data: {} } })
      )[0],
      (await realCms().single<Homepage>("homepages").find())[0],
    ].map((error) => error?.status);

    assert.deepEqual(statuses, [405, 404]);
  });

  itFact("delete of a missing locale succeeds for a single type", async () => {
    await send("DELETE", "/homepage?locale=de");

    const result = await homepage().delete({ params: { locale: "de" } });

    assert.deepEqual(result, [null, null, {}]);
  });
});
