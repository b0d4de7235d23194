import assert from "node:assert/strict";
import { permissionsOf } from "../../src/model/permissions.ts";
import { html, startLoopback } from "../support/loopback.ts";
import { magazine, openDesk, userSession } from "./magazine.ts";
import { must, why } from "./outcomes.ts";

/** What may be done, by method and route, of a connection with this token. */
async function found(token: string, role?: "production") {
  const { connections, connection, catalogs, log } = openDesk({ token });
  const cms = must(await connections.reach(connection.id));
  await catalogs.service(connection.id);
  const catalog = catalogs.remembered(connection.id);
  const asked = log.length;
  const all = must(await permissionsOf(cms, role ? { role } : {}, { catalog }));
  const by = (wanted: boolean | undefined) =>
    all.flatMap(({ method, route, allowed }) => (allowed === wanted ? [`${method} ${route}`] : []));
  return { open: by(true), closed: by(false), unknown: by(undefined), asked: log.slice(asked) };
}

const collections = ["articles", "authors", "categories", "pages", "tags"];

describe("What a connection may do", () => {
  it("is everything with a token that may do everything", async () => {
    const { open, closed, unknown } = await found(magazine().tokens.full);

    assert.deepEqual([closed, unknown], [[], []]);
    assert.deepEqual(
      collections.filter((name) => !open.includes(`POST ${name}`)),
      [],
    );
  });

  it("is reading alone with one that may only read, and what it lacks is named", async () => {
    const { open, closed } = await found(magazine().tokens.readOnly);

    assert.deepEqual(open, ["GET users", "GET upload/files"]);
    assert.deepEqual(closed, [
      ...["GET content-type-builder/content-types", "GET content-type-builder/components"],
      ...["GET i18n/locales", "POST users", "PUT users/0", "POST upload"],
    ]);
  });

  it("is what their role lets a user do", async () => {
    const { closed } = await found(await userSession());

    assert.deepEqual(
      closed.filter((one) => /users|upload/.test(one)),
      ["POST users", "PUT users/0", "POST upload"],
    );
    assert.ok(!closed.includes("PUT articles/0"));
  });

  it("is looked at by reads alone in production: what may be written is not known", async () => {
    const { closed, unknown, asked } = await found(magazine().tokens.full, "production");

    assert.deepEqual(closed, []);
    assert.deepEqual(
      collections.filter((name) => !unknown.includes(`POST ${name}`)),
      [],
    );
    assert.deepEqual([...new Set(asked.map(({ method }) => method))], ["GET"]);
  });

  it("asks no single type, which a write would make", async () => {
    const { asked } = await found(magazine().tokens.full);

    assert.deepEqual(
      asked.filter(({ path }) => /homepage|site-setting/.test(path)),
      [],
    );
  });

  it("fails where the token is refused, and goes on where the service has trouble with a question", async () => {
    const { connections, connection } = openDesk({ token: "wrong" });
    const loopback = await startLoopback();
    loopback.answer(html("<h1>Trouble</h1>", 500));
    const troubled = openDesk({ url: loopback.url });

    const wrong = must(await connections.reach(connection.id));
    const refused = await permissionsOf(wrong, {}, { catalog: undefined });
    const odd = must(await troubled.connections.reach(troubled.connection.id));
    const unknown = must(await permissionsOf(odd, {}, { catalog: undefined }));

    assert.equal(why(refused), "UnauthorizedError");
    assert.deepEqual(
      unknown.filter(({ allowed }) => allowed !== undefined),
      [],
    );
    await loopback.stop();
  });
});
