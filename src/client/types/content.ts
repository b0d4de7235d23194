/** What every document has, whatever its type. */
export interface DocumentIdentity {
  readonly documentId: string;
}

/** A document of which nothing else is known. */
export type AnyDocument = DocumentIdentity & Readonly<Record<string, unknown>>;

/** A role of the users-permissions plugin (specification, section 2). */
export interface CmsRole {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly type: string;
}

/**
 * A user account (specification, section 2). `role` comes only when populated, as a CmsRole; unpopulated
 * it is absent, or its id, by service.
 */
export interface CmsUser {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly provider: string;
  readonly confirmed: boolean;
  readonly blocked: boolean;
  readonly role?: number | CmsRole;
}
