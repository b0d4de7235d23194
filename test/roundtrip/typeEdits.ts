import { inspect } from "node:util";
import type { Address } from "../../src/model/foundation/address.ts";
import { sizedChunks } from "../../src/model/foundation/chunks.ts";
import { draftOf } from "../../src/model/documents/snapshotReader.ts";
import type { Json, JsonObject } from "../../src/model/foundation/json.ts";
import { undoLastSave } from "../../src/model/history/saveUndo.ts";
import { readDraft } from "../../src/model/reading/documentReader.ts";
import type { TypedService } from "../../src/model/schemas/catalogs.ts";
import { isShared } from "../../src/model/schemas/catalog.ts";
import { edited } from "../model/testModel.ts";
import type { TestModel } from "../model/testModel.ts";
import { openModel } from "../model/magazine.ts";
import { must } from "../model/outcomes.ts";
import { isShownAs } from "../model/save/shownAs.ts";
import { takenOut } from "../model/save/variants.ts";
import { nameOf } from "../model/databaseEntities.ts";
import { editsIn } from "./edits.ts";
import type { Edit } from "./edits.ts";
import { followersOf, mayBeRefused } from "./shaping.ts";
import { Supply } from "./supply.ts";
import type { TestedType } from "./types.ts";
import { addressOf, changedIn, damagedByCopying, Whole } from "./whole.ts";
import type { Version } from "./whole.ts";
import type { Failure } from "../../src/model/failure.ts";

type NamedEdit = Edit & { readonly name: string };

/** The edits in components so far. The same component is not edited again in another type. */
const triedInComponents = new Set<string>();

/** Makes every possible edit in the fullest document of a type, and undoes each edit. */
export class TypeEdits {
  /** The number of edits so far. */
  count = 0;
  readonly #model: TestModel;
  readonly #type: TestedType;
  readonly #service: TypedService;
  readonly #version: Version;
  readonly #address: Address;
  readonly #supply: Supply;
  readonly #tried = new Set<string>();
  readonly #complaints: string[] = [];
  #whole: Whole;
  /** The content of the document when it was last read. */
  #content: JsonObject = {};

  private constructor(
    type: TestedType,
    { model, service, whole }: { model: TestModel; service: TypedService; whole: Whole },
  ) {
    this.#type = type;
    this.#model = model;
    this.#service = service;
    this.#whole = whole;
    this.#version = whole.fullest(type);
    this.#address = addressOf(model, type, this.#version);
    this.#supply = new Supply(whole, service.catalog);
  }

  static async of(type: TestedType): Promise<TypeEdits> {
    const model = openModel();
    const service = must(await model.catalogs.type(model.connection.id, type.name));
    return new TypeEdits(type, { model, service, whole: await Whole.read() });
  }

  /**
   * Returns the unexpected results of this number of rounds. The edits of a round don't overlap. A save has edits of at
   * most `together` attributes.
   */
  async tryAll(rounds: number, together: number): Promise<readonly string[]> {
    for (let round = 0; round < rounds; round += 1) {
      const { tried, saves } = await this.#editAll(together);
      if (tried === 0) break;
      this.count += tried;
      await this.#compareAndUndo(saves);
    }
    return this.#complaints;
  }

  /** Edits each attribute until the edits would overlap. Each save can then be undone separately. */
  async #editAll(together: number): Promise<{
    readonly tried: number;
    readonly saves: readonly (readonly NamedEdit[])[];
  }> {
    const round: NamedEdit[] = [];
    const saves: (readonly NamedEdit[])[] = [];
    const save = async (edits: readonly NamedEdit[]) => {
      if (await this.#save(edits)) saves.push(edits);
    };
    this.#content = await this.#read();
    for (let before = -1; before < round.length;) {
      before = round.length;
      const edits: NamedEdit[] = [];
      for (const name of this.#service.type.attributes.keys()) {
        const edit = this.#next(
          name,
          round.filter((earlier) => earlier.name === name),
        );
        if (!edit) continue;
        round.push(edit);
        if (this.#isSavedAlone(name)) await save([edit]);
        else edits.push(edit);
      }
      for (const group of sizedChunks(edits, together)) await save(group);
    }
    return { tried: round.length, saves };
  }

  /** Whether a save of the attribute may be refused, or changes another attribute. */
  #isSavedAlone(name: string): boolean {
    const { name: type } = this.#type;
    return mayBeRefused(type, name) || followersOf(type, name).length > 0;
  }

  /** The content of the draft, without a request for the published versions. */
  async #read(): Promise<JsonObject> {
    const row = must<JsonObject>(await readDraft(this.#service, this.#address));
    // The read may show how the type's route behaves.
    const service = must(
      await this.#model.catalogs.type(this.#model.connection.id, this.#type.name),
    );
    return draftOf(service, row).content;
  }

  /** A new edit of the attribute that doesn't overlap with the earlier edits. */
  #next(name: string, earlier: readonly NamedEdit[]): NamedEdit | undefined {
    const { catalog, type } = this.#service;
    const attribute = type.attributes.get(name);
    if (!attribute || earlier.some(({ path }) => path.length === 0)) return undefined;
    const material = { catalog, supply: this.#supply, version: this.#version };
    const edit = editsIn([name, attribute], this.#content[name], material).find(
      (candidate) =>
        !earlier.some((other) => overlaps(candidate, other)) && this.#isNew(name, candidate),
    );
    return edit && { ...edit, name };
  }

  /** Whether an edit is new. Marks it as made. */
  #isNew(name: string, { label, path }: Edit): boolean {
    const isInComponent = path.length > 0 && !mayBeRefused(this.#type.name, name);
    const [tried, key] = isInComponent
      ? [triedInComponents, label]
      : [this.#tried, `${name} ${label}`];
    if (tried.has(key)) return false;
    tried.add(key);
    return true;
  }

  async #compareAndUndo(saves: readonly (readonly NamedEdit[])[]): Promise<void> {
    const saved = saves.flat();
    const before = this.#whole;
    const after = await Whole.read();
    this.#compare(before.changesUntil(after), this.#expectedOf(saved), `saving ${labelsOf(saved)}`);
    this.#compareInside(saved, before, after);

    for (const edits of saves.toReversed()) await this.#undo(edits);
    this.#whole = await Whole.read();
    const undone = before.changesUntil(this.#whole);
    this.#compare(undone, { must: [], may: this.#times }, `undoing ${labelsOf(saved)}`);
  }

  /** Saves edits of different attributes at once, and returns whether this succeeded. */
  async #save(edits: readonly NamedEdit[]): Promise<boolean> {
    const snapshot = await this.#model.open(this.#address);
    const values = edits.map(({ name, value }) => [name, value === takenOut ? undefined : value]);
    const text = edited(snapshot, Object.fromEntries(values) as Record<string, Json | undefined>);
    const [failure] = await this.#model.save(this.#address, text);
    if (failure) {
      const isFine =
        isRefusal(failure) && edits.every(({ name }) => mayBeRefused(this.#type.name, name));
      if (!isFine) this.#complain(`${labelsOf(edits)}: not saved`, failure);
      return false;
    }
    this.#content = await this.#read();
    for (const { name, label, value } of edits) {
      const actualValue = this.#content[name] ?? null;
      const expectedValue = value === takenOut ? null : value;
      if (!isShownAs(actualValue, expectedValue)) {
        this.#complain(`${label}, ${name}: another value arrived`, { expectedValue, actualValue });
      }
    }
    return true;
  }

  async #undo(edits: readonly NamedEdit[]): Promise<void> {
    const [failure] = await undoLastSave(this.#address, this.#model);
    if (failure) this.#complain(`${labelsOf(edits)}: not undone`, failure);
  }

  /**
   * The columns that the saves must change in the document. Also the columns that they may change there and in other
   * locales.
   */
  #expectedOf(saved: readonly NamedEdit[]): Expected {
    if (saved.length === 0) return { must: [], may: [] };
    const { name: type } = this.#type;
    const names = saved.flatMap(({ name }) => [nameOf(name), ...followersOf(type, name)]);
    const shared = saved.filter(({ name }) => {
      const attribute = this.#service.type.attributes.get(name);
      return attribute && isShared(attribute, this.#service.type);
    });
    return { must: names, may: this.#times, shared: shared.map(({ name }) => nameOf(name)) };
  }

  get #times(): readonly string[] {
    // Without drafts, each save also publishes.
    return this.#type.hasDrafts ? ["updated_at"] : ["updated_at", "published_at"];
  }

  #compare(changes: Record<string, string[]>, expected: Expected, step: string): void {
    const { key, documentId } = this.#version;
    const { [key]: ownNames = [], ...others } = changes;
    const missing = expected.must.filter((name) => !ownNames.includes(name));
    const wrong = ownNames.filter((name) => ![...expected.must, ...expected.may].includes(name));
    if (missing.length > 0) this.#complain(`${step}: not in the database`, missing);
    if (wrong.length > 0) this.#complain(`${step}: changed as well`, wrong);
    for (const [other, names] of Object.entries(others)) {
      const isLocale = this.#type.isLocalized && other.includes(`/${documentId}/`);
      const may = [...(expected.shared ?? []), ...damagedByCopying];
      const isFine =
        isLocale && other.endsWith("/draft") && names.every((name) => may.includes(name));
      if (!isFine) this.#complain(`${step}: changed elsewhere, in ${other}`, names);
    }
  }

  /** Checks that edits inside components change nothing else in these components. */
  #compareInside(saved: readonly NamedEdit[], before: Whole, after: Whole): void {
    for (const name of new Set(saved.map((edit) => edit.name))) {
      const paths = saved.filter((edit) => edit.name === name).map(({ path }) => path);
      const [old, now] = [before, after].map(({ contents }) =>
        contents.get(this.#version.key)?.get(nameOf(name)),
      );
      const wrong = changedIn(old, now).filter(
        (changedPath) => !paths.some((path) => isIn(changedPath, path)),
      );
      if (wrong.length > 0) this.#complain(`${name}: changed in it as well`, wrong);
    }
  }

  #complain(what: string, why: unknown): void {
    this.#complaints.push(`${what}: ${inspect(why, { depth: 8, breakLength: 200 })}`);
  }
}

interface Expected {
  readonly must: readonly string[];
  readonly may: readonly string[];
  /** The edited columns that all locales of the document share. */
  readonly shared?: readonly string[];
}

/** Whether one edit changes a part of the value that the other one also changes. */
const overlaps = ({ path: editPath }: Edit, { path: other }: Edit): boolean =>
  isIn(editPath, other) || isIn(other, editPath);

const isIn = (path: Edit["path"], parent: Edit["path"]): boolean =>
  parent.every((part, index) => part === path[index]);

const labelsOf = (edits: readonly NamedEdit[]): string =>
  edits.map(({ name, label }) => `${name} (${label})`).join(", ");

/** Whether the extension sent no request, because it can't read the whole attribute. */
const isRefusal = ({ code }: Failure): boolean => code === "not-sendable" || code === "read-only";
