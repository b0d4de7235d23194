import type { Json } from "./json.ts";

/** The databases that Strapi supports. MariaDB counts as MySQL. */
export type Database = (typeof databases)[number];

export const databases = ["sqlite", "postgres", "mysql"] as const;

/** Values that SQLite stores, and other databases reject with an error that names no field. */
export type UnstorableReason =
  /** PostgreSQL and MySQL store an integer in 32 bits. */
  | "beyond-integer"
  /** PostgreSQL and MySQL store a big integer in 64 bits. */
  | "beyond-big-integer"
  /** PostgreSQL has no year 0. */
  | "year-zero"
  /** PostgreSQL can't store U+0000, in a text or anywhere in JSON. */
  | "null-character"
  /** PostgreSQL and MySQL parse a bare text as JSON source. */
  | "bare-json";

const refusingDatabases: Readonly<Record<string, readonly Database[]>> = {
  "beyond-integer": ["postgres", "mysql"],
  "beyond-big-integer": ["postgres", "mysql"],
  "year-zero": ["postgres"],
  "null-character": ["postgres"],
  "bare-json": ["postgres", "mysql"],
} satisfies Record<UnstorableReason, readonly Database[]>;

/** Whether this database rejects a value with this code; false if the database is not known. */
export const isRefusedBy = (database: Database | undefined, code: string): boolean =>
  database !== undefined && refusingDatabases[code]?.includes(database) === true;

type StorageCheck = (value: Json) => UnstorableReason | undefined;

const text: StorageCheck = (value) => (hasNullCharacter(value) ? "null-character" : undefined);

/** Whether a value has U+0000 in a text or a key, at any depth. */
const hasNullCharacter = (value: Json): boolean =>
  typeof value === "string"
    ? value.includes("\0")
    : typeof value === "object" &&
      value !== null &&
      Object.entries<Json>(value).some(
        ([key, part]) => key.includes("\0") || hasNullCharacter(part),
      );

const date: StorageCheck = (value) =>
  typeof value === "string" && /^[+-]?(?:0000|000000)(?:-|$)/.test(value) ? "year-zero" : undefined;

const refusals: ReadonlyMap<string, StorageCheck> = new Map<string, StorageCheck>([
  ["integer", (value) => (isWithinBits(value, 32n) ? undefined : "beyond-integer")],
  ["biginteger", (value) => (isWithinBits(value, 64n) ? undefined : "beyond-big-integer")],
  ...["string", "text", "richtext", "email", "uid", "password", "blocks"].map(
    (type) => [type, text] as const,
  ),
  ...["date", "datetime", "timestamp"].map((type) => [type, date] as const),
  ["json", (value) => (typeof value === "string" ? "bare-json" : text(value))],
]);

/** Why a database other than SQLite would reject such a value; undefined if all accept it. */
export const unstorableIn = (value: Json, type: string): UnstorableReason | undefined =>
  refusals.get(type)?.(value);

/** Also true for a value that is not an integer: another rule checks that. */
function isWithinBits(value: Json, bits: bigint): boolean {
  const digits = typeof value === "number" || typeof value === "string" ? String(value).trim() : "";
  const exact = typeof value === "number" && Number.isInteger(value) ? BigInt(value) : undefined;
  const number = /^[+-]?\d{1,400}$/.test(digits) ? BigInt(digits.replace("+", "")) : exact;
  const maximum = 2n ** (bits - 1n) - 1n;
  return number === undefined || (number <= maximum && number >= -maximum - 1n);
}
