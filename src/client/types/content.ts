/** The identity of every document, whatever its type. */
export interface DocumentIdentity {
  /** Shared by the versions and localizations of the document. */
  readonly documentId: string;
}

/** A document of an unknown type. */
export type AnyDocument = DocumentIdentity & Readonly<Record<string, unknown>>;

/** A role of the users-permissions plugin. */
export interface CmsRole {
  readonly id: number;
  /** The display name, such as `Authenticated`. */
  readonly name: string;
  readonly description: string | null;
  /** The name for filters, such as `authenticated`. */
  readonly type: string;
}

/**
 * A user account.
 *
 * `role` is a CmsRole when populated. Otherwise it is absent, or the role's id, depending on the
 * service.
 */
export interface CmsUser {
  /** Identifies the user. The user routes don't accept a documentId. */
  readonly id: number;
  readonly username: string;
  readonly email: string;
  /** The sign-in method; `local` means by password. */
  readonly provider: string;
  /** Whether the email is confirmed. */
  readonly confirmed: boolean;
  /** A blocked user can't sign in, and calls with the user's token return an UnauthorizedError. */
  readonly blocked: boolean;
  readonly role?: number | CmsRole;
}
