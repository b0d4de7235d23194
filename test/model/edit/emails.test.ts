import assert from "node:assert/strict";
import fc from "fast-check";
import { Capabilities } from "../../../src/model/connect/capabilities.ts";
import { validate } from "../../../src/model/edit/validation.ts";
import { inTime } from "../../support/inTime.ts";
import { kitchen, recipes } from "../kitchen.ts";
import { reported } from "./findings.ts";

const shape = {
  type: { ...recipes, attributes: new Map([["email", { type: "email" }]]) },
  catalog: kitchen,
  capabilities: new Capabilities(),
};

const findingsOf = async (email: string): Promise<string[]> =>
  reported(await validate({ email }, shape, undefined));

const isTaken = async (email: string): Promise<boolean> => (await findingsOf(email)).length === 0;

describe("Validation of email addresses", () => {
  it("an email address is checked fast for a domain of 40 labels with an invalid character at the end", async () => {
    const value = `a@${"a.".repeat(40)}!`;

    const findings = await inTime(() => findingsOf(value));

    assert.deepEqual(findings, ["email: not-an-email"]);
  });

  it("an email address may have at most 320 characters", async () => {
    const longest = `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(187)}.org`.padEnd(320, "g");

    const findings = [await findingsOf(longest), await findingsOf(`${longest}g`)];

    assert.deepEqual([longest.length, ...findings], [320, [], ["email: too-long"]]);
  });

  it("email addresses are accepted exactly when the service's library accepts them", async () => {
    const sign = fc.constantFrom("a", "ä", "5", "_", "-", "~", ".", "@", '"', " ", "!");
    const email = fc
      .tuple(fc.string({ unit: sign, maxLength: 4 }), fc.string({ unit: sign, maxLength: 7 }))
      .map((parts) => parts.join("@"));

    await fc.assert(
      fc.asyncProperty(email, async (text) => {
        assert.equal(await isTaken(text), ofLibrary.test(text), text);
      }),
      { seed: 20_260_104, numRuns: 20_000 },
    );
  });
});

/** The pattern of the library yup. It can split a label in several ways. */
const beyond = "\\u00A0-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFEF";
const atom = `[\\w!#$%&'*+\\-/=?^\`{|}~${beyond}]+`;
const label = `[a-z\\d${beyond}](?:[\\w.~${beyond}-]*[a-z\\d${beyond}])?`;
const last = `[a-z${beyond}](?:[\\w.~${beyond}-]*[a-z${beyond}])?`;
const ofLibrary = new RegExp(`^(?:${atom}(?:\\.${atom})*|".*")@(?:${label}\\.)+${last}$`, "i");
