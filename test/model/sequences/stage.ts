import type { JournalEntry } from "../../../src/model/changes/journal/journal.ts";
import type { Fault, FaultyWay, Passage } from "../../support/faultyWay.ts";
import { Desk } from "../desk.ts";
import { magazine, unique } from "../magazine.ts";
import { Editor } from "./editor.ts";
import { HastyConnections } from "./hasty.ts";
import { MortalBases, MortalJournal } from "./mortalStores.ts";
import { rewritten, toEdit } from "./places.ts";
import type { Change, Values } from "./places.ts";
import { locales } from "./reference.ts";
import type { Locale, Reference } from "./reference.ts";
import { Subject } from "./subject.ts";
import { tally } from "./tally.ts";

/** What goes wrong in one step. */
export interface Faults {
  /** Meets the first request that reads, or all of them. */
  readonly read?: Fault | undefined;
  /** Meets the first request that writes, or all of them. */
  readonly write?: Fault | undefined;
  readonly isLasting?: boolean;
}

interface Watch {
  /** What the client has sent since. */
  passages(): readonly Passage[];
  /** Resolves when a request that writes has come as far as the way. */
  readonly written: Promise<void>;
}

/** One document on the real service, a window with an editor for each of its locales, and the way between. */
export class Stage {
  readonly way: FaultyWay;
  readonly subject: Subject;
  /** Where VS Code has just blocked a save: what the person was told that the service holds. */
  readonly blocked: Record<Locale, Values | "untold" | undefined> = {
    en: undefined,
    fr: undefined,
  };
  readonly editors: Record<Locale, Editor>;
  desk: Desk;
  readonly #trace: string[] = [];
  readonly #kept = { bases: new Map<string, string>(), journal: new Map<string, string>() };
  #life = { isOver: false };
  #token = magazine().tokens.full;
  #words = 0;

  private constructor(way: FaultyWay, subject: Subject) {
    this.way = way;
    this.subject = subject;
    this.desk = this.#openDesk();
    this.editors = { en: this.#openEditor("en"), fr: this.#openEditor("fr") };
  }

  static async open(way: FaultyWay): Promise<Stage> {
    way.meet(() => undefined);
    const stage = new Stage(way, await Subject.make(magazine(), unique("Sequence")));
    for (const locale of locales) await stage.editors[locale].open();
    return stage;
  }

  /** Another word for each change. */
  word(whose: "mine" | "theirs"): string {
    return `${whose}${(this.#words += 1)}`;
  }

  /**
   * Somebody else changes the draft, in a place that is given or in one that the change names. Never what
   * the person has just added: where the answer to that save was lost, nobody could tell that the two are one.
   */
  async change(
    reference: Reference,
    locale: Locale,
    change: Change,
    place?: string,
  ): Promise<void> {
    const word = this.word("theirs");
    const edit = await this.subject.change(locale, (values) => {
      const others = Object.entries(values).filter(([name]) => !reference.isAdding(locale, name));
      return place === undefined
        ? toEdit(Object.fromEntries(others), change, word)
        : rewritten(place, change.how, word);
    });
    if (edit) this.note(`they: ${locale} ${edit.join(" = ")}`);
    reference.learn(await this.subject.held());
  }

  /** For whoever reads of a failure. */
  note(words: string, indent = "  "): void {
    this.#trace.push(indent + words);
  }

  get trace(): string {
    return this.#trace.join("\n");
  }

  /** What goes wrong from now on. */
  meet({ read, write, isLasting = false }: Faults): Watch {
    const met = new Set<boolean>();
    let arrive = (): void => undefined;
    const written = new Promise<void>((resolve) => (arrive = resolve));
    const before = this.way.passages.length;
    this.way.meet(({ method }) => {
      const isRead = method === "GET";
      const isFirst = !met.has(isRead);
      met.add(isRead);
      const fault = isFirst || isLasting ? (isRead ? read : write) : undefined;
      if (!isRead) arrive();
      if (fault) tally.count(`${isRead ? "read" : "write"}, ${fault.kind}`);
      return fault;
    });
    return { passages: () => this.way.passages.slice(before), written };
  }

  async setToken(token: string): Promise<void> {
    this.#token = token;
    await this.desk.connections.setToken(this.desk.connection, token);
  }

  /** What the journal has of the document, in the order in which it was written. */
  async history(): Promise<readonly JournalEntry[]> {
    const own = await Promise.all(
      locales.map((locale) => this.desk.journal.history(this.#address(locale))),
    );
    const entries = new Map(own.flat().map((entry) => [entry.id, entry]));
    return [...entries.values()].sort((a, b) => a.id.localeCompare(b.id));
  }

  /** Ends the window at once, and opens another over what it has kept. */
  async kill(): Promise<void> {
    this.#life.isOver = true;
    this.#life = { isOver: false };
    this.desk.close();
    await this.way.untilQuiet();
    this.desk = this.#openDesk();
    for (const locale of locales) {
      this.editors[locale] = await this.editors[locale].reopenIn(this.desk.documents);
    }
  }

  /** The document is another one by now: both editors show that one, without what was unsaved. */
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
    this.desk.close();
    await this.way.untilQuiet();
  }

  #address = (locale: Locale) => this.desk.article(this.subject.id, locale);

  #openEditor(locale: Locale): Editor {
    return new Editor(this.desk.documents, this.#address(locale));
  }

  #openDesk(): Desk {
    return new Desk({
      url: this.way.url,
      token: this.#token,
      bases: new MortalBases(this.#kept, this.#life),
      journalStore: new MortalJournal(this.#kept, this.#life),
      connect: (store, ways) => new HastyConnections(store, ways),
    });
  }
}
