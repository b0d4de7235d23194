/** What every document has, whatever its type. */
export interface DocumentIdentity {
  /** The same for the document's versions and localizations. */
  readonly documentId: string;
}

/** A document of which nothing else is known. */
export type AnyDocument = DocumentIdentity & Readonly<Record<string, unknown>>;

/** A role of the users-permissions plugin (specification, section 2). */
export interface CmsRole {
  readonly id: number;
  /** For people, such as `Authenticated`. */
  readonly name: string;
  readonly description: string | null;
  /** For filters, such as `authenticated`. */
  readonly type: string;
}

/**
 * A user account (specification, section 2). `role` comes only when populated, as a CmsRole;
 * unpopulated it is absent, or its id, by service.
 */
export interface CmsUser {
  /** What addresses the user; a documentId does not. */
  readonly id: number;
  readonly username: string;
  readonly email: string;
  /** By what the user signs in; `local` means by password. */
  readonly provider: string;
  /** Whether the email is confirmed. */
  readonly confirmed: boolean;
  /** A blocked user can't sign in; a token of theirs gets an UnauthorizedError. */
  readonly blocked: boolean;
  readonly role?: number | CmsRole;
}
