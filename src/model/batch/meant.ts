import { keyOf, usersType } from "../address.ts";
import type { Address } from "../address.ts";
import type { Catalogs } from "../catalogs.ts";
import type { Content, Place } from "../content.ts";
import type { Outcome } from "../outcome.ts";
import { done, failed } from "../outcome.ts";
import type { Some } from "./reading.ts";

/** A document or user that somebody has chosen. */
export interface Named {
  readonly address: Address;
  readonly title: string;
}

/** What a batch is about. */
export type Meant =
  | { readonly kind: "selected"; readonly items: readonly Named[] }
  /** Everything that a place is narrowed to, whether it is loaded or not. */
  | { readonly kind: "matching"; readonly place: Place };

interface Parts {
  readonly catalogs: Catalogs;
  readonly content: Content;
}

/** What is meant, as it is read: in the locale that it is shown in, or in each of these. */
export async function partsOf(
  meant: Meant,
  { catalogs, content }: Parts,
  locales?: readonly string[],
): Promise<Outcome<readonly Some[]>> {
  if (meant.kind === "selected") return done(grouped(inLocales(meant.items, locales)));
  const { place } = meant;
  const narrowing = content.narrowing(place);
  if (place.type === usersType) return done([{ ...place, narrowing }]);
  const [failure, service] = await catalogs.type(place.connection, place.type);
  if (failure) return failed(failure);
  const shown = content.locale(place, service.type, service.catalog.defaultLocale);
  const named = locales ?? (shown ? [shown] : []);
  if (named.length === 0) return done([{ ...place, narrowing }]);
  return done(named.map((locale) => ({ ...place, narrowing, locale })));
}

const inLocales = (items: readonly Named[], locales?: readonly string[]): readonly Named[] =>
  locales?.flatMap((locale) =>
    items.map(({ address, title }) => ({ address: { ...address, locale }, title })),
  ) ?? items;

/** How many ids go into one question. */
const most = 100;

/** Those of one type and locale together. */
function grouped(items: readonly Named[]): Some[] {
  const groups = new Map<string, Omit<Some, "ids"> & { readonly ids: Set<string> }>();
  for (const { address } of items) {
    const { id, ...place } = address;
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
