import { Journal } from "../../../src/model/journal/journal.ts";
import type {
  LocalizedContents,
  JournalEntry,
  NewJournalEntry,
} from "../../../src/model/journal/journal.ts";
import { kitchen, recipes } from "../kitchen.ts";
import { must } from "../outcomes.ts";
import { JournalInMemory, JournalSettingsInMemory } from "../ports.ts";

export const connection = "k3j2h4x9";
export const shape = { type: recipes, catalog: kitchen };

/** A journal with files in memory, for the recipes of the kitchen catalog. */
export class Notebook {
  readonly store: JournalInMemory;
  readonly settings = new JournalSettingsInMemory();
  readonly journal: Journal;

  constructor(store = new JournalInMemory()) {
    this.store = store;
    this.journal = new Journal(store, this.settings);
  }

  /** Records a successful write. */
  async record(change: Partial<NewJournalEntry> = {}): Promise<void> {
    const entry = entryOf(change);
    const record = must(await this.journal.begin(entry, shape));
    await record({ outcome: "done", after: entry.after });
  }

  async history(id = "tea", locale = "en"): Promise<readonly JournalEntry[]> {
    return this.journal.history({ connection, type: "recipes", id, locale });
  }

  /** The titles of deleted documents that were not restored. */
  async deleted(type?: string): Promise<string[]> {
    const entries = await this.journal.deleted(connection, type);
    return entries.map(({ title }) => title);
  }
}

export const inEnglish = (title: string): LocalizedContents => ({ en: { title } });

/** A journal entry for a save of an English recipe. */
export const entryOf = (change: Partial<NewJournalEntry> = {}): NewJournalEntry => ({
  action: "save",
  address: { connection, type: "recipes", id: "tea", locale: "en" },
  title: "Tea",
  paths: ["title"],
  before: inEnglish("Tea"),
  after: inEnglish("Milk"),
  ...change,
});

/** A journal entry for a delete of a recipe in these locales. */
export const deletion = (id: string, ...locales: string[]): NewJournalEntry =>
  entryOf({
    action: "delete",
    address: { connection, type: "recipes", id },
    title: id,
    paths: [],
    before: Object.fromEntries(locales.map((locale) => [locale, { title: id }])),
    after: {},
  });
