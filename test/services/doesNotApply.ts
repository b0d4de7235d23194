import type { ServiceName } from "./descriptions.ts";

interface Exception {
  readonly on: readonly ServiceName[];
  /** How the service differs from the newest one, which the tests are written for. */
  readonly reason: string;
  /** Titles of tests, alone or after those of their describes, or the beginnings of such titles. */
  readonly tests: readonly string[];
}

const older: readonly ServiceName[] = ["floor", "middle"];

/** Tests that fail on other versions, databases or projects because the service itself differs. */
const exceptions: readonly Exception[] = [
  {
    on: ["postgres"],
    reason: "PostgreSQL can't compare a number with a string, and the service answers 500",
    tests: [
      "Reading the media library reading the media library accepts a numeric id in the route of one file, and no documentId",
      "User a user is not addressed by a documentId, which the client rejects before sending",
      "users().findMany parameters the parameters of findMany: filters finds nothing for an id that is no number",
      "users().find parameters the parameters of find give an empty 204 for a documentId, a word, and filters",
      "Updating a user updating a user returns 404 for the route of me",
    ],
  },
  {
    on: ["postgres"],
    reason: "PostgreSQL drops the trailing zeros of a time",
    tests: [
      'Written value a written broadcastTime: "10:30:00" is',
      'Written value a written broadcastTime: "10:30:00.5" is',
    ],
  },
  {
    on: ["postgres", "mariadb"],
    reason:
      "these databases reject a plain string in a JSON attribute, and the service answers 500",
    tests: ['Written value a written metadata: "text" is read as "text"'],
  },
  {
    on: ["postgres", "mariadb"],
    reason: "only SQLite loses the last digits of a big integer",
    tests: ["Written value a written archiveNumber: a number beyond 2^53"],
  },
  {
    on: ["mariadb"],
    reason: "MariaDB supports this operator",
    tests: ["Filter that the service fails on a filter gives HttpError for $jsonSupersetOf"],
  },
  {
    on: ["mariadb"],
    reason: "MariaDB ignores case",
    tests: [
      "locale parameter of a list the locale parameter finds nothing for a code in the wrong case",
    ],
  },
  {
    on: ["postgres"],
    reason: "PostgreSQL puts rows without a value first when it sorts descending",
    tests: ["List query of a collection the list query of a collection sorts by the chosen field"],
  },
  {
    on: ["shaped"],
    reason: "the project has more types and components",
    tests: [
      "permissionsOf permissionsOf allows everything for a full-access token",
      "Find Content Find Content finds a text in single, repeated and nested components",
      "Find Content Find Content reports types that the token may not read",
      "Check of the magazine the check of the magazine reads all documents, and leaves nothing unchecked",
      "Check of the magazine the check of the magazine reports what a token may not read",
      "Find Content in dynamic zones zones are searched only when it is requested, and are otherwise listed as not searched",
      "findInboundRelations findInboundRelations lists what it can't search",
      "Catalog of a service the catalog of a service has collection types, single types",
      "Schema comparison of a service and its Strapi project",
      "Catalog for a token that may not read content types a catalog comes from the Strapi project when the token may not read types, and has the same types",
      "Catalog for a token that may not read content types a catalog is inferred from documents",
      "Workspace schema with unknown attributes a workspace schema lists documents",
      "contentTypes() on the real service contentTypes() returns all types of the project",
      "contentTypes() on the real service contentTypes() returns which types have drafts",
      "components() and locales() on the real service components() returns every component",
    ],
  },
  {
    on: ["shaped"],
    reason: "the project has other settings: pages of 7 and strict parameters",
    tests: [
      "List of 100,000 documents a list of 100,000 documents opens with two requests",
      "Page size limit",
      "Check of the magazine the check of the magazine sends at most 3 requests for 100 documents",
      "Reading one document reading one document ignores an unknown parameter",
      "pagination parameter the pagination parameter returns the first 25 rows by default",
      "pagination parameter the pagination parameter returns a page of 25 for page alone",
      "pagination parameter the pagination parameter reduces pageSize 1000 to 100",
      "pagination parameter the pagination parameter takes a pageSize that is no number",
      "pagination parameter the pagination parameter takes a limit of 25 for start alone",
      "pagination parameter the pagination parameter returns no rows for a start past the end",
      "pagination parameter the pagination parameter reduces limit 1000 to 100",
      "pagination parameter the pagination parameter takes a limit that is no number",
      "pagination parameter the pagination parameter ignores a string",
      "pagination parameter the pagination parameter rejects a fractional page number",
      "pagination parameter the pagination parameter ignores start outside pagination",
      "pagination parameter the pagination parameter ignores limit outside pagination",
      "status and publicationFilter status and publicationFilter ignore publicationState",
    ],
  },
  {
    on: ["shaped"],
    reason: "its route returns lists, components and dynamic zones read-only",
    tests: ["Save of each document saving each document of the magazine covers every kind of edit"],
  },
  {
    on: ["shaped"],
    reason:
      "its routes leave out values, so no check of the service is complete, and none reports unused files",
    tests: [
      "Check of a magazine with one defect of each rule",
      "Rule unused-file rule unused-file reports files that neither a media attribute nor a text uses",
      "Rule unused-file, where the schema leaves out a media attribute",
      "Rule unused-file, where the service denies a type rule unused-file is not sure",
      "Attributes that the service shows only in part a check is not sure that a file is unused",
    ],
  },
  {
    on: ["floor"],
    reason: "a picture in blocks needs formats",
    tests: [
      "a copy leads links in texts to the files of the target",
      "Rule missing-alternative-text rule missing-alternative-text reports an image in blocks that has no text",
      "Rule unused-file rule unused-file reports files that neither a media attribute nor a text uses",
    ],
  },
  {
    on: ["floor"],
    reason: "a localization that lacks the shared media files removes them from the others",
    tests: ["a copy includes components, zones, locales and media files"],
  },
  {
    on: ["middle"],
    reason:
      "publishing a document removes the relation to it from another published one in a circle",
    tests: ["a copy publishes what is published in the source, with the relations of the draft"],
  },
  {
    on: ["middle"],
    reason: "the published version does not keep the position of a relation that publishing adds",
    tests: [
      "Rule different-order rule different-order reports lists that the published version has in another order",
      "Fixes of a check fixes of a check publish a document again without another finding",
    ],
  },
  {
    on: ["floor"],
    reason: "a document that is created as published has no relations to any type there",
    tests: [
      "findOtherChanges, with relations of every kind findOtherChanges says that relations to any type",
    ],
  },
  {
    on: older,
    reason: "the service takes the targets of a user's relations by row id only",
    tests: [
      "User with media, relations and components",
      "findOtherChanges, with relations of every kind findOtherChanges and findTakeovers name the user",
    ],
  },
  {
    on: older,
    reason: "an empty list of files is null",
    tests: [
      "Generated types of the magazine generated types describe the drafts and published versions",
    ],
  },
  {
    on: older,
    reason: "publishing adds nothing to other published versions",
    tests: [
      "findOtherChanges of a publish findOtherChanges of a publish includes one-way relations of a type to itself",
      "findOtherChanges, with relations of every kind findOtherChanges names",
      "Random sequences of saves, publishes, discards and undos",
    ],
  },
  {
    on: older,
    reason: "the service accepts values that later versions reject",
    tests: [
      "Set Password Set Password shows the service's error when the password is too short",
      "Saving a user saving a user shows the service's error when a value is rejected",
      'Validation of blocks validation of blocks rejects [{"type":"paragraph","children":[{"type":"link","url":"javascript:1"',
      `Validation of attributes validation agrees with the service on internalNote: "${"x".repeat(86)}... (error`,
      ...["1.5", '""', '"x"', "true", "[]", "{}"].map(
        (value) =>
          `Validation of attributes validation agrees with the service on archiveNumber: ${value} (error`,
      ),
    ],
  },
  {
    on: ["floor"],
    reason: "the service requires values for images in blocks that later versions do not require",
    tests: ['Validation of blocks validation of blocks accepts [{"type":"image"'],
  },
  {
    on: ["floor"],
    reason: "lists can't be filtered by publication status",
    tests: [
      "countTargets countTargets counts only what matches the list query of a collection or of the users",
      "Export of selected documents an export contains only what matches the list query",
      "canFilterByState canFilterByState returns true for the service under test",
      "Check of a collection the check of a collection limits itself to a publication status",
      "List query of a collection the list query of a collection limits rows to one publication status",
      "List query of a collection a collection lists everything in the chosen locale after its list query is cleared",
      "List query of a collection a list query is restored in the next window",
    ],
  },
  {
    on: ["floor"],
    reason: "the service has no admin tokens",
    tests: [
      "Administrator sign-in an administrator's sign-in accepts a scoped admin token",
      "Administrator sign-in an administrator's sign-in offers an admin token only if the service supports it",
    ],
  },
  {
    on: ["floor"],
    reason: "publishing drops a relation of a document to itself",
    tests: [
      "Publishing a published document publishing a published document reports no lost relation for a component that refers to its own document",
    ],
  },
  {
    on: ["middle"],
    reason: "5.47.1 does not keep the position of an added relation in the published version",
    tests: [
      "Writing relations writing a to-many relation: connect adds at the start",
      "Writing relations writing a to-many relation: connect adds before another",
    ],
  },
  {
    on: older,
    reason: "media files are found by documentId since 5.54.0",
    tests: [
      "Uploading to the media library uploading creates a file with its texts",
      "Uploading to the media library uploading accepts a file of a type that the attribute does not allow",
      "Deleted file a deleted file is removed from the content",
    ],
  },
  {
    on: older,
    reason: "the route that counts users answers 500 for filters and other parameters",
    tests: [
      "Long filter list a long filter list works for users",
      "auth().allows returns for GET users/count",
      "auth().allows changes nothing",
      "Result on the real service a result is a number for the count of users",
      "Pagination of users the pagination of users has its total from count",
      "users().findMany parameters filters work for count",
      "users() on the real service count accepts filters",
    ],
  },
  {
    on: older,
    reason: "the routes of users check no length and accept a role only as an id",
    tests: [
      "Creating a user creating a user accepts the role as a documentId",
      "Creating a user creating a user accepts the role as connect with a documentId",
      "Creating a user creating a user rejects an unknown role",
      "Creating a user creating a user rejects a short password",
      "Creating a user creating a user rejects a short username",
      "Creating a user creating a user rejects an email or a username of another user",
      "Updating a user updating a user accepts the role as the result of a read",
      "Updating a user updating a user accepts the role as connect",
      "Updating a user updating a user rejects a disconnected role",
      "Updating a user updating a user rejects an unknown role",
      "Updating a user updating a user changes only the time when the result of a read is written back",
      "Updating a user updating a user ignores updatedAt and publishedAt",
    ],
  },
  {
    on: older,
    reason: "% and _ in a filter are wildcards",
    tests: [
      "Filter operators that match a part of a string $contains does not take % as a wildcard",
    ],
  },
  {
    on: older,
    reason: "the service accepts other forms of parameters, and has other error messages",
    tests: [
      "Validation error with a key a validation error with a key has the path of an unknown key in populate",
      "populate parameter the populate parameter accepts names with commas",
      "populate parameter the populate parameter rejects true",
      "populate parameter the populate parameter rejects false",
      "sort parameter the sort parameter rejects title:sideways",
      "pagination parameter the pagination parameter returns a page of 25 for page alone",
      "pagination parameter the pagination parameter takes a pageSize that is no number as the largest",
      'Invalid value an invalid value is rejected for a draft and for a published version: archiveNumber: "x"',
    ],
  },
  {
    on: ["floor"],
    reason: "the service does not support publicationFilter, and ignores it",
    tests: [
      "status and publicationFilter status and publicationFilter filter drafts",
      "status and publicationFilter status and publicationFilter filter published versions",
      "status and publicationFilter status and publicationFilter reject an unknown value for publicationFilter",
      "status and publicationFilter status and publicationFilter reject an empty string for publicationFilter",
      "Validation error with a key a validation error with a key has no issue for an unknown value of a parameter",
    ],
  },
  {
    on: ["floor"],
    reason: "the service ignores unknown filters",
    tests: [
      "Filter that the service rejects a filter gives ValidationError for an unknown operator",
      "Filter that the service rejects a filter gives ValidationError for a key inside JSON",
      "Filter that the service rejects a filter gives ValidationError for a string instead of filters",
      "Long filter list a long filter list is ignored in $or by the service",
    ],
  },
  {
    on: ["floor"],
    reason: "the service ignores invalid numbers and fields, or answers 500",
    tests: [
      "Error with empty details an error with empty details is ValidationError for a page that is no number",
      "fields parameter the fields parameter rejects an object",
      "pagination parameter the pagination parameter rejects a page that is no number",
      "pagination parameter the pagination parameter rejects a fractional ",
      "pagination parameter the pagination parameter rejects a start that is no number",
      "users().findMany parameters the parameters of findMany reject a limit that is no number",
      "users().findMany parameters the parameters of findMany reject a start below 0",
      "Service with strict parameters, pages of 250, no totals and compression a service with strict parameters accepts every parameter",
    ],
  },
  {
    on: ["floor"],
    reason: "a relation can come before the name of its component",
    tests: ["Writing dynamic zones writing a dynamic zone requires __component before a relation"],
  },
];

/** The reason why a test doesn't apply to a service, or undefined if it applies. */
export function reasonAgainst(title: string, service: ServiceName): string | undefined {
  return exceptions.find(
    ({ on, tests }) => on.includes(service) && tests.some((start) => title.startsWith(start)),
  )?.reason;
}
