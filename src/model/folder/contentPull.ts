import type { GroupDependencies } from "../batch/batchTarget.ts";
import type { SchemaWords } from "../edit/jsonSchema.ts";
import { omit, pick, type JsonObject } from "../foundation/json.ts";
import { done, failed, whyOf } from "../foundation/outcome.ts";
import { codeOf } from "../foundation/textFiles.ts";
import type { BulkResult } from "../runs/bulkFailure.ts";
import type { RunLogs } from "../runs/runLogs.ts";
import type { Catalog } from "../schemas/catalog.ts";
import type { ContentFolder, Entry } from "./contentFolder.ts";
import { compareFile, comparedHeads, isOtherDocument, otherDocument } from "./fileComparison.ts";
import type { FileChange } from "./fileComparison.ts";
import { editorSchemas } from "./schemas/editorSchema.ts";
import { folderSchemaText } from "./schemas/folderSchema.ts";
import { withinFolder } from "./folderDisk.ts";
import { FolderSource } from "./folderSource.ts";
import type { SourceDocument, SourceFile, SourceGaps, SourceRequest } from "./folderSource.ts";
import { withoutHead, type Head } from "./heads.ts";

/** The settings have the environment. They are written to the folder. */
export interface PullRequest extends Omit<SourceRequest, "schema"> {
  /** Whether unchanged files are removed whose documents the service doesn't have any more. */
  readonly removes: boolean;
  /** The words of the JSON schemas for editors. `isLive`: the type has no drafts. */
  readonly wordsOf: (isLive: boolean) => SchemaWords;
  /** Whether to only tell what would be done. */
  readonly isDryRun: boolean;
}

export interface PullOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onType?: (name: string, index: number, total: number) => void;
  readonly onCount?: (count: number) => void;
  /** Called with the files that differ, in the order of the types and their documentIds. */
  readonly onFiles: (changes: readonly FileChange[]) => Promise<void>;
}

export interface PullReport extends SourceGaps {
  readonly documents: number;
}

/**
 * Brings a folder up to date with a service. Each file is decided by itself (decisions.ts). It is
 * written only if the service changed attributes that the file did not change. The heads are those
 * of what the service holds, never of what the disk holds. Only one program of this computer writes to
 * a folder at a time: a slower one could take what another wrote for a change of the user.
 */
export async function pullContent(
  request: PullRequest,
  dependencies: GroupDependencies & { readonly runs: Pick<RunLogs, "alone"> },
  options: PullOptions,
): BulkResult<PullReport> {
  const { folder, isDryRun } = request;
  try {
    const work = () => withinFolder(() => pull(request, dependencies, options));
    if (isDryRun) return await work();
    const [failure, outcome] = await dependencies.runs.alone(await folder.realPath(), work);
    return failure ? failed({ code: "folder-locked" }) : outcome;
  } catch (error) {
    if (codeOf(error) === "") throw error;
    return failed({ code: "not-written", why: whyOf(error) });
  }
}

async function pull(
  request: PullRequest,
  dependencies: GroupDependencies,
  { signal, onType, onCount, onFiles }: PullOptions,
): BulkResult<PullReport> {
  const { settings, isDryRun, wordsOf } = request;
  // One that can't be read, such as one with a conflict, is written again.
  const schema = (await request.folder.schema())[1] ?? undefined;
  const [failure, source] = await FolderSource.open({ ...request, schema }, dependencies, {
    signal,
  });
  if (failure) return failed(failure);
  const types = source.types.map(({ service }) => service.type);
  const catalog = source.types[0]?.service.catalog;
  const folder = await request.folder.withFormats(settings, types);
  if (!isDryRun && catalog) {
    const forEditors = types.flatMap((type) => [
      ...editorSchemas(type, catalog, wordsOf(!type.draftAndPublish), folder),
    ]);
    await request.folder.prepare(
      folder.settings,
      folderSchemaText(types, catalog, schema),
      forEditors,
    );
  }
  let documents = 0;
  for (const [index, type] of source.types.entries()) {
    const { service, problems, entries } = type;
    onType?.(service.type.name, index, types.length);
    await onFiles(
      [...problems].map(([entry, why]) => {
        return { path: folder.pathOf(entry, undefined), kind: "unclear", why } as const;
      }),
    );
    if (!isDryRun) await folder.convert([...entries.values()].flatMap(pathsIn(folder)));
    for await (const [unread, page] of source.documents(type)) {
      if (unread) return failed(unread);
      if (signal?.aborted) return failed({ code: "declined" });
      const pulls = page.map((document) =>
        pullDocument(document, service.catalog, { ...request, folder }),
      );
      await onFiles((await Promise.all(pulls)).flat());
      documents += page.filter(({ files }) => files.some((file) => file.service)).length;
      onCount?.(documents);
    }
  }
  return done({ ...source.gaps, documents });
}

/** The paths of the files of a document that were pulled. */
const pathsIn =
  (folder: ContentFolder) =>
  (entry: Entry): readonly string[] =>
    entry.heads.map(({ locale }) => folder.pathOf(entry, locale));

async function pullDocument(
  document: SourceDocument,
  catalog: Catalog,
  request: PullRequest,
): Promise<FileChange[]> {
  const { entry, files } = document;
  const { folder, environment, isDryRun } = request;
  if (await isOtherDocument(document, { folder, environment, catalog }))
    return otherDocument(document, folder);
  const changes: FileChange[] = [];
  let { heads } = entry;
  for (const file of files) {
    const pulled = await pullFile(file, { ...entry, heads }, { ...request, catalog });
    ({ heads } = pulled);
    if (pulled.change) changes.push(pulled.change);
  }
  // Last, so that the state never tells of files that were not written.
  if (heads !== entry.heads && !isDryRun) await folder.writeState(environment, { ...entry, heads });
  return changes;
}

/** Returns the heads after it, and the change if the file differs. */
async function pullFile(
  source: SourceFile,
  entry: Entry,
  { folder, environment, catalog, removes, isDryRun }: PullRequest & { readonly catalog: Catalog },
): Promise<{ readonly heads: readonly Head[]; readonly change?: FileChange }> {
  const { locale, attributes, service } = source;
  const path = folder.pathOf(entry, locale);
  const [failure, comparison] = await compareFile(source, entry, {
    ...{ folder, environment, catalog },
  });
  if (failure) return { heads: entry.heads, change: { path, kind: "unreadable", failure } };
  const { file, content, decision } = comparison;
  const asBefore = {
    heads: entry.heads,
    change: { path, content: service?.content, file, ...decision },
  };
  const pulledHeads = () => comparedHeads(source, comparison);
  const replace = async (written?: JsonObject) => isDryRun || folder.replace(path, file, written);
  const unclear = { path, kind: "unclear", why: "changed-meanwhile" } as const;
  switch (decision.kind) {
    case "new-remote":
      if (!(await replace(content))) return { ...asBefore, change: unclear };
      return { ...asBefore, heads: pulledHeads() };
    case "compared": {
      const { local, remote, merged, conflicts } = decision;
      if (conflicts.length > 0) return asBefore;
      const changedNames = [...remote, ...merged];
      const values = { ...pick(content, remote), ...comparison.merged };
      const written = mergedContent(file ?? {}, values, [...attributes.keys()], changedNames);
      if (changedNames.length > 0 && !(await replace(written)))
        return { ...asBefore, change: unclear };
      const isSame = local.length === 0 && changedNames.length === 0;
      return isSame ? { heads: pulledHeads() } : { ...asBefore, heads: pulledHeads() };
    }
    case "deleted-remote":
      if (!removes || decision.isChanged) return asBefore;
      if (!(await replace())) return { ...asBefore, change: unclear };
      return { ...asBefore, heads: withoutHead(entry.heads, locale) };
    case "deleted":
      return { heads: withoutHead(entry.heads, locale) };
    case "deleted-local":
    case "new-local":
      return asBefore;
  }
}

/** The file with other values of some attributes. Keys that are no attributes stay. */
function mergedContent(
  file: JsonObject,
  values: JsonObject,
  names: readonly string[],
  changedNames: readonly string[],
): JsonObject {
  const merged = { ...omit(file, changedNames), ...values };
  return { ...pick(merged, names), ...omit(merged, names) };
}
