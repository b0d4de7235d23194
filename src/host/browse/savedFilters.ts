import * as vscode from "vscode";
import { isArray, isObject, type Json, type JsonObject } from "../../model/foundation/json.ts";

export interface SavedFilter {
  readonly name: string;
  /** The collection's name in its URL, such as `articles`. */
  readonly collection: string;
  /** The filter in the form that the service accepts. */
  readonly filter: JsonObject;
  readonly target: vscode.ConfigurationTarget;
}

const { Global, Workspace } = vscode.ConfigurationTarget;

const key = "savedFilters";
const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration("cms");

/** A collection's saved filters: the workspace's, then the user's, each sorted by name. */
export const savedFilters = (collection: string): readonly SavedFilter[] =>
  [Workspace, Global].flatMap((target) =>
    entriesOf(target)
      .flatMap((entry) => toFilter(entry, target) ?? [])
      .filter((filter) => filter.collection === collection)
      .sort((filter, other) => filter.name.localeCompare(other.name)),
  );

/** Replaces the filter with the same name. */
export const saveFilter = (saved: SavedFilter): Promise<void> =>
  write(saved, [...without(saved), toEntry(saved)]);

export const deleteFilter = (saved: SavedFilter): Promise<void> => write(saved, without(saved));

export const renameFilter = (saved: SavedFilter, name: string): Promise<void> =>
  write(saved, [...without(saved), toEntry({ ...saved, name })]);

function entriesOf(target: vscode.ConfigurationTarget): readonly Json[] {
  const settingValues = settings().inspect<Json>(key);
  const value = target === Workspace ? settingValues?.workspaceValue : settingValues?.globalValue;
  return value !== undefined && isArray(value) ? value : [];
}

/** Returns undefined for an entry that isn't a valid filter. */
function toFilter(entry: Json, target: vscode.ConfigurationTarget): SavedFilter | undefined {
  if (!isObject(entry)) return undefined;
  const { name = null, collection = null, filter = null } = entry;
  const isNamed = typeof name === "string" && typeof collection === "string";
  return isNamed && isObject(filter) ? { name, collection, filter, target } : undefined;
}

const toEntry = ({ name, collection, filter }: SavedFilter): JsonObject => ({
  name,
  collection,
  filter,
});

const without = ({ name, collection, target }: SavedFilter): Json[] =>
  entriesOf(target).filter((entry) => {
    const savedFilter = toFilter(entry, target);
    return savedFilter?.name !== name || savedFilter.collection !== collection;
  });

async function write({ target }: SavedFilter, entries: readonly Json[]): Promise<void> {
  await settings().update(key, entries.length > 0 ? entries : undefined, target);
}
