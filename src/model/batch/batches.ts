import { keyOf } from "../address.ts";
import type { Failure, Outcome } from "../outcome.ts";
import { done, failed } from "../outcome.ts";
import { serviceFor } from "../saving.ts";
import type { Change, Deed, How, Item, Sides } from "./deed.ts";
import type { Parts } from "./deeds.ts";
import { partsOf } from "./meant.ts";
import type { Meant, Named } from "./meant.ts";
import { readSome } from "./reading.ts";
import type { Found } from "./reading.ts";
import { runEach } from "./running.ts";
import type { Result, Running } from "./running.ts";

export type { Meant, Named };

/** An item, and what would become of it. */
export type Planned = Item & { readonly change: Change };

/** An item to which nothing is done, and why. */
export type LeftOut = Named & { readonly failure: Failure };

/** What a batch would do. */
export interface Preview {
  readonly planned: readonly Planned[];
  readonly leftOut: readonly LeftOut[];
}

/** Where a reading is stopped, and what hears how far it is. */
interface Reading {
  readonly signal?: AbortSignal | undefined;
  readonly onRead?: (count: number) => void;
}

/** Acting on many: what is meant is looked at, then done one by one to what is still as it was. */
export class Batches {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** What a deed would do. Nothing is written. */
  async preview(meant: Meant, deed: Deed, reading: Reading = {}): Promise<Outcome<Preview>> {
    const planned: Planned[] = [];
    const leftOut: LeftOut[] = [];
    const [failure, keys] = await this.#read(
      meant,
      { ...reading, names: deed.looksAt },
      (found) => {
        const { address, now } = found;
        const { title, version, family } = now;
        const [why, change] = this.#plan(found, deed);
        if (why) leftOut.push({ address, title, failure: why });
        else planned.push({ address, title, version, family, change });
      },
    );
    if (failure) return failed(failure);
    return done({ planned, leftOut: [...goneOf(meant, keys), ...leftOut] });
  }

  /** What is meant, without looking into it. */
  async find(meant: Meant, reading: Reading = {}): Promise<Outcome<readonly Named[]>> {
    if (meant.kind === "selected") return done(meant.items);
    const all: Named[] = [];
    const [failure] = await this.#read(meant, { ...reading, names: [] }, ({ address, now }) => {
      all.push({ address, title: now.title });
    });
    return failure ? failed(failure) : done(all);
  }

  /** Both sides of one item, as they are now. */
  async sides({ address }: Named, deed: Deed): Promise<Outcome<Sides>> {
    const { catalogs, reader } = this.#parts;
    const [gone, now] = await reader.read(address);
    if (gone) return failed(gone);
    const [unknown, service] = await serviceFor(address, now.content, catalogs);
    return unknown ? failed(unknown) : deed.sides(address, now, service);
  }

  /** Does it to the items, one after the other; what is not what was looked at any more is left as it is. */
  run(
    items: readonly Planned[],
    deed: Deed,
    how: How & Running,
  ): Promise<readonly Result<Planned>[]> {
    return runEach(items, (item) => this.#carryOut(item, deed, how), how);
  }

  async #carryOut(item: Planned, deed: Deed, how: How): Promise<Outcome<unknown>> {
    const { documents, reader } = this.#parts;
    const { address } = item;
    if (documents.edits.isOpen(address, deed.isWhole)) return failed({ code: "unsaved" });
    const [gone, now] = await reader.look(address, how.signal);
    if (gone) return failed(gone);
    const hasMoved = now.version !== item.version || (deed.isWhole && now.family !== item.family);
    return hasMoved ? failed({ code: "changed-meanwhile" }) : deed.carryOut(address, now, how);
  }

  #plan({ address, now, service }: Found, deed: Deed): Outcome<Change> {
    const isEdited = this.#parts.documents.edits.isOpen(address, deed.isWhole);
    return isEdited ? failed({ code: "unsaved" }) : deed.plan(address, now, service);
  }

  /** Hands over what is meant as it comes: nobody holds all of it. Answers with the keys of what was found. */
  async #read(
    meant: Meant,
    { names, signal, onRead }: Reading & { readonly names: readonly string[] },
    take: (found: Found) => void,
  ): Promise<Outcome<ReadonlySet<string>>> {
    const [failure, parts] = await partsOf(meant, this.#parts);
    if (failure) return failed(failure);
    const keys = new Set<string>();
    for (const part of parts) {
      const [unknown, service] = await this.#parts.catalogs.service(part.connection);
      if (unknown) return failed(unknown);
      const reading = { service, reader: this.#parts.reader, names, signal };
      for await (const [error, page] of readSome(part, reading)) {
        if (error) return failed(error);
        for (const found of page) {
          keys.add(keyOf(found.address));
          take(found);
        }
        onRead?.(keys.size);
      }
    }
    return done(keys);
  }
}

/** What was chosen, and is not on the service any more. */
function goneOf(meant: Meant, found: ReadonlySet<string>): LeftOut[] {
  if (meant.kind === "matching") return [];
  return meant.items
    .filter(({ address }) => !found.has(keyOf(address)))
    .map((item) => ({ ...item, failure: { code: "gone" } }));
}
