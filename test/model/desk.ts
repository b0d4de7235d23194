import { singleId } from "../../src/model/address.ts";
import type { Address } from "../../src/model/address.ts";
import { Catalogs } from "../../src/model/catalogs.ts";
import { Connections } from "../../src/model/connections.ts";
import type { Connection, LogEntry } from "../../src/model/connections.ts";
import { Content } from "../../src/model/content.ts";
import { Documents } from "../../src/model/documents.ts";
import type { Saved } from "../../src/model/documents.ts";
import type { Json, JsonObject } from "../../src/model/json.ts";
import { Lifecycle } from "../../src/model/lifecycle.ts";
import type { Outcome } from "../../src/model/outcome.ts";
import { Reader } from "../../src/model/reader.ts";
import type { Snapshot } from "../../src/model/reader.ts";
import { must } from "./outcomes.ts";
import { BasesInMemory, ConnectionsInMemory } from "./ports.ts";

interface Place {
  readonly url: string;
  readonly token?: string;
  readonly bases?: BasesInMemory;
  readonly pageSize?: number;
}

/** All parts of the model over one service, as one window has them. */
export class Desk {
  readonly log: LogEntry[] = [];
  readonly store = new ConnectionsInMemory();
  readonly connections = new Connections(this.store, (entry) => this.log.push(entry));
  readonly catalogs = new Catalogs(this.connections);
  readonly reader = new Reader(this.catalogs);
  readonly connection: Connection;
  readonly bases: BasesInMemory;
  readonly content: Content;
  readonly documents: Documents;
  readonly lifecycle: Lifecycle;

  constructor({ url, token, bases = new BasesInMemory(), pageSize = 25 }: Place) {
    // Always the same id, so that a second desk is the same window after a reload.
    this.connection = { id: "k3j2h4x9", name: "Magazine", url };
    this.store.connections = [this.connection];
    if (token !== undefined) this.store.tokens.set(this.connection.id, token);
    this.bases = bases;
    this.content = new Content(this.catalogs, () => pageSize);
    this.documents = new Documents(this.catalogs, this.reader, bases);
    this.lifecycle = new Lifecycle(this);
  }

  at(type: string, id: string, locale?: string): Address {
    return { connection: this.connection.id, type, id, ...(locale && { locale }) };
  }

  article = (id: string, locale = "en"): Address => this.at("articles", id, locale);

  single = (type: string, locale?: string): Address => this.at(type, singleId, locale);

  /** What an editor does when it opens: it asks for both at once, and says what it has loaded. */
  async open(address: Address): Promise<Snapshot> {
    const [stat, read] = await Promise.all([
      this.documents.stat(address),
      this.documents.read(address),
    ]);
    must(stat);
    const snapshot = must(read);
    this.documents.loaded(address, snapshot.text);
    return snapshot;
  }

  save(address: Address, text: string, agreed = true): Promise<Outcome<Saved>> {
    return this.documents.write(address, { text, agree: () => Promise.resolve(agreed) });
  }

  /** Asks for the stat, as an editor does before a save, until it tells of another version. */
  async noticeChange(address: Address): Promise<void> {
    const seen = must(await this.documents.stat(address)).modified;
    while (must(await this.documents.stat(address)).modified === seen) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** The requests so far of one method, by path. */
  sent(method: string): string[] {
    return this.log.filter((entry) => entry.method === method).map(({ path }) => path);
  }

  close(): void {
    for (const part of [this.documents, this.content, this.catalogs, this.connections]) {
      part.dispose();
    }
  }
}

/** The text of a document after a person has edited it; undefined takes a key out. */
export function edited(
  { content }: Pick<Snapshot, "content">,
  change: Readonly<Record<string, Json | undefined>>,
): string {
  return JSON.stringify({ ...content, ...change }, null, 2);
}

export const factsIn = ({ content }: Snapshot): JsonObject => content["$"] as JsonObject;
