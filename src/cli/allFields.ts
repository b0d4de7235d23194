import type { Catalog } from "../model/schemas/catalog.ts";
import { CliError } from "./cliError.ts";

export interface AllFieldsOptions {
  /** The names of types whose writes send all fields, or `none`. Only commands that write have it. */
  readonly sendAllFields?: readonly string[];
}

export const typesWithAllFields = ({ sendAllFields = [] }: AllFieldsOptions): readonly string[] =>
  sendAllFields.filter((name) => name !== "none");

/** Fails if the service lacks a type of the option. A typing error must not turn the option off. */
export function requireTypesWithAllFields(options: AllFieldsOptions, { types }: Catalog): void {
  const unknownName = typesWithAllFields(options).find((name) => !types.has(name));
  if (unknownName === undefined) return;
  const names = [...types.keys()].sort().join(", ");
  throw new CliError(
    `--send-all-fields: The service has no content type named ${unknownName}. It has: ${names}.`,
  );
}
