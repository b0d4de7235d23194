import type { Address } from "../../../src/model/foundation/address.ts";
import type { ContentType } from "../../../src/model/schemas/catalog.ts";
import type { Service } from "../../support/service.ts";
import { Database, differences } from "../database.ts";
import type { Contents } from "../database.ts";
import { nameOf } from "../databaseEntities.ts";
import type { Editing, Round } from "./editing.ts";

/** Compares the whole database between saves. Each save may change only the edited attribute. */
export class Watch {
  readonly #database: Database;
  #contents: Contents;

  private constructor(database: Database, contents: Contents) {
    this.#database = database;
    this.#contents = contents;
  }

  static async over(service: Service): Promise<Watch> {
    const database = await Database.open(service);
    return new Watch(database, await database.read());
  }

  /**
   * Edits all documents and returns the unexpected results. `batch` is the number of saves between two reads of the
   * database.
   */
  async editAll(
    addresses: readonly Address[],
    { editing, batch }: { readonly editing: Editing; readonly batch: number },
  ): Promise<unknown[]> {
    const complaints: unknown[] = [];
    for (let from = 0; from < addresses.length; from += batch) {
      const rounds: Round[] = [];
      for (const address of addresses.slice(from, from + batch))
        rounds.push(await editing.round(address));
      complaints.push(...(await this.after(rounds)));
    }
    return complaints;
  }

  /** Returns the unexpected results of these saves. */
  async after(rounds: readonly Round[]): Promise<unknown[]> {
    const now = await this.#database.read();
    const changes = differences(this.#contents, now);
    this.#contents = now;
    return [...rounds.flatMap(({ complaints }) => complaints), ...this.#misplaced(rounds, changes)];
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  /** The differences in the database that the edits don't explain. */
  #misplaced(rounds: readonly Round[], changes: Record<string, string[]>): unknown[] {
    const expected = new Map(rounds.map((round) => [this.#keyOf(round), movedBy(round)]));
    const copies = new Map(
      rounds.flatMap((round) =>
        round.others.map((locale) => [this.#keyOf({ ...round, locale }), copiedBy(round)] as const),
      ),
    );
    const missing = [...expected.keys()].filter((key) => !(key in changes));
    const wrong = Object.entries(changes).filter(([key, names]) => {
      const expectedNames = expected.get(key);
      if (expectedNames) return expectedNames.join() !== withoutPublishing(names).join();
      return names.some((name) => !copies.get(key)?.includes(name));
    });
    return [...missing.map((key) => [key, "nothing"]), ...wrong];
  }

  #keyOf({ type, documentId, locale }: Version): string {
    const version = type.draftAndPublish ? "draft" : "published";
    return [this.#database.tableOf(type.uid), documentId, locale ?? "-", version].join("/");
  }
}

interface Version {
  readonly type: ContentType;
  readonly documentId: string;
  readonly locale: string | undefined;
}

/** The columns that a save changes in the edited document. */
const movedBy = ({ name }: Round): string[] => [nameOf(name), "updated_at"].sort();

/** Without drafts, most services update the publication time with each save. */
const withoutPublishing = (names: readonly string[]): string[] =>
  names.filter((name) => name !== "published_at");

/** The columns that the service may change in drafts of other locales, because it copies shared attributes to them. */
const copiedBy = ({ name, isShared }: Round): string[] => [
  ...(isShared ? [nameOf(name)] : []),
  ...damagedByCopying,
];

/**
 * The service damages these values when it copies them. It rounds numbers above 2 to the power of 53, and hashes the
 * hash of a password again.
 */
const damagedByCopying = ["updated_at", "archive_number", "preview_password"];
