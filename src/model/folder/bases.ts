import { merge } from "../content/merge.ts";
import { groupedBy } from "../foundation/chunks.ts";
import { attributeNameOf, pick, type JsonObject } from "../foundation/json.ts";
import type { Attributes, Catalog } from "../schemas/catalog.ts";
import { statePathOf, type ContentFolder, type Entry } from "./contentFolder.ts";
import type { ServiceDoubt } from "./decisions.ts";
import { inOtherFormat } from "./fileFormat.ts";
import { contentDigests } from "./folderForm.ts";
import type { Commits } from "./gitHistory.ts";
import { documentIdsIn, headsIn, headsOf, knownDigests, lineOf } from "./heads.ts";
import type { Digests, Head } from "./heads.ts";

/*
 * What a file and a service are compared with. That is what the heads in the state file say, as long
 * as the service still has it. Otherwise the history of HEAD may know more:
 *
 * - A later head. A revert or a restore may have brought back an earlier state file with its files.
 * - A commit after the head whose content the service has, such as one that was pushed elsewhere
 *   without the state. Then what the service has is the base.
 * - A commit before the head whose content the service has: the service went back to it.
 *
 * A value that neither a head nor a commit has is a change on the service.
 */

export interface Bases {
  /** The heads that count. */
  readonly heads: readonly Head[];
  /** What the decision compares with: those heads, or else what the service has. */
  readonly states: readonly Pick<Head, "digests">[];
  readonly doubt?: ServiceDoubt | undefined;
  /** The contents of the file in the history, the latest first. */
  readonly contents: readonly JsonObject[];
}

interface FileOfDocument {
  readonly folder: ContentFolder;
  readonly environment: string;
  readonly entry: Entry;
  readonly locale: string | undefined;
}

interface ServiceState {
  readonly digests: Digests;
  readonly compared: Attributes;
  readonly catalog: Catalog;
}

/** What to compare a file with that was pulled. */
export async function basesOf(
  file: FileOfDocument,
  { digests, compared, catalog }: ServiceState,
): Promise<Bases> {
  const { folder, entry, locale } = file;
  const isService = (state: Pick<Head, "digests">) =>
    [...compared.keys()].every((name) =>
      knownDigests(state.digests.get(name)).includes(digests.get(name)),
    );
  const own = headsOf(entry.heads, locale);
  if (own.some(isService)) return { heads: own, states: own, contents: [] };
  const committed = await committedHeads(file);
  const commits = await folder.history.commits();
  const { heads, writers } = latest(own, committed, commits);
  if (heads.some(isService)) return { heads, states: heads, contents: [] };
  const path = folder.pathOf(entry, locale);
  const versions = [
    ...(await versionsOf(folder, path)),
    ...(await versionsOf(folder, inOtherFormat(path))),
  ];
  const contents = versions.map(({ content }) => content);
  const holders = [
    ...versions.flatMap(({ commit, content }) =>
      isService({ digests: contentDigests(content, compared, catalog) }) ? commit : [],
    ),
    ...[...committed.values()].flatMap((known) => (isService(known.head) ? known.writers : [])),
  ];
  if (holders.some((commit) => writers && !commits.isBefore(commit, writers)))
    return { heads, states: [{ digests }], contents };
  if (holders.length > 0) return { heads, states: heads, contents, doubt: "went-back" };
  const isShallow = await folder.history.isShallow();
  return { heads, states: heads, contents, ...(isShallow && { doubt: "shallow" }) };
}

async function versionsOf(folder: ContentFolder, path: string) {
  const versions = await folder.history.versions(path);
  const contents = versions.map(async (version) => {
    const [, content] = await folder.contentIn(path, version.text);
    return content ? [{ ...version, content }] : [];
  });
  return (await Promise.all(contents)).flat();
}

/** The heads of a file that count. */
export async function latestHeads(file: FileOfDocument): Promise<readonly Head[]> {
  const { folder, environment, entry, locale } = file;
  const own = headsOf(entry.heads, locale);
  // Most state files have one version: it is not read.
  if (!(await folder.history.isRewritten(statePathOf(environment, entry)))) return own;
  return latest(own, await committedHeads(file), await folder.history.commits()).heads;
}

/** A head in the history of HEAD, and the commits that wrote it. */
interface CommittedHead {
  readonly head: Head;
  readonly writers: readonly string[];
}

/** By their lines. */
async function committedHeads({
  folder,
  environment,
  entry,
  locale,
}: FileOfDocument): Promise<ReadonlyMap<string, CommittedHead>> {
  const versions = await folder.history.versions(statePathOf(environment, entry));
  const commits = await folder.history.commits();
  const heads = versions.flatMap(({ commit, text }) =>
    headsOf(headsIn(text), locale).map((head) => ({ commit, head })),
  );
  return new Map(
    [...groupedBy(heads, ({ head }) => lineOf(head))].map(([line, group]) => {
      const writers = commits.earliest(group.map(({ commit }) => commit));
      return [line, { head: group[0].head, writers }];
    }),
  );
}

/**
 * The heads of the state file, or later ones: those with the largest counter that were committed
 * after all of them. `writers`: the commits that wrote them; undefined if one is not committed.
 */
function latest(
  own: readonly Head[],
  committed: ReadonlyMap<string, CommittedHead>,
  commits: Commits,
): { readonly heads: readonly Head[]; readonly writers: readonly string[] | undefined } {
  const ownWriters = own.map((head) => committed.get(lineOf(head))?.writers ?? []);
  const ids = documentIdsIn(own);
  const largest = Math.max(...own.map(({ counter }) => counter));
  const later = [...committed.values()].filter(
    ({ head, writers }) =>
      head.counter > largest &&
      ids.includes(head.documentId) &&
      ownWriters.every((earlier) => earlier.some((commit) => commits.isBefore(commit, writers))),
  );
  if (later.length === 0)
    return {
      heads: own,
      writers: ownWriters.some(({ length }) => length === 0) ? undefined : ownWriters.flat(),
    };
  const counter = Math.max(...later.map(({ head }) => head.counter));
  const latestOnes = later.filter(({ head }) => head.counter === counter);
  return {
    heads: latestOnes.map(({ head }) => head),
    writers: latestOnes.flatMap(({ writers }) => writers),
  };
}

interface BothSides {
  readonly file: JsonObject;
  readonly service: JsonObject;
}

/**
 * Merges attributes that both sides changed, inside them, such as other entries of the same list.
 * Returns those whose changes fit together, and their values; an empty one has none.
 */
export function mergeInside(
  names: readonly string[],
  { file, service }: BothSides,
  { heads, contents }: Bases,
  { compared, catalog }: Pick<ServiceState, "compared" | "catalog">,
): { readonly names: readonly string[]; readonly values: JsonObject } {
  const digestIn = (content: JsonObject, name: string) =>
    contentDigests(pick(content, [name]), compared, catalog).get(name);
  // Undefined if the heads have several values, and if no commit has the value.
  const baseOf = (name: string): JsonObject | undefined => {
    const [digest, ...others] = new Set(heads.map(({ digests }) => digests.get(name)));
    if (heads.length === 0 || others.length > 0) return undefined;
    if (digest === undefined) return {};
    return contents.find((content) => digestIn(content, name) === digest);
  };
  const based = names.flatMap((name) => {
    const base = baseOf(name);
    return base ? { name, base: pick(base, [name]) } : [];
  });
  const basedNames = based.map(({ name }) => name);
  const { merged, conflicts } = merge(
    {
      base: Object.fromEntries(based.flatMap(({ base }) => Object.entries(base))),
      mine: pick(file, basedNames),
      theirs: pick(service, basedNames),
    },
    { type: { attributes: compared }, catalog },
  );
  const unmerged = new Set(conflicts.map(attributeNameOf));
  const mergedNames = basedNames.filter((name) => !unmerged.has(name));
  const full = mergedNames.filter((name) => digestIn(merged, name) !== undefined);
  return { names: mergedNames, values: pick(merged, full) };
}
