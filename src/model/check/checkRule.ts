import type { Address } from "../foundation/address.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { Reference } from "../content/references.ts";
import type { UnreadAttributes } from "../content/unreadAttributes.ts";
import type { ReadFailure } from "../reading/readOptions.ts";
import { isShared, type TypeInCatalog } from "../schemas/catalog.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import type { CheckedFileFailure, CheckSeverity, RuleCode, RuleFinding } from "./checkFinding.ts";
import type { CheckScope } from "./checkScope.ts";
import type { Lookups } from "./checkLookups.ts";
import type { State } from "../content/publicationStatus.ts";

/** One localization of a document, with its published version. */
export interface CheckedDocument {
  /** A document of a localized type has a locale in its address. */
  readonly address: Address;
  /** Also set for a single type. */
  readonly documentId: string;
  readonly title: string;
  /** The draft, as the editor shows it. */
  readonly content: JsonObject;
  /** The parts of the draft that were not read. They must not be reported as missing. */
  readonly unread: UnreadAttributes;
  /** The last change of each localization of the document, by locale, in milliseconds. */
  readonly changes: ReadonlyMap<string, number>;
  /** Undefined for a type without drafts. */
  readonly state: State | undefined;
  /** The published version, in the form of the draft; undefined if there is none. */
  readonly published: JsonObject | undefined;
  /** How many other rows the service has for each version. Only a corrupt database has any. */
  readonly copies: Readonly<Record<"draft" | "published", number>>;
  /** Only in a check of a folder. With a failure, the content is empty. */
  readonly file?: { readonly failure: CheckedFileFailure | undefined };
}

/** The type of the documents that are checked, and what is known about their service. */
export type CheckedService = TypeInCatalog & {
  readonly capabilities: Pick<TypedService["capabilities"], "database">;
};

/** Documents of one type, in the order of their documentIds. */
export interface CheckedPage {
  readonly service: CheckedService;
  readonly documents: readonly CheckedDocument[];
  /** Whether the check reads only some documents of the type. */
  readonly isPartOfType: boolean;
}

export interface RuleContext<Code extends RuleCode> {
  readonly scope: CheckScope;
  /** Reports a finding. The severity is that of the settings unless `severity` lowers it. */
  readonly report: (finding: RuleFinding<Code>, severity?: CheckSeverity) => void;
  readonly lookups: Lookups;
  readonly checksForeignLinks: boolean;
  /** Whether the check has read all content that it should have read until now. */
  readonly isComplete: () => boolean;
}

/** One step of a rule. A failure ends the check. */
export type RuleStep = Promise<ReadFailure | undefined>;

/**
 * One check with a rule. It may keep hashes of content between pages, but no content: a check of
 * 100,000 documents must fit in the memory of one page.
 */
export interface RuleRun {
  readonly document?: (document: CheckedDocument, page: CheckedPage) => Promise<void> | void;
  /** Runs after the documents of a page. */
  readonly page?: (page: CheckedPage) => RuleStep | undefined;
  /** Runs after the last page of all types. Does not run if the check was cancelled. */
  readonly end?: () => RuleStep;
}

/**
 * The run of a rule whose items wait for a lookup, so that one request answers for many documents.
 * They do not wait long, so that findings appear while the check runs, and remain when it is
 * cancelled: until there are so many items, or pages.
 */
export function collectedRun<Item>({
  collect,
  lookUp,
  maxItems,
  maxPages = Infinity,
}: {
  /** What must be looked up for a document. Items must not hold content, because they wait. */
  readonly collect: (document: CheckedDocument, service: CheckedService) => readonly Item[];
  readonly lookUp: (items: readonly Item[]) => RuleStep;
  readonly maxItems: number;
  readonly maxPages?: number;
}): RuleRun {
  let waiting: Item[] = [];
  let pages = 0;
  const end = (): RuleStep => {
    const items = waiting;
    waiting = [];
    pages = 0;
    return lookUp(items);
  };
  return {
    document: (document, { service }) => {
      waiting.push(...collect(document, service));
    },
    page: () => {
      pages += 1;
      return waiting.length >= maxItems || pages >= maxPages ? end() : undefined;
    },
    end,
  };
}

export interface CheckRule<Code extends RuleCode = RuleCode> {
  readonly code: Code;
  readonly defaultSeverity: CheckSeverity | "off";
  readonly needsPublished: boolean;
  create(context: RuleContext<Code>): RuleRun;
}

export interface ReferenceInDocument extends Reference {
  readonly document: Pick<CheckedDocument, "address" | "documentId" | "title" | "state">;
  readonly locale: string | undefined;
}

/** References that wait for a lookup, which needs no content. */
export const waitingReferences = (
  { address, documentId, title, state }: CheckedDocument,
  references: readonly Reference[],
): ReferenceInDocument[] =>
  references.map((reference) => ({
    ...reference,
    document: { address, documentId, title, state },
    locale: address.locale,
  }));

/**
 * The type of a document with only the attributes that must be equal in both versions if neither
 * was edited. Excludes attributes that were not read completely. Also excludes shared attributes if
 * another localization changed later: the service copies them to the draft only.
 */
export function comparableShape(
  { address, changes, unread }: CheckedDocument,
  { type, catalog }: TypeInCatalog,
): TypeInCatalog {
  const changedAt = changes.get(address.locale ?? "") ?? 0;
  const hasNewer = [...changes.values()].some((time) => time > changedAt);
  const attributes = [...type.attributes].filter(
    ([name, attribute]) => !unread.has(name) && !(hasNewer && isShared(attribute, type)),
  );
  return { type: { ...type, attributes: new Map(attributes) }, catalog };
}
