import type { CallOptions } from "./types/params.ts";
import { total } from "./total.ts";
import type { Result } from "./result.ts";
import { fail, ok } from "./result.ts";
import type { Transport } from "./http/call.ts";
import { optionsOf } from "./documents.ts";
import { isRecord } from "./json.ts";
import { unexpected } from "./unexpected.ts";

/** An attribute as the content-type-builder describes it; which keys it has depends on `type`. */
export interface AttributeSchema {
  readonly type: string;
  readonly pluginOptions?: { readonly i18n?: { readonly localized?: boolean } };
  readonly private?: boolean;
  readonly required?: boolean;
  /** Relations: the kind, the type it points to, and on an inverse side the attribute that owns it. */
  readonly relation?: string;
  readonly target?: string;
  readonly mappedBy?: string;
  readonly inversedBy?: string;
  /** Components: the component's uid. Dynamic zones: all that may stand there. */
  readonly component?: string;
  readonly repeatable?: boolean;
  readonly components?: readonly string[];
  /** Enumerations: the values. */
  readonly enum?: readonly string[];
  /** Media: one file or a list. */
  readonly multiple?: boolean;
}

export interface ContentTypeSchema {
  /** Such as `api::article.article`. */
  readonly uid: string;
  readonly schema: {
    readonly displayName: string;
    readonly singularName: string;
    readonly pluralName: string;
    readonly kind: "collectionType" | "singleType";
    readonly draftAndPublish: boolean;
    readonly visible?: boolean;
    readonly pluginOptions?: { readonly i18n?: { readonly localized?: boolean } };
    readonly attributes: Readonly<Record<string, AttributeSchema>>;
  };
}

export interface ComponentSchema {
  /** Such as `shared.seo`. */
  readonly uid: string;
  readonly schema: {
    readonly displayName: string;
    readonly attributes: Readonly<Record<string, AttributeSchema>>;
  };
}

export interface Locale {
  readonly code: string;
  readonly name: string;
  readonly isDefault: boolean;
}

/** What the service knows of its own content. Each route needs its own permission. */
export interface Schema {
  /** Every content type, the plugins' own included. */
  contentTypes(options?: CallOptions): Promise<Result<readonly ContentTypeSchema[]>>;
  components(options?: CallOptions): Promise<Result<readonly ComponentSchema[]>>;
  /** The locales that the service offers; a service without i18n answers NotFoundError. */
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
  return total(
    {
      contentTypes: (options) => list(["content-type-builder", "content-types"], options),
      components: (options) => list(["content-type-builder", "components"], options),
      locales: (options) => list(["i18n", "locales"], options),
    },
    transport.url,
  );
}
