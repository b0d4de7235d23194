import assert from "node:assert/strict";
import { typeAt } from "../../../src/model/access/typeOfUrl.ts";
import { magazine, openModel } from "../magazine.ts";

/** The uid of the type at a path after `/api/`, for a connection with this token. */
async function uidAt(path: string, { token, collections }: As = {}): Promise<string | undefined> {
  const model = openModel(token === undefined ? {} : { token });
  if (collections) await model.connections.change(model.connection, { collections });
  await model.catalogs.service(model.connection.id);
  return typeAt(model, `${magazine().url}/${magazine().apiPrefix}/${path}`)?.uid;
}

interface As {
  readonly token?: string;
  readonly collections?: readonly string[];
}

describe("typeAt", () => {
  it("typeAt finds the content type by the name in a URL, whatever follows it", async () => {
    const uids = [
      await uidAt("articles"),
      await uidAt("articles?populate=*"),
      await uidAt("articles/b2k1/actions/publish"),
    ];

    assert.deepEqual(uids, Array<string>(3).fill("api::article.article"));
  });

  it("typeAt finds no type for a plugin, another service or a longer name", async () => {
    const model = openModel({ catalogs: {} });
    await model.catalogs.service(model.connection.id);
    const { url, apiPrefix } = magazine();

    const types = [
      `${url}/${apiPrefix}/upload`,
      `${url}0/${apiPrefix}/articles`,
      `${url}/${apiPrefix}/articles-of-others`,
    ].map((requestUrl) => typeAt(model, requestUrl));

    assert.deepEqual(types, [undefined, undefined, undefined]);
  });

  it("typeAt finds no type in an inferred catalog", async () => {
    const token = magazine().tokens.readOnly;

    assert.equal(await uidAt("articles", { token, collections: ["articles"] }), undefined);
  });
});
