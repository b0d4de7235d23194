import assert from "node:assert/strict";
import { FoundDefects } from "../../../src/model/check/foundDefects.ts";
import type { CheckFinding } from "../../../src/model/check/checkFinding.ts";

const count = 10_000;
const addressAt = (at: number) => ({ connection: "one", type: "teas", id: `tea${at}` });

/** Each document has a relation to the next one, which is not published. */
const findings = Array.from({ length: count }, (_, at): CheckFinding => {
  const data = { title: "", documentId: addressAt(at + 1).id };
  const document = { address: addressAt(at), title: "Tea", path: ["next"] };
  return { ...document, rule: "unpublished-target", severity: "warning", data };
});

describe("FoundDefects with findings in 10,000 documents", () => {
  it("removes the documents one by one, and finds those that name each, in less than a second of processor time", () => {
    const defects = new FoundDefects();
    const start = process.cpuUsage();
    for (const finding of findings) defects.add(finding, 1);
    for (let at = count - 1; at > 0; at -= 1) {
      assert.deepEqual(defects.removeDocument(addressAt(at)), [addressAt(at)]);
      assert.deepEqual(defects.namingTarget(addressAt(at)), [addressAt(at - 1)]);
    }

    assert.deepEqual(defects.addresses(), [addressAt(0)]);
    assert.deepEqual(defects.counts("one"), { error: 0, warning: 1 });
    const { user, system } = process.cpuUsage(start);
    assert.ok(user + system < 1_000_000, `${(user + system) / 1_000} ms`);
  });

  it("finds every localization of a document, and no finding that another one has replaced", () => {
    const defects = new FoundDefects();
    const [first] = findings;
    assert.ok(first);
    const [english, french] = ["en", "fr"].map((locale) => ({ ...addressAt(0), locale }));
    assert.ok(english && french);
    for (const check of [1, 2]) {
      for (const address of [english, french]) defects.add({ ...first, address }, check);
    }

    assert.deepEqual(defects.localizations(addressAt(0)), [english, french]);
    assert.deepEqual(defects.removeAt(english), [english]);
    assert.deepEqual(defects.namingTarget(addressAt(1)), [french]);
    assert.deepEqual(defects.removeDocument(addressAt(0)), [french]);
    assert.deepEqual(defects.namingTarget(addressAt(1)), []);
  });
});
