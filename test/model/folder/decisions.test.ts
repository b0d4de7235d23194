import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import {
  decideAttribute,
  decideFile,
  decideLocally,
  type FileDecision,
} from "../../../src/model/folder/decisions.ts";
import { caseCount } from "../../support/longRun.ts";

type Value = string | undefined;

const attribute = (file: Value, service: Value, ...heads: readonly Value[]) =>
  decideAttribute({ file, service, heads });

const side = (value: Value) => new Map(value === undefined ? [] : [["title", value] as const]);

/** A document with one attribute. Null: the side doesn't have the document. */
function document(
  file: Value | null,
  service: Value | null,
  ...heads: readonly Value[]
): FileDecision {
  return decideFile({
    file: file === null ? undefined : side(file),
    service: service === null ? undefined : side(service),
    heads: heads.map((head) => ({ digests: side(head) })),
    names: ["title"],
  });
}

const compared = (part: "local" | "remote" | "conflicts" | undefined): FileDecision => ({
  kind: "compared",
  ...{ local: [], remote: [], merged: [], conflicts: [] },
  ...(part && { [part]: ["title"] }),
});

describe("Decision about an attribute", () => {
  it("an attribute that is equal on both sides is the same, whatever the heads say", () => {
    deepEqual(
      [attribute("a", "a", "b"), attribute("a", "a"), attribute(undefined, undefined, "b")],
      ["same", "same", "same"],
    );
  });

  it("an attribute that only the file changed is changed here", () => {
    equal(attribute("b", "a", "a"), "changed-locally");
  });

  it("an attribute that only the service changed is changed there", () => {
    equal(attribute("a", "b", "a"), "changed-remotely");
  });

  it("an attribute that both sides changed in different ways is a conflict", () => {
    equal(attribute("b", "c", "a"), "conflict");
  });

  it("an attribute whose sides have the values of different heads is a conflict", () => {
    equal(attribute("a", "b", "a", "b"), "conflict");
  });

  it("an attribute counts as unchanged if any of several heads has its value", () => {
    deepEqual(
      [attribute("a", "c", "a", "b"), attribute("c", "b", "a", "b")],
      ["changed-remotely", "changed-locally"],
    );
  });

  it("an attribute without a head is a conflict unless both sides are equal", () => {
    deepEqual(
      [attribute(undefined, "a"), attribute("a", undefined), attribute("a", "b")],
      ["conflict", "conflict", "conflict"],
    );
  });

  it("a value that the service changed when it was pushed is taken from there, unless the file was edited again", () => {
    const pushed = "a>b";
    deepEqual(
      [
        attribute("a", "b", pushed),
        attribute("c", "b", pushed),
        attribute("a", "d", pushed),
        attribute("c", "d", pushed),
        attribute(undefined, "b", ">b"),
        attribute("a", undefined, "a>"),
      ],
      [
        "changed-remotely",
        "changed-locally",
        "changed-remotely",
        "conflict",
        "changed-remotely",
        "changed-remotely",
      ],
    );
  });

  it("an attribute that was emptied is changed like any other", () => {
    deepEqual(
      [attribute(undefined, "a", "a"), attribute("a", undefined, "a")],
      ["changed-locally", "changed-remotely"],
    );
  });
});

describe("Decision about a file", () => {
  it("a file of a document on both sides is compared attribute by attribute", () => {
    deepEqual(
      [document("a", "a", "a"), document("b", "a", "a"), document("a", "b", "a")],
      [compared(undefined), compared("local"), compared("remote")],
    );
    deepEqual(document("b", "c", "a"), compared("conflicts"));
  });

  it("a file that was never pulled is adopted if it is equal, and a conflict if not", () => {
    deepEqual(
      [document("a", "a"), document("a", "b"), document(undefined, "b")],
      [compared(undefined), compared("conflicts"), compared("conflicts")],
    );
  });

  it("a document without a file is new there, or deleted here if it was pulled", () => {
    deepEqual(
      [document(null, "a"), document(null, "a", "a"), document(null, "b", "a")],
      [
        { kind: "new-remote" },
        { kind: "deleted-local", isChanged: false },
        { kind: "deleted-local", isChanged: true },
      ],
    );
  });

  it("a file without a document is new here, or deleted there if it was pulled", () => {
    deepEqual(
      [document("a", null), document("a", null, "a"), document("b", null, "a")],
      [
        { kind: "new-local" },
        { kind: "deleted-remote", isChanged: false },
        { kind: "deleted-remote", isChanged: true },
      ],
    );
  });

  it("a file that mixes several heads or has a further key is changed when its document is gone", () => {
    const heads = ["a", "b"].map((value) => ({
      digests: new Map([
        ["title", value],
        ["text", value],
      ]),
    }));
    const decide = (file: Readonly<Record<string, string>>) =>
      decideFile({
        file: new Map(Object.entries(file)),
        service: undefined,
        ...{ heads, names: ["title", "text"] },
      });
    const deletedRemotely = (isChanged: boolean) => ({ kind: "deleted-remote", isChanged });
    deepEqual(decide({ title: "b", text: "b" }), deletedRemotely(false));
    deepEqual(decide({ title: "a", text: "b" }), deletedRemotely(true));
    deepEqual(decide({ title: "b", text: "b", leftOut: "c" }), deletedRemotely(true));
  });

  it("a document that both sides deleted is deleted", () => {
    deepEqual(document(null, null, "a"), { kind: "deleted" });
  });

  it("without a service, a file is compared with its heads", () => {
    const decide = (file: Value | null, ...heads: readonly Value[]) =>
      decideLocally({
        file: file === null ? undefined : side(file),
        heads: heads.map((head) => ({ digests: side(head) })),
        names: ["title"],
      });
    deepEqual(
      [decide("a", "a"), decide("b", "a"), decide("b", "a", "b"), decide("a"), decide(null, "a")],
      [
        compared(undefined),
        compared("local"),
        compared(undefined),
        { kind: "new-local" },
        { kind: "deleted-local", isChanged: false },
      ],
    );
    deepEqual(
      [decide("a", "a>b"), decide("b", "a>b"), decide("c", "a>b")],
      [compared(undefined), compared(undefined), compared("local")],
    );
  });
});

describe("Any history of a file and a service", () => {
  const value = fc.constantFrom("a", "b", "c", undefined);
  const step = fc.oneof(
    fc.record({ kind: fc.constantFrom("edit-file", "edit-service"), value }),
    fc.record({ kind: fc.constant("pull"), value: fc.constant(undefined) }),
  );

  it("a pull keeps every value that was written into the file, and a second one changes nothing", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let [file, service]: Value[] = [undefined, undefined];
        let heads: readonly Value[] = [undefined];
        /** Whether the file has an edit that the service never had. */
        let isEdited = false;
        for (const { kind, value: next } of steps) {
          if (kind === "edit-file") {
            isEdited = next !== heads[0];
            file = next;
          } else if (kind === "edit-service") {
            service = next;
          } else {
            const decision = attribute(file, service, ...heads);
            const before = file;
            if (decision === "changed-remotely") file = service;
            if (decision !== "conflict") heads = [service];
            if (isEdited) equal(file, before);
            isEdited = file !== heads[0];
            const again = attribute(file, service, ...heads);
            ok(decision === "conflict" ? again === decision : /same|changed-locally/.test(again));
          }
        }
      }),
      { seed: Number(process.env["CMS_SEED"] ?? 20_261_129), numRuns: caseCount(2_000) },
    );
  });

  it("heads of two branches never let a pull replace a value that neither branch pulled", () => {
    fc.assert(
      fc.property(value, value, fc.array(value, { minLength: 1, maxLength: 4 }), (...states) => {
        const [file, service, heads] = states;
        const decision = decideAttribute({ file, service, heads });
        if (decision === "changed-remotely") ok(heads.includes(file));
        equal(decideAttribute({ file, service, heads: heads.toReversed() }), decision);
      }),
      { numRuns: caseCount(500) },
    );
  });
});
