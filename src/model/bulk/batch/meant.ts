import { keyOf, usersType } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { Catalogs } from "../../schemas/catalogs.ts";
import type { Content, Place } from "../../query/listing/content.ts";
import type { JsonObject } from "../../foundation/json.ts";
import type { Narrowing } from "../../query/listing/narrowing.ts";
import type { Failure, Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { Change, Known, Tried } from "./deed.ts";
import type { Some } from "./reading.ts";

/** A document or user that somebody has chosen. */
export interface Named {
  readonly address: Address;
  readonly title: string;
}

/** What a batch is about. */
export type Meant = (Selected | Matching) & {
  /** Absent: each document in its own locale, or in the one that its collection is shown in. */
  readonly locales?: readonly string[] | undefined;
};

interface Selected {
  readonly kind: "selected";
  readonly items: readonly (Named & { readonly tried?: Tried })[];
}

/** Everything that a place is narrowed to, whether it is loaded or not. */
interface Matching {
  readonly kind: "matching";
  readonly place: Place;
  /** Leaves out on the service what need not be looked at. */
  readonly filter?: JsonObject | undefined;
}

/** An item to which nothing is done, and why. */
export type LeftOut = Named & { readonly failure: Failure };

interface Parts {
  readonly catalogs: Catalogs;
  readonly content: Content;
}

/** What is to be read of it: documents of one type in one locale, or users. */
export async function partsOf(
  meant: Meant,
  { catalogs, content }: Parts,
): Promise<Outcome<readonly Some[]>> {
  if (meant.kind === "selected") {
    const { items, locales } = meant;
    return done(grouped(items.flatMap(({ address }) => inLocales(address, locales))));
  }
  const { place, filter } = meant;
  const narrowing = narrowedBy(content.narrowing(place), filter);
  if (place.type === usersType) return done([{ ...place, narrowing }]);
  const [failure, service] = await catalogs.type(place.connection, place.type);
  if (failure) return failed(failure);
  const shown = content.locale(place, service.type, service.catalog.defaultLocale);
  const locales = meant.locales ?? [shown];
  return done(locales.map((locale) => ({ ...place, narrowing, ...(locale && { locale }) })));
}

const narrowedBy = (narrowing: Narrowing, more: JsonObject | undefined): Narrowing => {
  const { filter } = narrowing;
  if (!more) return narrowing;
  return { ...narrowing, filter: filter ? { $and: [filter, more] } : more };
};

/** How many ids go into one question. */
const most = 100;

/** Those of one type and locale together. */
function grouped(addresses: readonly Address[]): Some[] {
  const groups = new Map<string, Omit<Some, "ids"> & { readonly ids: Set<string> }>();
  for (const { id, ...place } of addresses) {
    const key = keyOf({ ...place, id: "" });
    const group = groups.get(key) ?? { ...place, ids: new Set(), narrowing: {} };
    groups.set(key, group);
    group.ids.add(id);
  }
  return [...groups.values()].flatMap(({ ids, ...group }) =>
    Array.from({ length: Math.ceil(ids.size / most) }, (_, index) => ({
      ...group,
      ids: [...ids].slice(index * most, (index + 1) * most),
    })),
  );
}

/** What is known of items before they are planned, one after the other. */
export class Before {
  readonly #selected: Selected["items"];
  readonly #meant: Meant;
  readonly #tried: ReadonlyMap<string, Tried | undefined>;
  /** The place of each selected document in each locale that is meant, by its key. */
  readonly #places: ReadonlyMap<string, number>;
  readonly #found = new Set<string>();
  readonly #planned = new Map<string, readonly Change[]>();

  constructor(meant: Meant) {
    this.#meant = meant;
    this.#selected = meant.kind === "selected" ? meant.items : [];
    this.#tried = new Map(this.#selected.map(({ address, tried }) => [keyOf(address), tried]));
    const all = this.#selected.flatMap(({ address }) => inLocales(address, meant.locales));
    this.#places = new Map(all.map((address, place) => [keyOf(address), place]));
  }

  isSelected(address: Address): boolean {
    return this.#places.has(keyOf(address));
  }

  /** What was selected in the order of the selection; what matches in the order in which it was read. */
  ordered<T extends Pick<Named, "address">>(items: readonly T[]): readonly T[] {
    const placeOf = ({ address }: T) => this.#places.get(keyOf(address)) ?? 0;
    return [...items].sort((one, other) => placeOf(one) - placeOf(other));
  }

  /** What is known of one that was found. */
  find(address: Address): Known {
    const key = keyOf(address);
    if (this.#selected.length > 0) this.#found.add(key);
    return {
      tried: this.#tried.get(key),
      elsewhere: this.#planned.get(inAnyLocale(address)) ?? [],
    };
  }

  note(address: Address, change: Change): void {
    if (address.locale === undefined) return;
    const key = inAnyLocale(address);
    this.#planned.set(key, [...(this.#planned.get(key) ?? []), change]);
  }

  /** What was chosen, and is not on the service any more: in none of the locales. */
  gone(): LeftOut[] {
    const { locales } = this.#meant;
    const isFound = ({ address }: Named) =>
      inLocales(address, locales).some((one) => this.#found.has(keyOf(one)));
    return this.#selected
      .filter((item) => !isFound(item))
      .map(({ address, title }) => ({ address, title, failure: { code: "gone" } }));
  }
}

const inAnyLocale = ({ connection, type, id }: Address): string => keyOf({ connection, type, id });

const inLocales = (address: Address, locales: Meant["locales"]): Address[] =>
  locales ? locales.map((locale) => ({ ...address, locale })) : [address];
