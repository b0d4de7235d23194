import { callList, optionsOf } from "./documents.ts";
import type { ListInput } from "./types/inputs.ts";
import { isRecord } from "./json.ts";
import { Progress } from "./progress.ts";
import type { CmsError } from "./errors.ts";
import type { ListParams, Meta } from "./types/params.ts";
import type { Result } from "./result.ts";
import { fail, ok } from "./result.ts";
import type { Request, Transport } from "./http/call.ts";
import { paramsAfter, firstPageRequest } from "./steps.ts";
import type { DocumentRow, PageRequest } from "./steps.ts";
import { PageTracker } from "./tally.ts";

/**
 * Every page, one by one; ends after the last one or with the error tuple. The next page is asked for
 * while the caller works on this one, and no more than these two are held.
 */
export async function* readPages<T>(
  transport: Transport,
  path: Request["path"],
  { params = {}, ...input }: ListInput & { readonly leaving?: AbortController },
): AsyncGenerator<Result<T[], Meta>, void, void> {
  const { leaving = new AbortController() } = input;
  const bounds = optionsOf(input, transport.deadlineMs);
  const signal = anyOf(leaving.signal, bounds.signal);
  const ask = ({ params: query }: PageRequest) =>
    callList<T & DocumentRow>(
      transport,
      { ...bounds, method: "GET", path, query, signal },
      isDocument,
    );
  const tracker = new PageTracker(params);
  let step = firstPageRequest(params);
  let coming = ask(step);
  try {
    for (;;) {
      const [error, rows, meta] = await coming;
      if (error) {
        yield fail(withProgress(error, { params, step, tracker }));
        return;
      }
      const got = meta.pagination ?? {};
      const fresh = tracker.take(rows, got, step);
      const next = step.next(rows, got, tracker.isExhausted);
      if (next) coming = ask(next);
      yield ok(fresh, tracker.metaOf(got, step, !next));
      if (!next) return;
      step = next;
    }
  } finally {
    // The caller may leave at any page: what is on its way is of no use then.
    leaving.abort();
  }
}

/** Without a documentId nobody could say where to go on. */
const isDocument = (row: unknown): boolean =>
  isRecord(row) && typeof row["documentId"] === "string";

function anyOf(leaving: AbortSignal, callers: unknown): AbortSignal {
  if (callers === undefined) return leaving;
  // Node takes anything here, and fails when it fires.
  if (!(callers instanceof AbortSignal)) throw new TypeError("The signal is no AbortSignal.");
  return AbortSignal.any([leaving, callers]);
}

/** All pages as one list. */
export async function readAll<T>(
  transport: Transport,
  path: Request["path"],
  input: ListInput,
): Promise<Result<T[], Meta>> {
  const all: T[] = [];
  let last: Meta = {};
  for await (const [error, rows, meta] of readPages<T>(transport, path, input)) {
    if (error) {
      if (error.progress) error.progress = new Progress(all.length, error.progress.resume, all);
      return fail(error);
    }
    for (const row of rows) all.push(row);
    last = meta;
  }
  const { pagination, changed = false } = last;
  return ok(all, { pagination: { total: pagination?.total ?? all.length }, changed });
}

interface ReadingState {
  readonly params: ListParams;
  readonly step: PageRequest;
  readonly tracker: PageTracker;
}

/** A failure after the first page says how far the reading came, and how to go on. */
function withProgress(error: CmsError, { params, step, tracker }: ReadingState): CmsError {
  const { read, last } = tracker;
  if (last === undefined) return error;
  // Whoever goes on starts a reading of its own, with its own count.
  const { pagination } = step.params;
  const resume =
    step.by === "documentId"
      ? paramsAfter(params, last)
      : { ...step.params, pagination: { ...pagination, withCount: true } };
  error.progress = new Progress(read, resume);
  error.message += ` (after ${read} documents; error.progress.resume reads on)`;
  return error;
}
