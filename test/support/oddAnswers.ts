import fc from "fast-check";
import type { Faults } from "./faults.ts";

/** The routes whose answers become odd, below the content API. */
const routes = [
  "content-type-builder/content-types",
  "content-type-builder/components",
  "i18n/locales",
  "upload/files",
] as const;

/** One odd value in the answer of a route. */
export interface OddValue {
  readonly route: (typeof routes)[number];
  /** Chooses one of all values in the answer. */
  readonly at: number;
  readonly kind: keyof typeof kinds;
}

const kinds = {
  null: () => null,
  missing: () => undefined,
  number: () => 5,
  boolean: () => true,
  text: () => "odd",
  empty: () => "",
  path: () => "../../users",
  list: () => [null, 5, "odd"],
  object: () => ({ odd: null }),
  huge: () => "x".repeat(200_000),
  "huge number": () => 1e300,
} as const;

export const anyOddValue: fc.Arbitrary<OddValue> = fc.record({
  route: fc.constantFrom(...routes),
  at: fc.nat(),
  kind: fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])),
});

/** Changes one value in the answers of a route that a proxy forwards. */
export function makeOdd(proxy: Faults, odd: OddValue): void {
  proxy.heal();
  proxy.reshape(new RegExp(`^GET /\\w+/${odd.route}$`), {
    answer: (body) => {
      changeOne(body, odd);
      return body;
    },
  });
}

/** Replaces one of the values in a JSON value, at any depth. */
function changeOne(body: unknown, { at, kind }: OddValue): void {
  const slots: { readonly owner: Record<string, unknown>; readonly key: string }[] = [];
  const walk = (owner: unknown): void => {
    if (typeof owner !== "object" || owner === null) return;
    for (const key of Object.keys(owner)) {
      slots.push({ owner: owner as Record<string, unknown>, key });
      walk((owner as Record<string, unknown>)[key]);
    }
  };
  walk(body);
  const slot = slots[at % slots.length];
  if (!slot) return;
  const value = kinds[kind]();
  if (value === undefined) Reflect.deleteProperty(slot.owner, slot.key);
  else slot.owner[slot.key] = value;
}
