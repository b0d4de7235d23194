import type { Address } from "../address.ts";
import type { TypedService } from "../catalogs.ts";
import type { Json } from "../json.ts";
import type { Outcome } from "../outcome.ts";
import type { Draft, LookedAt } from "../reader.ts";
import type { Standing } from "../standing.ts";
import type { State } from "../states.ts";

/** A document or user, in the version that was looked at. */
export interface Item {
  readonly address: Address;
  /** Empty where it has none. */
  readonly title: string;
  /** As `Draft` has them. */
  readonly version: number;
  readonly family: string;
}

/** What becomes of an item, in short. */
export type Change =
  /** It goes live. */
  | { readonly kind: "published"; readonly from: State }
  /** It goes, in these locales where it has some. */
  | {
      readonly kind: "deleted";
      readonly from: State | undefined;
      readonly locales: readonly string[];
    }
  /** The attribute of that name has another value. */
  | {
      readonly kind: "changed";
      readonly name: string;
      readonly before: Json;
      readonly after: Json;
    };

/** The same at length, as two texts. */
export interface Sides {
  readonly before: string;
  readonly after: string;
}

/** How a batch goes. */
export interface How {
  /** What its entries in the journal have in common. */
  readonly group: string;
  /** Stops an item before it is sent, not after. */
  readonly signal?: AbortSignal | undefined;
}

/** What a batch does to each of its items. */
export interface Deed {
  /** The attributes that it must see to say what it would change. */
  readonly looksAt: readonly string[];
  /** Whether every locale of a document goes with it: then none may have moved. */
  readonly isWhole: boolean;
  /** What it would change; the failure says why it would change nothing, or may not. Nothing is asked. */
  plan(address: Address, now: Draft & Standing, service: TypedService): Outcome<Change>;
  /** Both sides of an item that is there whole, to be looked at. */
  sides(address: Address, now: Draft, service: TypedService): Promise<Outcome<Sides>>;
  /** Does it to one item that is as it was looked at. */
  carryOut(address: Address, now: LookedAt, how: How): Promise<Outcome<unknown>>;
}
