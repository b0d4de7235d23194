import { keyOf } from "../../foundation/address.ts";
import type { Failure, Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import { serviceFor } from "../../schemas/userType.ts";
import type { Change, Deed, How, Item, Sides } from "./deed.ts";
import type { Parts } from "./deeds.ts";
import { Before, partsOf } from "./meant.ts";
import type { LeftOut, Meant, Named } from "./meant.ts";
import { readSome } from "./reading.ts";
import type { Found } from "./reading.ts";
import { runEach } from "./running.ts";
import type { Result, Running } from "./running.ts";

export type { LeftOut, Meant, Named };

/** An item, and what would become of it. */
export type Planned = Item & { readonly change: Change };

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
    const before = new Before(meant);
    for await (const [failure, page] of this.#pages(meant, deed.looksAt, reading)) {
      if (failure) return failed(failure);
      const [unknown, lost] = await findLost(page, deed, { meant, before, reading });
      if (unknown) return failed(unknown);
      for (const found of page) {
        const [why, item] = await this.#plan(found, deed, before, lost.get(keyOf(found.address)));
        if (!why) planned.push(item);
        else if (ofAll.has(why.code)) return failed(why);
        else if (why.code !== "no-match") leftOut.push({ ...nameOf(found), failure: why });
      }
    }
    return done({ planned: before.ordered(planned), leftOut: [...before.gone(), ...leftOut] });
  }

  /** What is meant, without looking into it. */
  async find(meant: Meant, reading: Reading = {}): Promise<Outcome<readonly Named[]>> {
    if (meant.kind === "selected") return done(meant.items);
    const all: Named[] = [];
    for await (const [failure, page] of this.#pages(meant, [], reading)) {
      if (failure) return failed(failure);
      all.push(...page.map(nameOf));
    }
    return done(all);
  }

  /** Both sides of one item, as they are now. */
  async sides(
    { address, change }: Named & { readonly change?: Change },
    deed: Deed,
  ): Promise<Outcome<Sides>> {
    const { catalogs, reader } = this.#parts;
    const [gone, now] = await reader.read(address);
    if (gone) return failed(gone);
    const [unknown, service] = await serviceFor(address, now.content, catalogs);
    return unknown ? failed(unknown) : deed.sides(address, now, service, change);
  }

  /** Does it to the items, one after the other; what is not what was looked at any more is left as it is. */
  run(
    items: readonly Planned[],
    deed: Deed,
    how: How & Running,
  ): Promise<readonly Result<Planned>[]> {
    const act = (item: Planned) => this.#carryOut(item, deed, how);
    return deed.runAll?.(items, act, how) ?? runEach(items, act, how);
  }

  async #carryOut(item: Planned, deed: Deed, how: How): Promise<Outcome<unknown>> {
    const { documents, reader } = this.#parts;
    const { address } = item;
    if (documents.edits.isOpen(address, deed.isWhole)) return failed({ code: "unsaved" });
    const [gone, now] = await reader.look(address, how.signal);
    if (gone) return failed(gone);
    const hasMoved = now.version !== item.version || (deed.isWhole && now.family !== item.family);
    return hasMoved && !deed.comparesItself
      ? failed({ code: "changed-meanwhile" })
      : deed.carryOut(address, now, how, item.change);
  }

  async #plan(
    found: Found,
    deed: Deed,
    before: Before,
    lost?: readonly string[],
  ): Promise<Outcome<Planned>> {
    const { address, now, service } = found;
    const known = { ...before.find(address), ...(lost && { lost }) };
    const isEdited = this.#parts.documents.edits.isOpen(address, deed.isWhole);
    if (isEdited) return failed({ code: "unsaved" });
    const [failure, change] = await deed.plan(address, now, service, known);
    if (failure) return failed(failure);
    before.note(address, change);
    const { version, family } = now;
    return done({ ...nameOf(found), version, family, change });
  }

  /** What is meant, as it comes: nobody holds all of it. */
  async *#pages(
    meant: Meant,
    names: readonly string[],
    { signal, onRead }: Reading,
  ): AsyncGenerator<Outcome<readonly Found[]>, void, void> {
    const [failure, parts] = await partsOf(meant, this.#parts);
    if (failure) return yield failed(failure);
    let count = 0;
    for (const part of parts) {
      const [unknown, service] = await this.#parts.catalogs.service(part.connection);
      if (unknown) return yield failed(unknown);
      const reading = { service, reader: this.#parts.reader, names, signal };
      for await (const outcome of readSome(part, reading)) {
        yield outcome;
        count += outcome[1]?.length ?? 0;
        onRead?.(count);
      }
    }
  }
}

/** Only of what was selected: what matches may be more than should be read whole. */
async function findLost(
  page: readonly Found[],
  deed: Deed,
  { meant, before, reading }: { meant: Meant; before: Before; reading: Reading },
): Promise<Outcome<ReadonlyMap<string, readonly string[]>>> {
  if (meant.kind !== "selected" || !deed.findLost) return done(new Map());
  const published = page.filter(({ now }) => now.state === "published");
  const addresses = published.map(({ address }) => address);
  if (addresses.length === 0) return done(new Map());
  return deed.findLost(addresses, (target) => before.isSelected(target), reading.signal);
}

const nameOf = ({ address, now: { title } }: Found): Named => ({ address, title });

/** What every other item would fail for as well. */
const ofAll = new Set<Failure["code"]>(["matches-nothing", "slow-pattern"]);
