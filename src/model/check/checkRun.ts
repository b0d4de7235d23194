import type { Connections } from "../connect/connections.ts";
import { isMediaFile } from "../foundation/address.ts";
import { ConcurrencyLimit } from "../foundation/concurrencyLimit.ts";
import { done, failed, isServiceFailure, isDenied } from "../foundation/outcome.ts";
import type { ReadFailure, ReadResult } from "../reading/readOptions.ts";
import type { Catalogs } from "../schemas/catalogs.ts";
import type { CheckFinding, CheckSeverity, FindingPlace, RuleCode } from "./checkFinding.ts";
import type { CheckedDocument, RuleContext, RuleRun } from "./checkRule.ts";
import { checkedTypes, checkedConnection, isInTarget } from "./checkScope.ts";
import type { CheckedType, CheckScope, CheckTarget } from "./checkScope.ts";
import type { RuleSettings } from "./checkSettings.ts";
import { CheckLookups, type Lookups } from "./checkLookups.ts";
import { readCheckedPages, type ReadPages } from "./checkedPages.ts";
import { checkRules } from "./checkRules.ts";
import { UncheckedParts, type UncheckedPart } from "./uncheckedParts.ts";

/** How far a check has read. A single type counts once for each locale. */
export interface CheckProgress {
  readonly type: string;
  /** The localizations of the type that were checked. */
  readonly read: number;
  /** Undefined if the service does not count them. */
  readonly total: number | undefined;
}

export interface CheckRunOptions {
  /** Rules without a setting have their default. */
  readonly rules?: RuleSettings;
  /** Requests the pages of other sites to which texts have links. False if absent. */
  readonly checkForeignLinks?: boolean;
  readonly dependencies: { readonly catalogs: Catalogs; readonly connections: Connections };
  readonly signal?: AbortSignal | undefined;
  /** Receives each finding while the check runs. The check itself keeps none. */
  readonly onFinding: (finding: CheckFinding) => void;
  /** Receives the documents of each page after the rules have checked them. */
  readonly onDocuments?: (documents: readonly CheckedDocument[]) => void;
  readonly onProgress?: ((progress: CheckProgress) => void) | undefined;
  /** The check waits for this after each page, so that a slow receiver of findings delays it. */
  readonly afterPage?: () => Promise<void>;
}

export interface CheckReport {
  /** The number of localizations that were read. */
  readonly documents: number;
  readonly findings: Readonly<Record<CheckSeverity, number>>;
  readonly unchecked: readonly UncheckedPart[];
  /** Whether the check was cancelled. What it found until then is valid. */
  readonly isCancelled: boolean;
}

/** The most requests at once, beside the page that is read ahead. */
const maxLookupsBesidePage = 1;

/**
 * Checks content and reports defects. Sends only reads, to other sites only with
 * `checkForeignLinks`. Reports parts that the service denies, and fails if it can't be reached.
 */
export async function runCheck(
  target: CheckTarget,
  options: CheckRunOptions,
): ReadResult<CheckReport> {
  const { catalogs, connections } = options.dependencies;
  const id = checkedConnection(target);
  const [failure, service] = await catalogs.service(id);
  if (failure) return failed(failure);
  const connection = connections.get(id);
  if (!connection) return failed({ code: "no-connection" });
  const unchecked = new UncheckedParts(connection);
  const otherConnections = connections.all.filter((other) => other.id !== id);
  const limit = new ConcurrencyLimit(maxLookupsBesidePage);
  const { rules, signal } = options;
  const needsPublished = activeRules(rules).some(({ rule }) => rule.needsPublished);
  const reading = { catalogs, limit, signal, needsPublished };
  const source: CheckSource = {
    scope: { connection, otherConnections, service, target },
    unchecked,
    lookups: new CheckLookups({ service, catalogs, connections, limit, signal, unchecked }),
    pages: (part) => readCheckedPages(part, reading),
    isReported: ({ address }) => isMediaFile(address) || isInTarget(target, address),
  };
  return checkSource(source, options);
}

/** What is checked: the content of a service, or that of a folder. */
export interface CheckSource {
  readonly scope: CheckScope;
  readonly unchecked: UncheckedParts;
  readonly lookups: Lookups;
  readonly pages: (part: CheckedType) => ReadPages;
  /** Called once for each finding of a rule. */
  readonly isReported: (finding: FindingPlace & { readonly data: object }) => boolean;
}

export type SourceCheckOptions = Omit<CheckRunOptions, "dependencies">;

export const checkSource = (
  source: CheckSource,
  options: SourceCheckOptions,
): ReadResult<CheckReport> => new Check(source, options).run();

const activeRules = (settings: RuleSettings = {}) =>
  checkRules.flatMap((rule) => {
    const setting = settings[rule.code] ?? rule.defaultSeverity;
    return setting === "off" ? [] : [{ rule, setting }];
  });

class Check {
  readonly #source: CheckSource;
  readonly #options: SourceCheckOptions;
  readonly #runs: readonly RuleRun[];
  readonly #findings = { error: 0, warning: 0 };
  #documents = 0;

  constructor(source: CheckSource, options: SourceCheckOptions) {
    this.#source = source;
    this.#options = options;
    const { scope, lookups, unchecked } = source;
    const context = {
      ...{ scope, lookups },
      checksForeignLinks: options.checkForeignLinks === true,
      isComplete: () => !unchecked.isContentMissing,
    };
    this.#runs = activeRules(options.rules).map(({ rule, setting }) => {
      const report: RuleContext<RuleCode>["report"] = (finding, lowerSeverity = setting) => {
        if (!source.isReported(finding)) return;
        const severity = lowerSeverity === "warning" ? lowerSeverity : setting;
        this.#findings[severity] += 1;
        // The rule's own type guarantees that its data belongs to its code.
        options.onFinding({ ...finding, rule: rule.code, severity } as CheckFinding);
      };
      return rule.create({ ...context, report });
    });
  }

  async run(): ReadResult<CheckReport> {
    const failure = await this.#checkAll();
    const isCancelled = this.#isCancelled;
    if (failure && !isCancelled) return failed(failure);
    const { all: unchecked } = this.#source.unchecked;
    return done({ documents: this.#documents, findings: this.#findings, unchecked, isCancelled });
  }

  async #checkAll(): Promise<ReadFailure | undefined> {
    const { target, service } = this.#source.scope;
    for (const part of checkedTypes(target, service)) {
      const failure = await this.#checkType(part);
      if (failure) return failure;
    }
    for (const { end } of this.#isCancelled ? [] : this.#runs) {
      const failure = await end?.();
      if (failure) return failure;
    }
    return undefined;
  }

  get #isCancelled(): boolean {
    return this.#options.signal?.aborted === true;
  }

  async #checkType(part: CheckedType): Promise<ReadFailure | undefined> {
    let read = 0;
    let expected: number | undefined;
    const { scope, unchecked, pages } = this.#source;
    for await (const [failure, page] of pages(part)) {
      if (this.#isCancelled) return undefined;
      if (failure) {
        if (!isServiceFailure(failure) || !isDenied(failure.error)) return failure;
        unchecked.add({ code: "documents", type: part.type, call: failure.error });
        return undefined;
      }
      for (const row of page.odd) unchecked.add({ code: "row", type: part.type, row });
      const { type, catalog } = page.service;
      if (type.localized && catalog.locales.length === 0) unchecked.addLocales();
      for (const { unread, content } of page.documents) {
        for (const missing of [...unread.values()].flat())
          unchecked.addMissing(missing, content, page.service);
      }
      for (const run of this.#runs) {
        for (const document of page.documents) await run.document?.(document, page);
        const error = await run.page?.(page);
        if (error) return error;
      }
      this.#options.onDocuments?.(
        page.documents.filter(({ address }) => isInTarget(scope.target, address)),
      );
      read += page.documents.length;
      this.#documents += page.documents.length;
      expected ??= page.total;
      this.#options.onProgress?.({ type: part.type, read, total: expected });
      await this.#options.afterPage?.();
    }
    return undefined;
  }
}
