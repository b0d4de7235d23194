import assert from "node:assert/strict";
import type { JsonObject } from "../../src/model/foundation/json.ts";
import { put, rewritten, toEdit, valuesIn } from "../model/sequences/places.ts";
import type { Change, Edit, Values } from "../model/sequences/places.ts";
import { Reference } from "../model/sequences/reference.ts";
import { Subject } from "../model/sequences/subject.ts";
import type { Fault, FaultyProxy } from "../support/faultyProxy.ts";
import type { Service } from "../support/service.ts";
import { beginToSave, meetOnce } from "./firstWrite.ts";
import { isStopped, saveOutcome } from "./saveOutcome.ts";
import { SceneTab } from "./sequenceTab.ts";
import { until } from "./until.ts";
import type { Workbench } from "./workbench.ts";

/** The button that the user presses in a conflict. */
export type Answer = "Keep Mine" | "Take Theirs" | "Cancel";

interface Places {
  readonly workbench: Workbench;
  readonly service: Service;
  readonly proxy: FaultyProxy;
}

/** One document in a window that is reloaded now and then, and the reference that says what the service may have. */
export class Scene {
  /** How often a window was reloaded, in all scenes. */
  static reloads = 0;
  readonly reference: Reference;
  readonly #workbench: Workbench;
  readonly #proxy: FaultyProxy;
  readonly #subject: Subject;
  readonly #tab: SceneTab;
  readonly #trace: string[] = [];
  #words = 0;
  /** The service's values that the last question showed to the user. */
  #reported: Values | undefined;
  /** The last typed text. Once VS Code has a backup of it, a reload loses nothing. */
  #typed = "";

  private constructor({ workbench, proxy }: Places, subject: Subject, reference: Reference) {
    this.#workbench = workbench;
    this.#proxy = proxy;
    this.#subject = subject;
    this.#tab = new SceneTab(workbench, reference.drafts.en?.["title"] ?? "");
    this.reference = reference;
  }

  static async open(environment: Places, title: string): Promise<Scene> {
    const subject = await Subject.make(environment.service, title);
    const scene = new Scene(environment, subject, new Reference(await subject.readDrafts()));
    await scene.#tab.open();
    return scene;
  }

  get trace(): string {
    return this.#trace.join("\n");
  }

  note(words: string): void {
    this.#trace.push(words);
  }

  async type(change: Change): Promise<void> {
    const { editor } = this.#workbench;
    const content = (await editor.json()) as JsonObject;
    const values = valuesIn(content);
    this.#typed = this.#word("mine");
    const [field, value] = toEdit(values, change, this.#typed);
    this.note(`  typed: ${field} = ${String(value)}, was ${String(values[field])}`);
    this.reference.edit("en", field, { oldValue: values[field], value });
    await editor.replaceText(`${JSON.stringify(put(content, field, value), null, 2)}\n`);
  }

  /**
   * Another client changes the document, but never an item that the user has just added. If the answer to the save that
   * added it was lost, the user's item and the service's can't be recognized as the same one.
   */
  async change(change: Change): Promise<void> {
    const word = this.#word("theirs");
    await this.#theirs((values) => {
      const others = Object.entries(values).filter(([at]) => !this.reference.isAdding("en", at));
      return toEdit(Object.fromEntries(others), change, word);
    });
  }

  /** Another client changes a value that the user has changed and not saved. */
  async collide({ how, where }: Change): Promise<void> {
    const ownFields = this.reference.ownPlaces("en");
    const field = ownFields[where % ownFields.length];
    const isTheirs = field !== undefined && this.reference.drafts.en?.[field] !== undefined;
    if (!isTheirs || this.reference.isAdding("en", field)) return;
    const word = this.#word("theirs");
    await this.#theirs(() => rewritten(field, how, word));
  }

  /** Saves as a user does, and answers the questions. */
  async save(answer: Answer, fault?: Fault): Promise<void> {
    if (!(await this.#tab.isDirty())) return;
    const { notifications, editor } = this.#workbench;
    // Notifications of earlier saves must not count for this one.
    if ((await notifications.all()).length > 0) await notifications.clear();
    meetOnce(this.#proxy, fault);
    this.reference.send("en");
    await editor.pressSave();
    await this.#come(answer);
  }

  /** Presses Overwrite in the notification that VS Code shows when it has stopped a save. */
  async overwrite(answer: Answer): Promise<void> {
    const { notifications } = this.#workbench;
    const words = (await notifications.all()).find(isStopped);
    if (words === undefined) return;
    if (this.#reported) this.reference.choose("en", "mine", { reported: this.#reported });
    meetOnce(this.#proxy, undefined);
    this.reference.send("en");
    await notifications.press(words, "Overwrite");
    await until(
      "The notification stays.",
      async () => !(await notifications.all()).includes(words),
    );
    await this.#come(answer);
  }

  /** Reloads the window: after VS Code has backed up the unsaved text, or in the middle of a save. */
  async reload(isInSave = false): Promise<void> {
    const wasDirty = await this.#tab.isDirty();
    if (wasDirty) await this.#workbench.keepsUnsaved(this.#typed);
    if (isInSave) {
      this.reference.send("en");
      const isWriting = await beginToSave(this.#proxy, this.#workbench);
      this.note(`  reloaded ${isWriting ? "in" : "before"} a write`);
    }
    await this.#workbench.reload();
    await this.#proxy.untilQuiet();
    Scene.reloads += 1;
    const isDirty = await this.#tab.comesBack(wasDirty, isInSave);
    const now = await this.#subject.readDrafts();
    if (isInSave) this.reference.save("en", now, isDirty ? "failed" : "saved");
    else this.reference.stays(now);
    await this.keeps();
  }

  /** Checks that the text has all unsaved changes of the user. */
  async keeps(): Promise<void> {
    this.reference.keeps("en", await this.#tab.values());
  }

  /** Saves all unsaved changes, without faults, and checks that none are left. */
  async close(): Promise<void> {
    for (let tries = 0; tries < 3 && (await this.#tab.isDirty()); tries += 1) {
      await this.overwrite("Keep Mine");
      await this.save("Keep Mine");
    }
    assert.deepEqual(this.reference.ownPlaces("en"), [], "what is unsaved can't be saved");
    await this.keeps();
  }

  /** A different word for each change. */
  #word(whose: string): string {
    return `${whose}${(this.#words += 1)}`;
  }

  async #theirs(toEdit: (values: Values) => Edit): Promise<void> {
    const edit = await this.#subject.change("en", toEdit);
    this.note(`  they: ${edit?.join(" = ") ?? "nothing"}`);
    this.reference.learn(await this.#subject.readDrafts());
  }

  /** Waits for the outcome of a save, and compares it with the allowed outcomes. */
  async #come(answer: Answer): Promise<void> {
    const outcome = await saveOutcome(this.#workbench, {
      isDirty: () => this.#tab.isDirty(),
      answer: () => this.#answer(answer),
    });
    this.note(`  ${outcome}`);
    await this.#proxy.untilQuiet();
    this.reference.save("en", await this.#subject.readDrafts(), outcome);
    if (outcome === "saved") {
      await until("The editor does not show what was saved.", async () => {
        const shownValues = await this.#tab.values();
        return JSON.stringify(shownValues) === JSON.stringify(this.reference.drafts.en);
      });
    }
    await this.keeps();
  }

  async #answer(answer: Answer): Promise<void> {
    const { dialog } = this.#workbench;
    const buttons = await dialog.buttons();
    this.note(`  asked: ${(await dialog.text()).replaceAll("\n", " ")}`);
    if (!buttons.includes(answer)) return dialog.press("Clear and Save");
    this.#reported = this.reference.drafts.en ?? {};
    if (answer === "Keep Mine") this.reference.choose("en", "mine", { reported: this.#reported });
    if (answer === "Take Theirs")
      this.reference.choose("en", "theirs", { reported: this.#reported });
    return answer === "Cancel" ? dialog.cancel() : dialog.press(answer);
  }
}
