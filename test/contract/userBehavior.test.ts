import assert from "node:assert/strict";
import { makeUser } from "./made.ts";
import type { MadeUser } from "./made.ts";
import { must, realCms } from "./realCms.ts";
import { itFact } from "../services/facts.ts";

// Behavior of the user routes that the client hides or passes on to its caller.

describe("Role of a user that is not populated", () => {
  it("the role of a user that is not populated is missing in the service's answer and the client's result", async () => {
    const { id } = await makeUser();

    const raw = (await must("GET", `/users/${id}`)) as object;
    const [, user] = await realCms().users().find({ id });

    assert.deepEqual(["role" in raw, user && "role" in user], [false, false]);
  });
});

describe("Pagination of users", () => {
  let madeUsers: MadeUser[];
  let filters: { id: { $in: number[] } };
  before(async () => {
    madeUsers = [];
    for (let index = 0; index < 5; index += 1) madeUsers.push(await makeUser());
    filters = { id: { $in: madeUsers.map(({ id }) => id) } };
  });
  const read = async (pagination: object): Promise<unknown> => {
    const [error, users] = await realCms()
      .users()
      .findMany({ params: { filters, sort: ["id:asc"], pagination } });
    return error ?? users.map(({ id }) => id);
  };
  const ids = (from: number, to: number) => madeUsers.slice(from, to).map(({ id }) => id);

  itFact(
    "the pagination of users is ignored by the service without the client, which returns every user",
    async () => {
      const pagedUsers = (await must("GET", "/users?pagination[pageSize]=1")) as unknown[];
      const all = (await must("GET", "/users")) as unknown[];

      assert.equal(pagedUsers.length, all.length);
    },
  );

  it("the pagination of users returns the requested page by start and limit", async () => {
    assert.deepEqual(await read({ start: 1, limit: 2 }), ids(1, 3));
  });

  itFact("the pagination of users returns the requested page by limit alone", async () => {
    assert.deepEqual(await read({ limit: 2 }), ids(0, 2));
  });

  itFact("the pagination of users returns the remaining ones by start alone", async () => {
    assert.deepEqual(await read({ start: 3 }), ids(3, 5));
  });

  it("the pagination of users returns the requested pages by page and pageSize", async () => {
    const pages = [
      await read({ page: 1, pageSize: 2 }),
      await read({ page: 2, pageSize: 2 }),
      await read({ page: 3, pageSize: 2 }),
      await read({ page: 4, pageSize: 2 }),
    ];

    assert.deepEqual(pages, [ids(0, 2), ids(2, 4), ids(4, 5), []]);
  });

  it("the pagination of users has its total from count", async () => {
    const result = await realCms().users().count({ params: { filters } });

    assert.deepEqual(result, [null, 5, null]);
  });
});

describe("_q for users", () => {
  it("_q for users finds the same as $or with $containsi", async () => {
    const { username } = await makeUser();
    const part = username.slice(2).toUpperCase();

    const bySearch = await must("GET", `/users?_q=${part}`);
    const [, byFilter] = await realCms()
      .users()
      .findMany({
        params: {
          filters: { $or: [{ username: { $containsi: part } }, { email: { $containsi: part } }] },
        },
      });

    assert.deepEqual([byFilter?.length, byFilter], [1, bySearch]);
  });
});

describe("Missing user", () => {
  it("a missing user is a NotFoundError for update with 404, and for find and delete with an empty 204", async () => {
    const id = 99_999_999;
    const users = realCms().users();

    const errors = [
      (await users.update({ id, data: {} }))[0],
      (await users.find({ id }))[0],
      (await users.delete({ id }))[0],
    ];

    assert.deepEqual(
      errors.map((error) => [error?.name, error?.status]),
      [
        ["NotFoundError", 404],
        ["NotFoundError", 204],
        ["NotFoundError", 204],
      ],
    );
  });
});
