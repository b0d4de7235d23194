import type fc from "fast-check";
import type { MergeSide } from "../../../src/model/content/merge.ts";
import { magazine } from "../magazine.ts";
import { isSequel } from "./places.ts";
import type { Change } from "./places.ts";
import { locales } from "./reference.ts";
import type { Locale, Reference } from "./reference.ts";
import { learnSequel, saveOnce, valuesInText, typedIn } from "./saves.ts";
import type { How } from "./saves.ts";
import { deletes, publishes } from "./sequelReference.ts";
import type { Faults, Stage } from "./stage.ts";
import { counts } from "./counts.ts";

export type Step = fc.AsyncCommand<Reference, Stage>;
type Run = (reference: Reference, stage: Stage) => Promise<void>;

/**
 * Creates a step. The sequence skips it when `unsavedIn` has no unsaved changes. `words` describe it in the report of a
 * failure.
 */
export const step = (words: readonly unknown[], run: Run, unsavedIn?: Locale): Step => {
  const name = words.map(reported).join(" ");
  return {
    check: (reference) => !unsavedIn || reference.ownPlaces(unsavedIn).length > 0,
    run: async (reference, stage) => {
      stage.note(name, "");
      await run(reference, stage);
      for (const locale of locales) {
        const editor = stage.editors[locale];
        await editor.untilLoaded();
        if (editor.isOpen) reference.keeps(locale, valuesInText(editor.text));
      }
      await stage.proxy.untilQuiet();
      reference.sequels.settle(await stage.cast.sequels());
      stage.meet({});
    },
    toString: () => name,
  };
};

const reported = (word: unknown): string =>
  typeof word === "string" ? word : JSON.stringify(word).replaceAll('"', "");

/** The user edits the text. */
export const edit = (locale: Locale, change: Change): Step =>
  step(["edit", locale, change], (reference, stage) => type(reference, stage, { locale, change }));

async function type(
  reference: Reference,
  stage: Stage,
  { locale, change }: { readonly locale: Locale; readonly change: Change },
): Promise<void> {
  const editor = stage.editors[locale];
  if (!editor.isOpen && !(await editor.open())) return;
  const { text, field, ...values } = typedIn(editor.text, change, stage);
  reference.edit(locale, field, values);
  editor.type(text);
}

export const editAndSave = (locale: Locale, change: Change, how: How): Step =>
  step(["edit and save", locale, change, how], async (reference, stage) => {
    await type(reference, stage, { locale, change });
    await saveOnce(reference, stage, { locale, how });
  });

export const save = (locale: Locale, how: How): Step =>
  step(
    ["save", locale, how],
    (reference, stage) => saveOnce(reference, stage, { locale, how }),
    locale,
  );

/** The user selects Overwrite in the notification of a save that VS Code blocked. */
export const overwrite = (locale: Locale, how: How): Step =>
  step(
    ["overwrite", locale, how],
    async (reference, stage) => {
      const reported = stage.blocked[locale];
      if (!reported) return;
      if (reported !== "untold") reference.choose(locale, "mine", { reported });
      await saveOnce(reference, stage, { locale, how, isOverwrite: true });
    },
    locale,
  );

/** The user resolves an open conflict with a CodeLens. */
export const resolve = (locale: Locale, side: MergeSide, how: How): Step =>
  step(
    ["resolve", locale, side, how],
    async (reference, stage) => {
      const { address } = stage.editors[locale];
      const conflict = stage.model.documents.conflict(address);
      if (!conflict || !stage.model.documents.choose(address, side)) return;
      const { both: paths, now } = conflict;
      reference.choose(locale, side, { reported: valuesInText(now.text), paths });
      await saveOnce(reference, stage, { locale, how });
    },
    locale,
  );

/** The user discards the unsaved changes. */
export const revert = (locale: Locale, faults: Faults): Step =>
  step(
    ["revert", locale, faults],
    async (reference, stage) => {
      const editor = stage.editors[locale];
      if (!editor.isOpen) return;
      stage.meet(faults);
      if (await editor.revert()) reference.giveUp(locale);
      await settled(reference, stage);
    },
    locale,
  );

/** Another client changes the draft. */
export const theirEdit = (locale: Locale, change: Change): Step =>
  step(["they edit", locale, change], (reference, stage) =>
    stage.change(reference, locale, change),
  );

/** Another client changes a value that the user has changed and not saved. */
export const theirCollision = (locale: Locale, { how, where }: Change): Step =>
  step(
    ["they edit the same", locale, { how, where }],
    async (reference, stage) => {
      const fields = reference.ownPlaces(locale).filter((field) => !isSequel(field));
      const field = fields[where % fields.length];
      const { [locale]: draft = {} } = reference.drafts;
      const isTheirs = field !== undefined && field in draft && !reference.isAdding(locale, field);
      if (!isTheirs) return;
      await stage.change(reference, locale, { how, where }, field);
      counts.count("collided");
    },
    locale,
  );

export const theirPublish = (locale: Locale): Step =>
  step(["they publish", locale], async (reference, stage) => {
    const { drafts } = reference;
    if (!drafts[locale]) return;
    await stage.subject.publish(locale);
    reference.sequels.must(publishes({ name: "A", locale }));
    reference.learn(await stage.subject.readDrafts());
  });

/** Another client deletes the document, or one locale of it. */
export const theirDelete = (locale: Locale | "*"): Step =>
  step(["they delete", locale], async (reference, stage) => {
    await stage.subject.remove(locale);
    reference.sequels.must(deletes("A", locale));
    reference.learn(await stage.subject.readDrafts());
  });

/** Kills the window and opens another one. `faults` apply to its reads. */
export const kill = (faults: Faults): Step =>
  step(["kill", faults], async (reference, stage) => {
    stage.meet(faults);
    await stage.kill();
    await settled(reference, stage);
  });

/** Kills the window during a save. */
export const killInSave = (locale: Locale, how: How): Step =>
  step(
    ["kill in save", locale, how],
    async (reference, stage) => {
      const editor = stage.editors[locale];
      if (!editor.isOpen || !editor.isDirty) return;
      const { written } = stage.meet(how);
      reference.send(locale);
      const saving = editor.save({ agrees: true });
      const outcome = await Promise.race([saving, written.then(() => "failed" as const)]);
      await stage.kill();
      await saving;
      const now = await stage.subject.readDrafts();
      learnSequel(reference, stage, { locale, now });
      reference.save(locale, now, outcome);
    },
    locale,
  );

export const token = (kind: "refused" | "custom" | "full"): Step =>
  step(["token", kind], async (_, stage) => {
    const { tokens } = magazine();
    await stage.setToken(kind === "refused" ? "refused" : tokens[kind]);
  });

/** Waits for all requests and checks that no draft has changed. */
export async function settled(reference: Reference, stage: Stage): Promise<void> {
  await stage.proxy.untilQuiet();
  reference.stays(await stage.subject.readDrafts());
}
