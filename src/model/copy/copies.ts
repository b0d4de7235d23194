import type { BulkResult } from "../runs/bulkFailure.ts";
import { countLeft, refuseAll } from "../runs/run.ts";
import { failed } from "../foundation/outcome.ts";
import type { Comparison } from "../compare/comparison.ts";
import { compareNow, documentOf, documentKeyOf, verdictOf } from "./copySelection.ts";
import type { ChosenRow } from "./copySelection.ts";
import { planCopy, type CopyPlan } from "./copyPlan.ts";
import { reviewedDocuments, type CopyPlanFile } from "./copyPlanFile.ts";
import { CopyLog } from "./copyLog.ts";
import { runCopy } from "./copyRun.ts";
import type { CopyResult, CopyRunDependencies, CopyRunOptions } from "./copyRun.ts";
import { CopySource } from "./copySource.ts";
import { CopyTypes } from "../compare/copyTypes.ts";
import { FieldSet, type FieldOfType } from "../compare/fieldSet.ts";
import type { CopyFile, UploadsAgain } from "../media/fileTransfer.ts";
import type { DocumentPairs } from "../compare/documentPairs.ts";
import type { PersonalField } from "./personalData.ts";
import type { Version } from "../compare/sideReader.ts";
import { SourceRows } from "../compare/sourceRows.ts";

export interface CopyChoices {
  readonly rows: readonly ChosenRow[];
  /** The version that was compared; the draft by default. */
  readonly version?: Version;
  /** Whether documents get the publication status of the source. By default, they are drafts. */
  readonly publish?: boolean | undefined;
  /** Whether relations bring documents along that the target shows at once without parts. */
  readonly incomplete?: boolean | undefined;
  /** The fields to leave empty; by default, those of the last copy. A run remembers them. */
  readonly leaveEmpty?: readonly FieldOfType[] | undefined;
  /** Fields with personal data that the user decided to copy. A run remembers them, too. */
  readonly keep?: readonly FieldOfType[];
  /** The files to upload although the target has one that matches; by default, none. */
  readonly uploadAgain?: UploadsAgain | undefined;
}

export interface CopyPlanOptions {
  /** The documents that both connections are known to have. A run adds those that it copies. */
  readonly pairs: DocumentPairs;
  readonly signal?: AbortSignal | undefined;
}

export class Copies {
  readonly #dependencies: CopyRunDependencies;

  constructor(dependencies: CopyRunDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Plans a copy. Adds the missing targets of relations, and the files. Documents that changed on
   * either service since they were compared are refused with `changed-meanwhile`. Writes nothing. Rows that
   * are unclear, equal or only in the target are ignored.
   */
  async plan(
    { connections }: Pick<Comparison, "connections">,
    choices: CopyChoices,
    { pairs, signal }: CopyPlanOptions,
  ): BulkResult<CopyPlan> {
    const { version = "draft", publish = false, incomplete = false, uploadAgain } = choices;
    const dependencies = this.#dependencies;
    const options = { pairs, personal: personalIn(choices) };
    const [failure, types] = await CopyTypes.open(connections, options, dependencies);
    if (failure) return failed(failure);
    const documents = choices.rows.flatMap((row) => documentOf(row, types) ?? []);
    const context = { publish, incomplete, uploadAgain, signal, dependencies };
    return SourceRows.use(types, version, (rows) => planCopy(documents, { ...context, rows }));
  }

  /**
   * Plans the copy that a file describes. Refuses all documents that the file doesn't contain.
   * Writes nothing.
   */
  async fromPlanFile(file: CopyPlanFile, { pairs, signal }: CopyPlanOptions): BulkResult<CopyPlan> {
    const { from, to, version, publish, files } = file;
    const choices = { pairs, personal: personalIn(file) };
    const dependencies = this.#dependencies;
    const [failure, types] = await CopyTypes.open({ from, to }, choices, dependencies);
    if (failure) return failed(failure);
    // The files of the target instead of which a file is uploaded, as a person may ask. Once it is
    // uploaded, the file has another counterpart.
    const uploads = files.filter(({ match }) => match === "upload");
    const replaced = new Map(
      uploads.map(({ fromId, toId, replaces }) => [fromId, toId ?? replaces]),
    );
    const uploadAgain = ({ fromId, toId }: CopyFile) =>
      toId !== undefined && replaced.get(fromId) === toId;
    return SourceRows.use(types, version, async (rows) => {
      const options = { publish, incomplete: false, uploadAgain, signal, dependencies };
      const context = { rows, ...options, isReviewed: true };
      const documents = reviewedDocuments(file);
      const created = documents.filter(({ toId }) => toId === undefined);
      const [readFailure, now] = await compareNow(created, { ...context, publish: false });
      if (readFailure) return failed(readFailure);
      // With those of the target that an earlier run of the plan created.
      const known = documents.map((document) => ({
        ...document,
        toId: document.toId ?? now.get(documentKeyOf(document))?.toId,
      }));
      return planCopy(known, context);
    });
  }

  /**
   * Ends a copy whose plan has nothing to write: remembers the documents that have the values of the
   * source already. An earlier copy may have been interrupted just before its end.
   */
  async finish(plan: CopyPlan): Promise<void> {
    const { items, types } = plan.parts;
    await SourceRows.use(types, plan.version, (rows) =>
      new CopyLog(plan, new CopySource(items, rows)).end(),
    );
    if (plan.refused.length === 0) await this.#dependencies.runs.finish(plan.connections);
  }

  /**
   * Runs a plan. Skips documents that changed in the source or the target since. A run that was
   * interrupted resumes with a new plan of the same documents.
   */
  async run(plan: CopyPlan, options: CopyRunOptions): Promise<CopyResult> {
    const { connections, version, planned, parts } = plan;
    const { from, to: connection } = connections;
    const [busy, result] = await this.#dependencies.runs.use(
      { group: options.group, kind: "copy", from, connection },
      () =>
        SourceRows.use(parts.types, version, (rows) =>
          runCopy({ plan, rows, dependencies: this.#dependencies, options }),
        ),
      ({ items, uploads, published }) => countLeft([...items, ...uploads, ...published]),
    );
    if (!busy) return result;
    const items = await refuseAll(planned, busy);
    const { uploaded } = parts.media;
    return { items, uploads: [], uploaded, published: [], notRemembered: undefined };
  }
}

const personalIn = ({ leaveEmpty, keep = [] }: Pick<CopyChoices, "leaveEmpty" | "keep">) =>
  leaveEmpty && { leaveEmpty: new FieldSet(leaveEmpty), keep: new FieldSet(keep) };

/**
 * What the user chose for the fields with personal data in a plan: the chosen ones are left empty.
 * The choice for fields of other documents stays.
 */
export function personalChoices(
  { personal, parts }: Pick<CopyPlan, "personal" | "parts">,
  chosen: readonly PersonalField[],
): Required<Pick<CopyChoices, "leaveEmpty" | "keep">> {
  const offered = new FieldSet(personal);
  const { leaveEmpty, keep } = parts.types.personal;
  const others = ({ all }: FieldSet) => all.filter(({ owner, name }) => !offered.has(owner, name));
  const isChosen = new FieldSet(chosen);
  const copied = personal.filter(({ kind, owner, name }) => kind && !isChosen.has(owner, name));
  return {
    leaveEmpty: [...others(leaveEmpty), ...isChosen.all],
    keep: [...others(keep), ...copied],
  };
}

/** The rows that are selected at first: copying them overwrites no later change of the target. */
export const defaultRows = ({ rows }: Pick<Comparison, "rows">): readonly ChosenRow[] =>
  rows.flatMap((row) => (/^(new|different|unpublished)$/.test(verdictOf(row)) ? { row } : []));
