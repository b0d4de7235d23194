import type { CallOptions } from "./types/params.ts";
import { catchErrors } from "./catchErrors.ts";
import type { Result } from "./result.ts";
import { fail, ok } from "./result.ts";
import type { Transport } from "./http/call.ts";
import { optionsOf, unexpected } from "./documents.ts";
import { isRecord } from "./json.ts";

/**
 * An attribute as the content-type-builder describes it; which keys it has depends on `type`. The
 * specification does not show it.
 */
export interface AttributeSchema {
  /** Such as `string`, `relation`, `component`, `dynamiczone`, `media`, `enumeration`. */
  readonly type: string;
  /** `localized`: each localization of a document has its own value. */
  readonly pluginOptions?: { readonly i18n?: { readonly localized?: boolean } };
  /** Can be written, but is in no answer. */
  readonly private?: boolean;
  /** Asked for when a document is published; a draft may do without. */
  readonly required?: boolean;
  /** What is written where a new document or component says nothing. */
  readonly default?: unknown;
  /** Numbers: the least. Lists: the fewest entries. Asked for when a document is published. */
  readonly min?: number;
  /** Numbers: the greatest, in drafts too. Lists: the most entries, when a document is published. */
  readonly max?: number;
  /** Texts: the fewest UTF-16 units. Asked for when a document is published. */
  readonly minLength?: number;
  /** Texts: the most UTF-16 units, in drafts too; 255 for a `string` without it. */
  readonly maxLength?: number;
  /** Texts: what they must match when a document is published. */
  readonly regex?: string;
  /** No two published documents of a locale have the same value. */
  readonly unique?: boolean;
  /** What its makers say of it. */
  readonly description?: string;
  /** When it is there at all, by the values of others: where it is not, the service checks nothing. */
  readonly conditions?: unknown;
  /** Relations: the kind, such as `manyToOne`. */
  readonly relation?: string;
  /** Relations: the uid of the content type that they point to. */
  readonly target?: string;
  /** Relations, on the inverse side: the attribute of `target` that owns them. */
  readonly mappedBy?: string;
  /** Relations, on the owning side: the attribute of `target` that mirrors them. */
  readonly inversedBy?: string;
  /** Components: the component's uid. */
  readonly component?: string;
  /** Components: a list of them; one when absent. */
  readonly repeatable?: boolean;
  /** Dynamic zones: the uids of the components that may stand there. */
  readonly components?: readonly string[];
  /** Enumerations: the values. */
  readonly enum?: readonly string[];
  /** Media: a list of files; one when absent. */
  readonly multiple?: boolean;
  /** Media: `images`, `videos`, `audios` or `files`; any when absent. The service itself takes any. */
  readonly allowedTypes?: readonly string[] | null;
  /** Uids: the attribute from whose text they are made. */
  readonly targetField?: string;
  /** Uids: how they are made. */
  readonly options?: {
    readonly separator?: string;
    readonly lowercase?: boolean;
    readonly decamelize?: boolean;
    readonly customReplacements?: readonly (readonly [string, string])[];
    readonly preserveLeadingUnderscore?: boolean;
  };
}

/** A content type as the content-type-builder describes it; the specification does not show it. */
export interface ContentTypeSchema {
  /** Such as `api::article.article`. */
  readonly uid: string;
  readonly schema: {
    readonly displayName: string;
    /** What `cms.single` takes, of a single type. */
    readonly singularName: string;
    /** What `cms.collection` takes, of a collection type. */
    readonly pluralName: string;
    readonly kind: "collectionType" | "singleType";
    /** False: its documents have no drafts, and every write is public at once. */
    readonly draftAndPublish: boolean;
    /** False for types of the service's own. */
    readonly visible?: boolean;
    /** `localized`: its documents have localizations. */
    readonly pluginOptions?: { readonly i18n?: { readonly localized?: boolean } };
    /** By name, without the fields that the service keeps, such as `documentId`. */
    readonly attributes: Readonly<Record<string, AttributeSchema>>;
  };
}

/** A component as the content-type-builder describes it; the specification does not show it. */
export interface ComponentSchema {
  /** Such as `shared.seo`. */
  readonly uid: string;
  readonly schema: {
    readonly displayName: string;
    /** By name, without its `id`. */
    readonly attributes: Readonly<Record<string, AttributeSchema>>;
  };
}

/** A language that content can be written in; the specification does not show it. */
export interface Locale {
  /** What `params.locale` takes, such as `fr`. */
  readonly code: string;
  /** For people, such as `French (fr)`. */
  readonly name: string;
  /** Whether calls without a locale mean this one. */
  readonly isDefault: boolean;
}

/**
 * What the service knows of its own content. Each route needs its own permission, and gives a
 * ForbiddenError without it; meta is null. Any call may end in the errors that a collection's may.
 */
export interface Schema {
  /**
   * Every content type, the plugins' own included. NotFoundError where the service has no
   * content-type-builder (the specification does not show it).
   */
  contentTypes(options?: CallOptions): Promise<Result<readonly ContentTypeSchema[]>>;
  /** Every component. NotFoundError as of `contentTypes` (the specification does not show it). */
  components(options?: CallOptions): Promise<Result<readonly ComponentSchema[]>>;
  /**
   * The locales that the service offers. NotFoundError where it has no i18n (the specification does
   * not show it).
   */
  locales(options?: CallOptions): Promise<Result<readonly Locale[]>>;
}

export function createSchema(transport: Transport): Schema {
  const list = async <T>(
    path: readonly string[],
    options: CallOptions = {},
  ): Promise<Result<readonly T[]>> => {
    const [error, answer] = await transport.request({ method: "GET", path, ...optionsOf(options) });
    if (error) return fail(error);
    const rows = isRecord(answer.body) ? answer.body["data"] : answer.body;
    return Array.isArray(rows) ? ok(rows as T[], null) : fail(unexpected(answer, "a list"));
  };
  return catchErrors(
    {
      contentTypes: (options) => list(["content-type-builder", "content-types"], options),
      components: (options) => list(["content-type-builder", "components"], options),
      locales: (options) => list(["i18n", "locales"], options),
    },
    transport.url,
  );
}
