import type { Json } from "./json.ts";

/** The databases that Strapi works with. MariaDB counts as MySQL. */
export type Database = "sqlite" | "postgres" | "mysql";

/** What SQLite stores, and other databases refuse with an error that names no field. */
export type UnstorableReason =
  /** PostgreSQL and MySQL have 32 bits for an integer. */
  | "beyond-integer"
  /** They have 64 bits for a big integer. */
  | "beyond-big-integer"
  /** PostgreSQL has no year 0. */
  | "year-zero"
  /** PostgreSQL has no text with U+0000. */
  | "null-character"
  /** PostgreSQL and MySQL take a text alone for JSON source. */
  | "bare-json";

/** The databases that refuse each kind of value. */
const refusingDatabases: Readonly<Record<string, readonly Database[]>> = {
  "beyond-integer": ["postgres", "mysql"],
  "beyond-big-integer": ["postgres", "mysql"],
  "year-zero": ["postgres"],
  "null-character": ["postgres"],
  "bare-json": ["postgres", "mysql"],
} satisfies Record<UnstorableReason, readonly Database[]>;

/** Whether this database refuses a value of which that was found; false where the database is not known. */
export const isRefusedBy = (database: Database | undefined, code: string): boolean =>
  database !== undefined && refusingDatabases[code]?.includes(database) === true;

type StorageCheck = (value: Json) => UnstorableReason | undefined;

const integer: StorageCheck = (value) => (isWithinBits(value, 32n) ? undefined : "beyond-integer");
const bigInteger: StorageCheck = (value) =>
  isWithinBits(value, 64n) ? undefined : "beyond-big-integer";

const text: StorageCheck = (value) =>
  typeof value === "string" && value.includes("\0") ? "null-character" : undefined;

const date: StorageCheck = (value) =>
  typeof value === "string" && /^[+-]?(?:0000|000000)(?:-|$)/.test(value) ? "year-zero" : undefined;

const json: StorageCheck = (value) => (typeof value === "string" ? "bare-json" : undefined);

const refusals: ReadonlyMap<string, StorageCheck> = new Map([
  ["integer", integer],
  ["biginteger", bigInteger],
  ...["string", "text", "richtext", "email", "uid", "password"].map((one) => [one, text] as const),
  ...["date", "datetime", "timestamp"].map((one) => [one, date] as const),
  ["json", json],
]);

/** Why another database than SQLite would refuse the value of an attribute of this type; undefined where none does. */
export const unstorableIn = (value: Json, type: string): UnstorableReason | undefined =>
  refusals.get(type)?.(value);

/** True for what is no whole number, too: another rule is about that. */
function isWithinBits(value: Json, bits: bigint): boolean {
  const digits = typeof value === "number" || typeof value === "string" ? String(value).trim() : "";
  const exact = typeof value === "number" && Number.isInteger(value) ? BigInt(value) : undefined;
  const number = /^[+-]?\d{1,400}$/.test(digits) ? BigInt(digits.replace("+", "")) : exact;
  const most = 2n ** (bits - 1n) - 1n;
  return number === undefined || (number <= most && number >= -most - 1n);
}
