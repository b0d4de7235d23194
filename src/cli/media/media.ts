import { stat } from "node:fs/promises";
import { basename, extname } from "node:path";
import type { Command } from "commander";
import type { CmsFile, NewFile } from "../../client/index.ts";
import { SearchedText } from "../../model/content/searchedText.ts";
import { mediaType, type Address } from "../../model/foundation/address.ts";
import { asJson } from "../../model/foundation/json.ts";
import { done, failed, whyOf } from "../../model/foundation/outcome.ts";
import { MediaFiles, replacementEndings } from "../../model/media/mediaFiles.ts";
import { MediaLibrary, uploadReport } from "../../model/media/mediaLibrary.ts";
import { readFile, readFilePage } from "../../model/reading/fileReader.ts";
import { changeReportOf, factsOfReport } from "../../model/writing/changeReport.ts";
import { runEach } from "../../model/runs/run.ts";
import { listRelationSources } from "../../texts/find/inboundRelationWords.ts";
import { reportRemarks, unsearchableWords } from "../../texts/shared/changeReportWords.ts";
import { uploadWarning } from "../../texts/shared/mediaFileWords.ts";
import { nonEmpty } from "../../texts/shared/nameList.ts";
import { runDocument } from "../runs/documentRun.ts";
import { runPrinted } from "../runs/printedRun.ts";
import { counted } from "../runs/runResults.ts";
import { CliError, exitCodes, reasonOf, unwrap, type ExitCode } from "../shared/cliError.ts";
import type { CommonOptions } from "../shared/cliModel.ts";
import type { CliContext, Run } from "../shared/command.ts";
import { limitOf, withLimitOptions, type LimitOptions } from "../shared/limitOptions.ts";
import { toSearch } from "../shared/queryOptions.ts";
import { Table } from "../shared/table.ts";
import { requireWritable, serviceName, withWriteOptions } from "../shared/writeOptions.ts";
import type { WriteOptions } from "../shared/writeOptions.ts";

type MediaListOptions = CommonOptions & LimitOptions & { readonly search?: string };

type UploadOptions = WriteOptions & Partial<Pick<NewFile, "alternativeText" | "caption">>;

type ReplaceOptions = WriteOptions & { readonly undo?: boolean };

const mediaCommands = (program: Command): Command =>
  program.commands.find((command) => command.name() === "media") ??
  program
    .command("media")
    .description("List, upload and replace media files.")
    .addHelpText(
      "after",
      `
Examples:
  $ cms-content media list --search kettle
  $ cms-content media upload kettle.jpg --alternative-text "A kettle"`,
    );

export const registerMediaList = (program: Command, run: Run): Command =>
  withLimitOptions(
    mediaCommands(program)
      .command("list")
      .description("List the media files, last changed first.")
      .option(
        "--search <text>",
        "only files whose name, alternative text or caption contains a text",
      ),
    "files",
  ).action((options: MediaListOptions) => run(options, (context) => list(context, options)));

async function list(
  { model, output, process: { signal } }: CliContext,
  options: MediaListOptions,
): Promise<undefined> {
  const search = options.search === undefined ? undefined : toSearch(options.search);
  const searchedText = new SearchedText(search, [["name"], ["alternativeText"], ["caption"]]);
  const service = await model.readService();
  const table = new Table(output, ["documentId", "updatedAt", "mime", "kilobytes", "name"]);
  let spare = limitOf(options);
  for (let start = 0, isLast = false; !isLast && !signal.aborted;) {
    const range = { start, limit: 100 };
    const page = unwrap(await readFilePage(service, { search }, range, { signal }));
    const files = page.rows.filter((file) => searchedText.isIn(asJson(file)));
    await table.print(files.slice(0, spare).map(recordOf));
    start += page.rows.length;
    ({ isLast } = page);
    if (files.length > spare || (files.length === spare && !isLast)) {
      output.note("There are more files. To list all of them, pass --all.");
      return undefined;
    }
    spare -= files.length;
  }
  return undefined;
}

const recordOf = (file: CmsFile) => ({
  ...{ documentId: file.documentId, updatedAt: file.updatedAt, mime: file.mime },
  ...{ kilobytes: file.size, name: file.name, alternativeText: file.alternativeText },
  ...{ caption: file.caption, url: file.url },
});

export const registerMediaUpload = (program: Command, run: Run): Command =>
  withWriteOptions(
    mediaCommands(program)
      .command("upload")
      .argument("<file...>", "files to upload")
      .description("Upload files to the media library.")
      .option("--alternative-text <text>", "alternative text of the file")
      .option("--caption <text>", "caption of the file")
      .addHelpText(
        "after",
        `
Examples:
  $ cms-content media upload kettle.jpg --alternative-text "A kettle"
  $ cms-content media upload *.png --yes --json`,
      ),
  ).action((paths: readonly string[], options: UploadOptions) =>
    run(options, (context) => upload(context, paths, options)),
  );

async function upload(
  context: CliContext,
  paths: readonly string[],
  options: UploadOptions,
): Promise<ExitCode> {
  requireWritable(context, options);
  const { model, output, process } = context;
  const { alternativeText, caption } = options;
  if (paths.length > 1 && (alternativeText ?? caption) !== undefined)
    throw new CliError("--alternative-text and --caption are for one file.");
  for (const path of paths) await requireFile(path);
  const library = new MediaLibrary(model.catalogs);
  const service = await model.readService();
  const uploadedFiles = new Map<string, CmsFile>();
  try {
    return await runPrinted(context, options, {
      details: ["Undo doesn't delete uploaded files."],
      isPlanOnly: options.dryRun === true,
      printPlan: async () => {
        for (const path of paths)
          await output.record({ name: basename(path), outcome: "upload" }, `${path}: upload`);
      },
      question: `Upload ${counted(paths.length, "file")} to ${serviceName(model)}?`,
      doing: "Uploading",
      run: (steps) =>
        runEach(
          paths,
          async (path) => {
            const file = { path, alternativeText, caption, signal: process.signal };
            const [failure, answer] = await library.upload(model.connection.id, file);
            if (failure) return failed(failure);
            // The answer may name what the library didn't store.
            const address = { ...mediaAt(model), id: answer.documentId };
            const [unverified, stored] = await readFile(service, address);
            uploadedFiles.set(path, stored ?? answer);
            if (unverified) return done(changeReportOf({ unverified }));
            const texts = { alternativeText: alternativeText ?? null, caption: caption ?? null };
            return done(uploadReport({ name: basename(path), ...texts }, stored));
          },
          steps,
        ),
      print: async (results) => {
        for (const { item: path, outcome, failure, report } of results) {
          const file = uploadedFiles.get(path);
          const reason = failure && nonEmpty(reasonOf(failure), uploadWarning(failure)).join(" ");
          await output.record(
            {
              ...(file ? recordOf(file) : { name: basename(path) }),
              ...{ outcome: outcome === "done" ? "uploaded" : outcome, reason },
              ...factsOfReport(report),
            },
            file && `${path}: uploaded (${file.documentId})`,
          );
          const lines = nonEmpty(reason, ...reportRemarks(report));
          if (lines.length > 0 && !output.isJson) output.note(`${path}: ${lines.join(" ")}`);
        }
      },
      resultsOf: (results) => results,
      exitCode: exitCodes.success,
    });
  } finally {
    library.dispose();
  }
}

const mediaAt = ({ connection }: CliContext["model"]): Omit<Address, "id"> => ({
  connection: connection.id,
  type: mediaType,
});

/** Throws a CliError before anything is sent. */
async function requireFile(path: string): Promise<void> {
  const stats = await stat(path).catch((error: unknown) => {
    throw new CliError(`${path} can't be read: ${whyOf(error)}`);
  });
  if (!stats.isFile()) throw new CliError(`${path} is not a file.`);
  if (stats.size === 0) throw new CliError(`${path} is empty.`);
}

export const registerMediaReplace = (program: Command, run: Run): Command =>
  withWriteOptions(
    mediaCommands(program)
      .command("replace")
      .argument("<documentId>", "documentId of the media file")
      .argument("[file]", "new file, of the same type")
      .description("Replace the content of a media file. Its name, texts and URL don't change.")
      .option("--undo", "upload the file from before the last replacement again")
      .addHelpText(
        "after",
        `
The service may compress a file again. Files above 5 MB can't be restored.

Examples:
  $ cms-content media replace nnjy8k2 kettle.jpg
  $ cms-content media replace nnjy8k2 --undo`,
      ),
  ).action((id: string, path: string | undefined, options: ReplaceOptions) =>
    run(options, (context) => replace(context, id, path, options)),
  );

async function replace(
  context: CliContext,
  id: string,
  path: string | undefined,
  options: ReplaceOptions,
): Promise<ExitCode> {
  requireWritable(context, options);
  if ((path === undefined) !== (options.undo === true))
    throw new CliError("Pass the new file, or --undo.");
  if (path !== undefined) await requireFile(path);
  const { model, process } = context;
  const { signal } = process;
  const address = { ...mediaAt(model), id };
  const mediaFiles = new MediaFiles(model);
  const outcome = await mediaFiles.preview(address, signal);
  if (outcome[0]?.code === "gone")
    throw new CliError(`The media library has no file ${id}.`, exitCodes.negative);
  const preview = unwrap(outcome);
  const { file, bytes } = preview;
  const { catalog } = await model.readService();
  const inbound = unwrap(await model.publication.inbound(address, { signal }));
  const item = { address, title: file.name };
  const uses = nonEmpty(
    inbound.total > 0
      ? `Used in: ${listRelationSources(inbound, catalog)}.`
      : "No documents are known to use the file.",
    unsearchableWords(inbound),
    "The new content takes effect immediately.",
  );
  if (path === undefined) {
    const entry = await mediaFiles.replacement(address);
    if (!entry) throw new CliError("The journal has no replacement of this file to undo.");
    return runDocument(context, options, {
      item,
      words: { planned: "restore", doing: "Restoring", finished: "restored" },
      details: uses,
      write: async () => {
        const [failure, report] = await mediaFiles.undoReplacement(entry);
        return failure ? failed(failure) : done({ item, report });
      },
    });
  }
  const endings = replacementEndings(file);
  const ending = extname(path).slice(1).toLowerCase();
  if (endings.length > 0 && !endings.includes(ending))
    throw new CliError(`The URL keeps its ending. Pass a file of the type ${endings.join(", ")}.`);
  const undoWords =
    bytes === undefined
      ? "This can't be undone."
      : `To undo it, use: cms-content media replace ${id} --undo`;
  return runDocument(context, options, {
    item,
    words: { planned: "replace", doing: "Replacing", finished: "replaced" },
    details: [...uses, undoWords],
    write: async () => {
      const replacement = { path, type: file.mime, signal };
      const [failure, report] = await mediaFiles.replace(address, preview, replacement);
      return failure ? failed(failure) : done({ item, report });
    },
  });
}
