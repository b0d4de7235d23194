import fc from "fast-check";
import type { Fault } from "../../support/faultyProxy.ts";
import { discard, publish, remove, restore } from "./decisions.ts";
import type { Decision } from "./decisions.ts";
import { clientTimeoutMs } from "./impatientConnections.ts";
import type { Change } from "./places.ts";
import type { Locale } from "./reference.ts";
import type { How } from "./saves.ts";
import type { Faults } from "./stage.ts";
import { names } from "./sequelReference.ts";
import type { Name } from "./sequelReference.ts";
import { takeOver, takeOverElsewhere, theirTakeOver } from "./sequelSteps.ts";
import type { Which } from "./sequelSteps.ts";
import * as steps from "./steps.ts";
import type { Step } from "./steps.ts";
import { undo } from "./undoStep.ts";

const locale: fc.Arbitrary<Locale> = fc.constantFrom("en", "en", "en", "fr");

/** The edited article as often as the others together. */
const name: fc.Arbitrary<Name> = fc.constantFrom("A", "A", ...names);
const localization = fc.record({ name, locale });
const edited = locale.map((code) => ({ name: "A" as const, locale: code }));
const other = fc.record({
  name: fc.constantFrom("B" as const, "C" as const, "D" as const),
  locale,
});
const which = fc.constantFrom<Which>(-1, 0, 0, 1, 1, 2);

/** Few places, so that two users often change the same place. */
const change: fc.Arbitrary<Change> = fc.record({
  how: fc.constantFrom("change", "change", "change", "add", "remove"),
  where: fc.constantFrom(0, 0, 1, 3, 4, 6, 8),
});

const late = clientTimeoutMs + 150;
const faults: readonly Fault[] = [
  { kind: "request dropped" },
  { kind: "request cut" },
  { kind: "request delayed", milliseconds: 20 },
  { kind: "request delayed", milliseconds: late },
  { kind: "request doubled" },
  { kind: "answer dropped" },
  { kind: "answer cut" },
  { kind: "answer delayed", milliseconds: 20 },
  { kind: "answer delayed", milliseconds: late },
  { kind: "answer replaced", status: 504 },
];

const sometimes = <T>(arbitrary: fc.Arbitrary<T>, oneIn: number): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const wrong: fc.Arbitrary<Faults> = fc.record({
  read: sometimes(fc.constantFrom(...faults), 6),
  write: sometimes(fc.constantFrom(...faults), 2),
  isLasting: fc.boolean(),
});

const how: fc.Arbitrary<How> = fc
  .record({
    answer: fc.constantFrom(undefined, "mine" as const, "theirs" as const),
    agrees: fc.constantFrom(true, true, true, false),
    typing: sometimes(change, 5),
    meanwhile: sometimes(change, 5),
    faults: fc.oneof({ weight: 1, arbitrary: wrong }, { weight: 1, arbitrary: fc.constant({}) }),
  })
  .map(({ faults: met, ...otherFields }) => ({ ...otherFields, ...met }));

/** Faults in half of the cases. */
const mild: fc.Arbitrary<Faults> = fc.oneof(wrong, fc.constant({}));

const elsewhere = fc
  .tuple(mild, fc.constantFrom(true, true, true, false))
  .map(([faults, agrees]) => ({ ...faults, agrees }));

const decision: fc.Arbitrary<Decision> = fc
  .record({
    meanwhile: sometimes(change, 4),
    faults: fc.oneof({ weight: 1, arbitrary: wrong }, { weight: 2, arbitrary: fc.constant({}) }),
  })
  .map(({ faults: met, ...otherFields }) => ({ ...otherFields, ...met }));

/** How often each step occurs. fc.commands uses all given commands equally often. */
const weighted: readonly (readonly [times: number, step: fc.Arbitrary<Step>])[] = [
  [25, fc.tuple(locale, change).map((args) => steps.edit(...args))],
  [25, fc.tuple(locale, change, how).map((args) => steps.editAndSave(...args))],
  [25, fc.tuple(locale, how).map((args) => steps.save(...args))],
  [10, fc.tuple(locale, how).map((args) => steps.overwrite(...args))],
  [
    2,
    fc
      .tuple(locale, fc.constantFrom("mine" as const, "theirs" as const), how)
      .map((args) => steps.resolve(...args)),
  ],
  [20, fc.tuple(locale, change).map((args) => steps.theirEdit(...args))],
  [20, fc.tuple(locale, change).map((args) => steps.theirCollision(...args))],
  [5, locale.map((where) => steps.theirPublish(where))],
  [
    2,
    fc
      .constantFrom("en" as const, "fr" as const, "*" as const)
      .map((where) => steps.theirDelete(where)),
  ],
  [20, fc.tuple(edited, which, how).map((args) => takeOver(...args))],
  [20, fc.tuple(other, which, elsewhere).map((args) => takeOverElsewhere(...args))],
  [8, fc.tuple(localization, which).map((args) => theirTakeOver(...args))],
  [35, fc.tuple(localization, mild).map((args) => undo(...args))],
  [15, fc.tuple(localization, decision).map((args) => publish(...args))],
  [15, fc.tuple(localization, change, decision).map((args) => discard(...args))],
  [2, decision.map((how) => remove(how))],
  [3, fc.constant(restore())],
  [10, wrong.map((met) => steps.kill(met))],
  [5, fc.tuple(locale, how).map((args) => steps.killInSave(...args))],
  [5, fc.tuple(locale, wrong).map((args) => steps.revert(...args))],
  [5, fc.constantFrom("refused" as const, "custom" as const).map((kind) => steps.token(kind))],
  [10, fc.constant(steps.token("full"))],
];

/** Random sequences of user steps and network faults for one document. */
export const sequence = fc.noBias(
  fc.commands(
    weighted.flatMap(([times, step]) => Array.from({ length: times }, () => step)),
    { maxCommands: 20, size: "max" },
  ),
);
