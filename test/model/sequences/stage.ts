import type { JournalEntry } from "../../../src/model/journal/journal.ts";
import type { Fault, FaultyProxy, Passage } from "../../support/faultyProxy.ts";
import { SchemaCache } from "../../../src/model/schemas/schemaCache.ts";
import { TextsInMemory } from "../ports.ts";
import { TestModel } from "../testModel.ts";
import { adminLogin, keepSignedIn } from "../administrator.ts";
import { magazine, unique } from "../magazine.ts";
import { Cast } from "./cast.ts";
import { Editor } from "./editor.ts";
import { ImpatientConnections } from "./impatientConnections.ts";
import { WindowBases, WindowJournal } from "./windowStores.ts";
import { rewritten, toEdit } from "./places.ts";
import type { Change, Values } from "./places.ts";
import { locales } from "./reference.ts";
import type { Locale, Reference } from "./reference.ts";
import type { Name, Place } from "./sequelReference.ts";
import { Subject } from "./subject.ts";
import { counts } from "./counts.ts";

/** The faults of one step. */
export interface Faults {
  /** The fault of the first read request, or of all when the faults last. */
  readonly read?: Fault | undefined;
  /** The fault of the first write request, or of all when the faults last. */
  readonly write?: Fault | undefined;
  readonly isLasting?: boolean;
}

interface Watch {
  /** The client's requests since the faults were set. */
  passages(): readonly Passage[];
  /** Resolves when a write request reaches the proxy. */
  readonly written: Promise<void>;
}

export interface StageSettings {
  /** The schemas that an earlier window stored. A window that replaces a killed one reads them. */
  readonly schemas: TextsInMemory;
  /** Whether an administrator is signed in. If not, a discard asks for it. */
  readonly isSignedIn: boolean;
}

interface Parts extends StageSettings {
  readonly subject: Subject;
  readonly cast: Cast;
}

/**
 * The articles of a sequence on the real service, a window with an editor for each locale of the first one, and the proxy
 * between them.
 */
export class Stage {
  readonly proxy: FaultyProxy;
  readonly subject: Subject;
  readonly cast: Cast;
  /** The service's content that the user saw when VS Code blocked the last save. */
  readonly blocked: Record<Locale, Values | "untold" | undefined> = {
    en: undefined,
    fr: undefined,
  };
  readonly editors: Record<Locale, Editor>;
  model: TestModel;
  readonly #trace: string[] = [];
  readonly #kept = { bases: new Map<string, string>(), journal: new Map<string, string>() };
  #life = { isOver: false };
  #token = magazine().tokens.full;
  readonly #isSignedIn: boolean;
  #isFaulty = false;
  #words = 0;

  private constructor(proxy: FaultyProxy, { subject, cast, schemas, isSignedIn }: Parts) {
    this.proxy = proxy;
    this.#isSignedIn = isSignedIn;
    this.subject = subject;
    this.cast = cast;
    this.model = this.#openModel(schemas.texts);
    this.editors = { en: this.#openEditor("en"), fr: this.#openEditor("fr") };
  }

  static async open(proxy: FaultyProxy, settings: StageSettings): Promise<Stage> {
    proxy.meet(() => undefined);
    const title = unique("Sequence");
    const subject = await Subject.make(magazine(), title);
    const cast = await Cast.make(magazine(), subject, title);
    const stage = new Stage(proxy, { subject, cast, ...settings });
    for (const locale of locales) await stage.editors[locale].open();
    return stage;
  }

  /** A new word, different for each change. */
  word(whose: "mine" | "theirs"): string {
    return `${whose}${(this.#words += 1)}`;
  }

  /**
   * Changes the draft as another client does, at the given place or at one that the change selects. It never changes a
   * value that the user has just added. When the answer to that save is lost, the two changes can't be told apart.
   */
  async change(
    reference: Reference,
    locale: Locale,
    change: Change,
    field?: string,
  ): Promise<void> {
    const word = this.word("theirs");
    const edit = await this.subject.change(locale, (values) => {
      const others = Object.entries(values).filter(([name]) => !reference.isAdding(locale, name));
      return field === undefined
        ? toEdit(Object.fromEntries(others), change, word)
        : rewritten(field, change.how, word);
    });
    if (edit) this.note(`they: ${locale} ${edit.join(" = ")}`);
    reference.learn(await this.subject.readDrafts());
  }

  /** Adds a line to the report of a failure. */
  note(words: string, indent = "  "): void {
    this.#trace.push(indent + words);
  }

  get trace(): string {
    return this.#trace.join("\n");
  }

  /** Sets the faults for the following requests. */
  meet({ read, write, isLasting = false }: Faults): Watch {
    this.#isFaulty = (read ?? write) !== undefined;
    const met = new Set<boolean>();
    let arrive = (): void => undefined;
    const written = new Promise<void>((resolve) => (arrive = resolve));
    const before = this.proxy.passages.length;
    this.proxy.meet(({ method }) => {
      const isRead = method === "GET";
      const isFirst = !met.has(isRead);
      met.add(isRead);
      const fault = isFirst || isLasting ? (isRead ? read : write) : undefined;
      if (!isRead) arrive();
      if (fault) counts.count(`${isRead ? "read" : "write"}, ${fault.kind}`);
      return fault;
    });
    return { passages: () => this.proxy.passages.slice(before), written };
  }

  async setToken(token: string): Promise<void> {
    this.#token = token;
    await this.model.connections.setToken(this.model.connection, token);
  }

  /** Whether the service may reject or lose a request of the client, even without another client's change. */
  get isDisturbed(): boolean {
    return this.#isFaulty || this.#token !== magazine().tokens.full;
  }

  /** The published version of the edited article; undefined for other articles. */
  async publishedText({ name, locale }: Place): Promise<Values | undefined> {
    return name === "A" ? this.subject.published(locale) : undefined;
  }

  /** The journal entries of an article, oldest first. */
  async history(name: Name = "A"): Promise<readonly JournalEntry[]> {
    const histories = await Promise.all(
      locales.map((locale) => this.model.journal.history(this.addressOf({ name, locale }))),
    );
    const entries = new Map(histories.flat().map((entry) => [entry.id, entry]));
    return [...entries.values()].sort((a, b) => a.id.localeCompare(b.id));
  }

  /** Kills the window and opens another one with the stored data. */
  async kill(): Promise<void> {
    this.#life.isOver = true;
    this.#life = { isOver: false };
    this.model.close();
    await this.proxy.untilQuiet();
    this.model = this.#openModel();
    for (const locale of locales) {
      this.editors[locale] = await this.editors[locale].reopenIn(this.model.documents);
    }
  }

  /** Opens another document in both editors, without unsaved changes. */
  async moveTo(id: string): Promise<void> {
    this.subject.id = id;
    for (const locale of locales) {
      this.editors[locale].dispose();
      this.editors[locale] = this.#openEditor(locale);
      await this.editors[locale].open();
    }
  }

  async close(): Promise<void> {
    for (const editor of Object.values(this.editors)) editor.dispose();
    this.model.close();
    await this.proxy.untilQuiet();
  }

  addressOf = ({ name, locale }: Place) => this.model.article(this.cast.idOf(name), locale);

  #openEditor(locale: Locale): Editor {
    return new Editor(this.model.documents, this.addressOf({ name: "A", locale }));
  }

  #openModel(schemas: ReadonlyMap<string, string> = new Map()): TestModel {
    const model = new TestModel({
      url: this.proxy.url,
      token: this.#token,
      bases: new WindowBases(this.#kept, this.#life),
      journalStore: new WindowJournal(this.#kept, this.#life),
      connect: (store, options) => new ImpatientConnections(store, options),
      catalogs: { schemaCache: new SchemaCache(new TextsInMemory(schemas)) },
    });
    // The answer when the extension asks an administrator to sign in.
    model.logins.push(adminLogin());
    if (this.#isSignedIn) keepSignedIn(model);
    return model;
  }
}
