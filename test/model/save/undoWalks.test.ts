import assert from "node:assert/strict";
import fc from "fast-check";
import type { Address } from "../../../src/model/foundation/address.ts";
import {
  isObject,
  objectsIn,
  type Json,
  type JsonObject,
} from "../../../src/model/foundation/json.ts";
import { caseCount } from "../../support/longRun.ts";
import { changeElsewhere, draft, makeArticle, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";
import type { TestModel } from "../testModel.ts";

const seed = Number(process.env["CMS_SEED"] ?? 20_261_129);

/** What a person does in an editor, and what another one does on the service. */
const anyStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("type"), edit: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("save") }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("undo") }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("redo") }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("edit elsewhere"), isSeen: fc.boolean() }),
  },
);

/** The fields in which the person types. */
const typedFields = ["title", "summary", "links", "seo"];

/** Changes a field of a text. `number` makes values different from each other. */
function editedText(text: string, edit: number, number: number): string {
  const content = JSON.parse(text) as JsonObject;
  const seo = content["seo"];
  const links = objectsIn(content["links"] ?? null);
  const [first, ...others] = links;
  const link = { label: `Label ${number}`, url: `https://example.org/${number}` };
  const changes: readonly JsonObject[] = [
    { title: `Title ${number}` },
    { summary: `Summary ${number}` },
    { links: [...links, link] },
    first ? { links: [{ ...first, label: `Label ${number}` }, ...others] } : {},
    { seo: { ...(isObject(seo) && seo), metaTitle: `Meta ${number}` } },
    { seo: null },
  ];
  return `${JSON.stringify({ ...content, ...changes[edit] }, undefined, 2)}\n`;
}

/** A value without what the service adds to components: ids, and the defaults of booleans. */
function withoutAdditions(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutAdditions);
  if (!isObject(value)) return value;
  const entries = Object.entries(value)
    .filter(([name, inner]) => name !== "id" && inner !== false && inner !== null)
    .map(([name, inner]) => [name, withoutAdditions(inner)] as const);
  return Object.fromEntries(entries);
}

/** An editor with the undo stack of VS Code, where loading the service's version is a step of its own. */
class EditorWithUndo {
  readonly #model: TestModel;
  readonly #address: Address;
  readonly #texts: string[];
  #at = 0;
  #savedText: string;

  constructor(model: TestModel, address: Address, text: string) {
    this.#model = model;
    this.#address = address;
    this.#texts = [text];
    this.#savedText = text;
  }

  get text(): string {
    return this.#texts[this.#at] ?? "";
  }

  get isClean(): boolean {
    return this.text === this.#savedText;
  }

  async type(text: string): Promise<void> {
    this.#push(text);
    await this.#follow();
  }

  /** Undoes one step, or redoes it. */
  async move(by: -1 | 1): Promise<void> {
    this.#at = Math.min(Math.max(this.#at + by, 0), this.#texts.length - 1);
    await this.#follow();
  }

  async save(): Promise<void> {
    const { documents } = this.#model;
    must(await documents.stat(this.#address, { text: this.text }));
    must(await this.#model.save(this.#address, this.text));
    await documents.edits.markClean(this.#address, this.text);
    this.#savedText = this.text;
    documents.finishSave(this.#address);
    await this.load();
  }

  async load(): Promise<void> {
    const { documents } = this.#model;
    const { text } = must(await documents.read(this.#address));
    if (text !== this.text) this.#push(text);
    this.#savedText = text;
    documents.edits.loaded(this.#address, text);
    await this.#follow();
  }

  #push(text: string): void {
    this.#texts.splice(this.#at + 1);
    this.#texts.push(text);
    this.#at += 1;
  }

  async #follow(): Promise<void> {
    const { edits } = this.#model.documents;
    if (this.isClean) await edits.markClean(this.#address, this.text);
    else await edits.begin(this.#address, this.text);
  }
}

describe("Undo in the editor", function () {
  this.timeout(7_200_000);

  it("undo and redo in any order with saves store what the text says, without a conflict, and keep what another person writes", async () => {
    const property = fc.asyncProperty(
      fc.array(anyStep, { minLength: 5, maxLength: 25 }),
      async (steps) => {
        const model = openModel();
        try {
          const id = await makeArticle({ title: "Tea", kicker: "Kicker 0", summary: "Leaves" });
          const address = model.article(id);
          const editor = new EditorWithUndo(model, address, (await model.open(address)).text);
          let theirs = "Kicker 0";
          for (const [number, step] of [...steps, { kind: "save" } as const].entries()) {
            if ("edit" in step) await editor.type(editedText(editor.text, step.edit, number));
            else if ("isSeen" in step) {
              theirs = `Kicker ${number + 1}`;
              await changeElsewhere(id, { kicker: theirs });
              if (!step.isSeen || !editor.isClean) continue;
              await model.documents.refresh(address);
              await editor.load();
            } else if (step.kind !== "save") await editor.move(step.kind === "undo" ? -1 : 1);
            else {
              const text = JSON.parse(editor.text) as JsonObject;
              await editor.save();
              const stored = (await draft(`articles/${id}`, "populate=*")) as unknown as JsonObject;
              for (const name of typedFields)
                assert.deepEqual(
                  withoutAdditions(stored[name] ?? null),
                  withoutAdditions(text[name] ?? null),
                  name,
                );
              assert.equal(stored["kicker"], theirs);
            }
          }
        } finally {
          model.close();
        }
      },
    );
    await fc.assert(property, { seed, numRuns: caseCount(8), endOnFailure: true });
  });
});
