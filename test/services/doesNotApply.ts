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
      "reading the media library accepts a numeric id in the route of one file, and no documentId",
      "a user is not addressed by a documentId, which the client rejects before sending",
      "the parameters of findMany: filters finds nothing for an id that is no number",
      "the parameters of find give an empty 204 for a documentId, a word, and filters",
      "updating a user returns 404 for the route of me",
    ],
  },
  {
    on: ["postgres"],
    reason: "PostgreSQL drops the trailing zeros of a time",
    tests: ['a written broadcastTime: "10:30:00" is', 'a written broadcastTime: "10:30:00.5" is'],
  },
  {
    on: ["postgres", "mariadb"],
    reason:
      "these databases reject a plain string in a JSON attribute, and the service answers 500",
    tests: ['a written metadata: "text" is read as "text"'],
  },
  {
    on: ["postgres", "mariadb"],
    reason: "only SQLite loses the last digits of a big integer",
    tests: ["a written archiveNumber: a number beyond 2^53"],
  },
  {
    on: ["mariadb"],
    reason: "MariaDB supports this operator",
    tests: ["a filter gives HttpError for $jsonSupersetOf"],
  },
  {
    on: ["mariadb"],
    reason: "MariaDB ignores case",
    tests: ["the locale parameter finds nothing for a code in the wrong case"],
  },
  {
    on: ["shaped", "floor", "middle", "mariadb"],
    reason: "the service has more content types, or documentIds of its own",
    tests: ["a pull writes the same bytes from this service and from the newest one"],
  },
  {
    on: ["postgres"],
    reason: "PostgreSQL puts rows without a value first when it sorts descending",
    tests: ["the list query of a collection sorts by the chosen field"],
  },
  {
    on: ["shaped"],
    reason: "the project has more types and components",
    tests: [
      "permissionsOf allows everything for a full-access token",
      "Find Content finds a text in single, repeated and nested components",
      "Find Content reports types that the token may not read",
      "the check of the magazine reads all documents, and leaves nothing unchecked",
      "the check of the magazine reports what a token may not read",
      "zones are searched only when it is requested, and are otherwise listed as not searched",
      "findInboundRelations lists what it can't search",
      "the catalog of a service has collection types, single types",
      "Schema comparison of a service and its Strapi project",
      "a catalog comes from the Strapi project when the token may not read types, and has the same types",
      "a catalog is inferred from documents",
      "a workspace schema lists documents",
      "contentTypes() returns all types of the project",
      "contentTypes() returns which types have drafts",
      "components() returns every component",
    ],
  },
  {
    on: ["shaped"],
    reason: "the project has other settings: pages of 7 and strict parameters",
    tests: [
      "a list of 100,000 documents opens with two requests",
      "Page size limit",
      "the check of the magazine sends at most 3 requests for 100 documents",
      "reading one document ignores an unknown parameter",
      "the pagination parameter returns the first 25 rows by default",
      "the pagination parameter returns a page of 25 for page alone",
      "the pagination parameter reduces pageSize 1000 to 100",
      "the pagination parameter takes a pageSize that is no number",
      "the pagination parameter takes a limit of 25 for start alone",
      "the pagination parameter returns no rows for a start past the end",
      "the pagination parameter reduces limit 1000 to 100",
      "the pagination parameter takes a limit that is no number",
      "the pagination parameter ignores a string",
      "the pagination parameter rejects a fractional page number",
      "the pagination parameter ignores start outside pagination",
      "the pagination parameter ignores limit outside pagination",
      "status and publicationFilter ignore publicationState",
    ],
  },
  {
    on: ["shaped"],
    reason: "its route returns lists, components and dynamic zones read-only",
    tests: ["saving each document of the magazine covers every kind of edit"],
  },
  {
    on: ["shaped"],
    reason:
      "its routes leave out values, so no check of the service is complete, and none reports unused files",
    tests: [
      "Check of the magazine with one defect of each rule",
      "rule unused-file reports files that neither a media attribute nor a text uses",
      "Rule unused-file, where the schema leaves out a media attribute",
      "rule unused-file is not sure if a document can't be asked",
      "a check is not sure that a file is unused",
    ],
  },
  {
    on: ["floor"],
    reason: "a picture in blocks needs formats",
    tests: [
      "a copy leads links in texts to the files of the target",
      "rule missing-alternative-text reports an image in blocks that has no text",
      "rule unused-file reports files that neither a media attribute nor a text uses",
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
      "rule different-order reports lists that the published version has in another order",
      "fixes of a check publish a document again without another finding",
    ],
  },
  {
    on: ["floor"],
    reason: "a document that is created as published has no relations to any type there",
    tests: ["findOtherChanges says that relations to any type"],
  },
  {
    on: older,
    reason: "the service takes the targets of a user's relations by row id only",
    tests: [
      "User with media, relations and components",
      "findOtherChanges and findTakeovers name the user",
    ],
  },
  {
    on: older,
    reason: "an empty list of files is null",
    tests: ["generated types describe the drafts and published versions"],
  },
  {
    on: older,
    reason: "publishing adds nothing to other published versions",
    tests: [
      "findOtherChanges of a publish includes one-way relations of a type to itself",
      "findOtherChanges names",
      "Random sequences of saves, publishes, discards and undos",
    ],
  },
  {
    on: older,
    reason: "the service accepts values that later versions reject",
    tests: [
      "Set Password shows the service's error when the password is too short",
      "saving a user shows the service's error when a value is rejected",
      'validation of blocks rejects [{"type":"paragraph","children":[{"type":"link","url":"javascript:1"',
      `validation agrees with the service on internalNote: "${"x".repeat(86)}... (error`,
      ...["1.5", '""', '"x"', "true", "[]", "{}"].map(
        (value) => `validation agrees with the service on archiveNumber: ${value} (error`,
      ),
    ],
  },
  {
    on: ["floor"],
    reason: "the service requires values for images in blocks that later versions do not require",
    tests: ['validation of blocks accepts [{"type":"image"'],
  },
  {
    on: ["floor"],
    reason: "lists can't be filtered by publication status",
    tests: [
      "countTargets counts only what matches the list query of a collection or of the users",
      "an export contains only what matches the list query",
      "canFilterByState returns true for the service under test",
      "the check of a collection limits itself to a publication status",
      "the list query of a collection limits rows to one publication status",
      "a collection lists everything in the chosen locale after its list query is cleared",
      "a list query is restored in the next window",
    ],
  },
  {
    on: ["floor"],
    reason: "the service has no admin tokens",
    tests: [
      "an administrator's sign-in accepts a scoped admin token",
      "an administrator's sign-in offers an admin token only if the service supports it",
    ],
  },
  {
    on: ["floor"],
    reason: "publishing drops a relation of a document to itself",
    tests: [
      "publishing a published document reports no lost relation for a component that refers to its own document",
    ],
  },
  {
    on: ["middle"],
    reason: "5.47.1 does not keep the position of an added relation in the published version",
    tests: [
      "writing a to-many relation: connect adds at the start",
      "writing a to-many relation: connect adds before another",
    ],
  },
  {
    on: older,
    reason: "media files are found by documentId since 5.54.0",
    tests: [
      "uploading creates a file with its texts",
      "uploading accepts a file of a type that the attribute does not allow",
      "a deleted file is removed from the content",
    ],
  },
  {
    on: older,
    reason: "the route that counts users answers 500 for filters and other parameters",
    tests: [
      "a long filter list works for users",
      "a result is a number for the count of users",
      "the pagination of users has its total from count",
      "users().findMany parameters filters work for count",
      "users() on the real service count accepts filters",
    ],
  },
  {
    on: older,
    reason: "the routes of users check no length and accept a role only as an id",
    tests: [
      "creating a user accepts the role as a documentId",
      "creating a user accepts the role as connect with a documentId",
      "creating a user rejects an unknown role",
      "creating a user rejects a short password",
      "creating a user rejects a short username",
      "creating a user rejects an email or a username of another user",
      "updating a user accepts the role as the result of a read",
      "updating a user accepts the role as connect",
      "updating a user rejects a disconnected role",
      "updating a user rejects an unknown role",
      "updating a user changes only the time when the result of a read is written back",
      "updating a user ignores updatedAt and publishedAt",
    ],
  },
  {
    on: older,
    reason: "% and _ in a filter are wildcards",
    tests: ["$contains does not take % as a wildcard"],
  },
  {
    on: older,
    reason: "the service accepts other forms of parameters, and has other error messages",
    tests: [
      "a validation error with a key has the path of an unknown key in populate",
      "the populate parameter accepts names with commas",
      "the populate parameter rejects true",
      "the populate parameter rejects false",
      "the sort parameter rejects title:sideways",
      "the pagination parameter returns a page of 25 for page alone",
      "the pagination parameter takes a pageSize that is no number as the largest",
      'an invalid value is rejected for a draft and for a published version: archiveNumber: "x"',
    ],
  },
  {
    on: ["floor"],
    reason: "the service does not support publicationFilter, and ignores it",
    tests: [
      "status and publicationFilter filter drafts",
      "status and publicationFilter filter published versions",
      "status and publicationFilter reject an unknown value for publicationFilter",
      "status and publicationFilter reject an empty string for publicationFilter",
      "a validation error with a key has no issue for an unknown value of a parameter",
    ],
  },
  {
    on: ["floor"],
    reason: "the service ignores unknown filters",
    tests: [
      "a filter gives ValidationError for an unknown operator",
      "a filter gives ValidationError for a key inside JSON",
      "a filter gives ValidationError for a string instead of filters",
      "a long filter list is ignored in $or by the service",
    ],
  },
  {
    on: ["floor"],
    reason: "the service ignores invalid numbers and fields, or answers 500",
    tests: [
      "an error with empty details is ValidationError for a page that is no number",
      "the fields parameter rejects an object",
      "the pagination parameter rejects a page that is no number",
      "the pagination parameter rejects a fractional ",
      "the pagination parameter rejects a start that is no number",
      "the parameters of findMany reject a limit that is no number",
      "the parameters of findMany reject a start below 0",
      "a service with strict parameters accepts every parameter",
    ],
  },
  {
    on: ["floor"],
    reason: "a relation can come before the name of its component",
    tests: ["writing a dynamic zone requires __component before a relation"],
  },
];

/** The reason why a test doesn't apply to a service, or undefined if it applies. */
export function reasonAgainst(title: string, service: ServiceName): string | undefined {
  return exceptions.find(
    ({ on, tests }) => on.includes(service) && tests.some((start) => title.startsWith(start)),
  )?.reason;
}
