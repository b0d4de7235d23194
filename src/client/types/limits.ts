import type { IsLoose, KnownShape } from "./content.ts";
import type { Filters } from "./filters.ts";

declare const reason: unique symbol;

/** No value has this type. A compile error contains the reason. */
export interface Refused<Reason> {
  readonly [reason]: Reason;
}

// What the facts of a type forbid in the input of a call. Each limit is `unknown` where the facts
// say nothing.

/** Without localizations, a type has no locale to choose. */
export type LocaleLimit<Facts> = Facts extends { readonly localized: false }
  ? {
      readonly params?: {
        readonly locale?: Refused<"This content type has no localizations"> | undefined;
      };
    }
  : unknown;

/** The `this` of a method that needs drafts. */
export type DraftLimit<Facts> = Facts extends { readonly drafts: false }
  ? Refused<"This content type has no drafts">
  : unknown;

/** A new document needs its required attributes, unless it is a draft. */
export type RequiredInput<Facts, Version> = {
  readonly params?: { readonly status?: Version | undefined };
} & (Facts extends { readonly required: infer Name extends string }
  ? "draft" extends Version
    ? Facts extends { readonly drafts: false }
      ? RequiredPayload<Name>
      : unknown
    : RequiredPayload<Name>
  : unknown);

type RequiredPayload<Name extends string> = Given<
  "payload",
  Given<"data", Given<Name, string | number | boolean | object>>
>;

type Given<Key extends string, Value> = Readonly<Record<Key, Value>>;

/** Rejects filters without a key, which match every document. */
// `Partial` suggests the same keys in an editor. The compiler would not infer `Chosen` beside the
// type of its argument itself.
export type ExactFilters<T, Chosen> =
  IsLoose<T> extends true
    ? Filters<KnownShape<T>>
    : [keyof Chosen] extends [never]
      ? Chosen & Partial<Filters<KnownShape<T>>> & Refused<"These filters match every document">
      : Filters<KnownShape<T>>;
