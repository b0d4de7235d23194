import { latestHeads } from "../bases.ts";
import { byDocumentId, unitsOf, type ContentFolder } from "../contentFolder.ts";
import type { FileChange } from "../fileComparison.ts";
import { decideLocally } from "../decisions.ts";
import { inOtherFormat } from "../fileFormat.ts";
import { withinFolder, type DiskFailure } from "../folderDisk.ts";
import { contentDigests } from "../folderForm.ts";
import { done, type Outcome } from "../../foundation/outcome.ts";
import type { Catalog, ContentType } from "../../schemas/catalog.ts";

/**
 * The files that were changed since the last pull, type by type. Asks no service: `schema` is the one
 * of the last pull.
 */
export const folderStatus = (
  folder: ContentFolder,
  { environment, schema, types }: StatusRequest,
): Promise<Outcome<readonly FileChange[], DiskFailure>> =>
  withinFolder<readonly FileChange[]>(async () => {
    const changes: FileChange[] = [];
    for (const type of schema.types.values()) {
      if (types && !types.includes(type.name)) continue;
      changes.push(...(await typeStatus(folder, { environment, schema, type })));
    }
    return done(changes);
  });

interface StatusRequest {
  readonly environment: string;
  readonly schema: Catalog;
  /** The names of the types; all if undefined. */
  readonly types: readonly string[] | undefined;
}

async function typeStatus(
  folder: ContentFolder,
  { environment, schema, type }: Omit<StatusRequest, "types"> & { readonly type: ContentType },
): Promise<FileChange[]> {
  const entries = await folder.entries(environment, type);
  const { problems } = byDocumentId(entries);
  const pulled = entries.flatMap((entry) => {
    const locales = entry.heads.map(({ locale }) => locale);
    return unitsOf(type, locales).flatMap(({ locale, attributes }) => {
      return {
        path: folder.pathOf(entry, locale),
        why: problems.get(entry),
        entry,
        locale,
        attributes,
      };
    });
  });
  const compared = await Promise.all(
    pulled.map(async ({ path, why, entry, locale, attributes }): Promise<FileChange> => {
      if (why !== undefined) return { path, kind: "unclear", why };
      // All heads at once: they share a process of Git.
      const heads = await latestHeads({ folder, environment, entry, locale });
      const [failure, file] = await folder.read(path);
      if (failure) return { path, kind: "unreadable", failure };
      const digests = file && contentDigests(file, attributes, schema);
      return { path, ...decideLocally({ file: digests, heads, names: [...attributes.keys()] }) };
    }),
  );
  const pulledPaths = new Set(pulled.flatMap(({ path }) => [path, inOtherFormat(path)]));
  const paths = await folder.paths(type);
  const others = paths.filter((path) => !pulledPaths.has(path));
  return [
    ...compared.filter((change) => !isSame(change)),
    ...others.map((path) => ({ path, kind: "new-local" }) as const),
  ].sort((change, other) => (change.path < other.path ? -1 : 1));
}

const isSame = (change: FileChange): boolean =>
  change.kind === "deleted" || (change.kind === "compared" && change.local.length === 0);
