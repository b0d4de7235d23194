import assert from "node:assert/strict";
import fc from "fast-check";
import { anyCharacter } from "../../support/anyCharacter.ts";
import { isSame, isSingle, isUser, keyOf } from "../../../src/model/foundation/address.ts";
import type { Address } from "../../../src/model/foundation/address.ts";

const tea: Address = { connection: "k3j2h4x9", type: "articles", locale: "en", id: "tea1" };

describe("Address", () => {
  it("an address equals another one only with the same connection, type, locale and id", () => {
    const others: Address[] = [
      { ...tea },
      { ...tea, connection: "00000000" },
      { ...tea, type: "pages" },
      { ...tea, locale: "fr" },
      { connection: tea.connection, type: tea.type, id: tea.id },
      { ...tea, id: "tea2" },
    ];

    const same = others.map((other) => isSame(tea, other));

    assert.deepEqual(same, [true, false, false, false, false, false]);
  });

  it("an address gets a distinct key when its parts contain separators", () => {
    const addresses: Address[] = [
      { connection: "a", type: "b/c", id: "d" },
      { connection: "a/b", type: "c", id: "d" },
      { connection: "a", type: "b", locale: "c", id: "d" },
      { connection: "a", type: "b", id: "c/d" },
      { connection: "a", type: "b", id: "c%2Fd" },
    ];

    const keys = new Set(addresses.map(keyOf));

    assert.equal(keys.size, addresses.length);
  });

  it("an address has the same key as another one only when all parts are equal", () => {
    const part = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom("-", "/", "%2F", ".."),
    );
    const address = fc.record(
      { connection: part, type: part, locale: part, id: part },
      { requiredKeys: ["connection", "type", "id"] },
    );
    const identity = ({ connection, type, locale = "-", id }: Address) =>
      JSON.stringify([connection, type, locale, id]);

    fc.assert(
      fc.property(address, address, (firstAddress, other) => {
        assert.equal(isSame(firstAddress, other), identity(firstAddress) === identity(other));
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  it("an address gets a stable key of four parts from any 16-bit units, lone surrogates included", () => {
    const unit = fc.oneof(
      fc.integer({ min: 0, max: 0xffff }),
      fc.integer({ min: 0xd800, max: 0xdfff }),
    );
    const part = fc.string({ unit: unit.map((code) => String.fromCharCode(code)), maxLength: 9 });
    const address = fc.record({ connection: part, type: part, locale: part, id: part });

    fc.assert(
      fc.property(address, (sample) => {
        assert.ok(isSame(sample, { ...sample }));
        assert.equal(keyOf(sample).split("/").length, 4);
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  it("an address distinguishes users, single types and other documents", () => {
    const user = { ...tea, type: "users", id: "7" };
    const homepage = { ...tea, type: "homepage", id: "-" };

    const kinds = [tea, user, homepage].map((address) => [isUser(address), isSingle(address)]);

    assert.deepEqual(kinds, [
      [false, false],
      [true, false],
      [false, true],
    ]);
  });
});
