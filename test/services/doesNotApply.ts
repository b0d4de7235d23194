import type { ServiceName } from "./descriptions.ts";

interface Exception {
  readonly on: readonly ServiceName[];
  /** What is otherwise there: the tests say what holds on the newest service. */
  readonly reason: string;
  /** The whole titles of tests, or how they begin. */
  readonly tests: readonly string[];
}

const older: readonly ServiceName[] = ["floor", "middle"];

/** What a test says of the service itself, and other versions, databases or projects do otherwise. */
const exceptions: readonly Exception[] = [
  {
    on: ["postgres"],
    reason: "PostgreSQL refuses to compare a number with a text, and the service answers 500",
    tests: [
      "The media library, read the route of one file takes its numeric id, and no documentId",
      "Specification 2, User id: a documentId addresses no user, and is refused before it is sent",
      "Parameters of a list of users filters: a number as a text that is none finds nothing",
      "What one user brings with it nobody is found by a documentId, a word, or filters",
      "Updating a user nobody updates himself: me is no route of its own",
    ],
  },
  {
    on: ["postgres"],
    reason: "PostgreSQL leaves out the zeros at the end of a time",
    tests: [
      'Values that a write takes, and how they come back broadcastTime: "10:30:00" is',
      'Values that a write takes, and how they come back broadcastTime: "10:30:00.5" is',
    ],
  },
  {
    on: ["postgres", "mariadb"],
    reason: "these databases refuse a bare text in a JSON attribute, and the service answers 500",
    tests: ['Values that a write takes, and how they come back metadata: "text" is "text"'],
  },
  {
    on: ["postgres", "mariadb"],
    reason: "only SQLite loses digits of a biginteger",
    tests: [
      "Values that a write takes, and how they come back archiveNumber: a number beyond 2^53",
    ],
  },
  {
    on: ["mariadb"],
    reason: "MariaDB knows this operator",
    tests: ["Filters that the service fails on: an HttpError, and not tried again $jsonSupersetOf"],
  },
  {
    on: ["mariadb"],
    reason: "MariaDB does not tell upper case from lower",
    tests: ["locale, of a list a code in the wrong case is unknown"],
  },
  {
    on: ["postgres"],
    reason: "PostgreSQL puts rows without a value first where it sorts downwards",
    tests: ["A collection that is narrowed shows the order that was chosen"],
  },
  {
    on: ["shaped"],
    reason: "the project has more types and components",
    tests: [
      "What a connection may do is everything with a token that may do everything",
      "Find Content finds a text in components, single and repeated",
      "Find Content names what the token may not read",
      "Find Content inside zones is not done unless it is chosen",
      "What points to a document says where it could not look",
      "The catalog of a service has its collections and single types",
      "A service and the project that it is made of",
      "A catalog of a token that may not read content types is that of the Strapi project",
      "A catalog of a token that may not read content types is inferred from documents",
      "A workspace's schema with keys that the service does not know lists rows",
      "Content types that are told those of the project are all there",
      "Content types that are told which of them have drafts",
      "Components and locales that are told every component",
    ],
  },
  {
    on: ["shaped"],
    reason: "the project has settings of its own: pages of 7, and strict parameters",
    tests: [
      "A service with strict parameters, pages of 250, no totals, and compression",
      "An export of a part is of what is selected alone",
      "An export on a way where things go wrong that ends since",
      "An export on a way where things go wrong goes on where the service was too busy",
      "An export on a way where things go wrong that is cancelled",
      "Find Content shows ten of a type",
      "What points to a document names a hundred of each relation",
      "A collection of 100,000 on the service opens with one list request",
      "A collection of 100,000 on the service gives the row of its oldest document",
      "A collection of 100,000 on the service is loaded as far as somebody waits for it",
      "What is listed is read anew by a refresh",
      "An answer that contradicts the catalog refused for the field that rows are known by",
      "Specification 8, Limits that it does not show: page size",
      "One document an unknown parameter is passed over",
      "pagination none is the first 25",
      "pagination page alone is a page of 25",
      "pagination pageSize 1000 is cut to 100",
      "pagination a pageSize that is no number",
      "pagination start alone has a limit of 25",
      "pagination a start past the end is empty",
      "pagination limit 1000 is cut to 100",
      "pagination a limit that is no number",
      "pagination a text is passed over",
      "pagination half a page is refused",
      "pagination start beside the filters",
      "pagination limit beside the filters",
      "status and publicationFilter publicationState, of an older service",
    ],
  },
  {
    on: ["shaped"],
    reason: "its route leaves lists, components and zones read-only",
    tests: ["Every document of the magazine was edited in every way there is"],
  },
  {
    on: older,
    reason: "an empty list of files is null",
    tests: ["Every document of the magazine is what the types made of the schema say"],
  },
  {
    on: older,
    reason: "a publish adds nothing to other published versions",
    tests: ["What a publish changes elsewhere include one-way relations of a type to itself"],
  },
  {
    on: older,
    reason: "the service takes values that later versions refuse",
    tests: [
      "Setting the password of a user is refused in the service's own words when it is too short",
      "A user that is saved is refused in the service's own words where a value won't do",
      'Blocks are looked at as the service looks at them finds what is wrong with [{"type":"paragraph","children":[{"type":"link","url":"javascript:1"',
      `What a document may hold is told as the service would tell it internalNote: "${"x".repeat(86)}... is error`,
      ...["1.5", '""', '"x"', "true", "[]", "{}"].map(
        (value) =>
          `What a document may hold is told as the service would tell it archiveNumber: ${value} is error`,
      ),
    ],
  },
  {
    on: ["floor"],
    reason:
      "the service takes images in blocks only with values that later versions can do without",
    tests: ['Blocks are looked at as the service looks at them takes [{"type":"image"'],
  },
  {
    on: ["floor"],
    reason: "lists can't be filtered by publication status",
    tests: [
      "Counting counts what a collection and the users are narrowed to",
      "An export of a part is of what a collection is narrowed to",
      "Whether a service can list by state is told by the service that there is",
      "A collection that is narrowed shows the rows of one state alone",
      "A collection that is narrowed shows everything again in its locale",
      "A collection that is narrowed is narrowed to the same in the next window",
    ],
  },
  {
    on: ["floor"],
    reason: "the service has no admin tokens",
    tests: [
      "An administrator signs in with a scoped admin token, which does what it may",
      "An administrator is offered an admin token where the service has them",
    ],
  },
  {
    on: ["floor"],
    reason: "a publish drops a relation of a document to itself",
    tests: [
      "Publishing again finds nothing to bring back where a component names its own document",
    ],
  },
  {
    on: ["middle"],
    reason: "5.47.1 does not keep where a relation was added in the published version",
    tests: [
      "Relations of a write to-many: connect adds at the start where that is asked",
      "Relations of a write to-many: connect adds before another",
    ],
  },
  {
    on: older,
    reason: "media are resolved by documentId from 5.54.0 on",
    tests: [
      "The media library, written an upload makes a file with its words",
      "The media library, written what kinds an attribute allows",
      "A file that is gone is gone from the content that held it",
    ],
  },
  {
    on: older,
    reason: "the route that counts users answers 500 where it is given filters or parameters",
    tests: [
      "Lists of more than 100 values users take them, in find and in count",
      "What a token may do, as it is probed GET users/count",
      "What a token may do, as it is probed changes nothing",
      "Specification 2, Response envelopes Users count",
      "Specification and service differ: pagination of users the total comes from count",
      "Parameters of a list of users count takes filters",
      "Specification 4.1 Users count: takes filters",
    ],
  },
  {
    on: older,
    reason: "the routes of users check no length and take a role only as an id",
    tests: [
      "Creating a user takes the role as a documentId",
      "Creating a user takes the role as connect with a documentId",
      "Creating a user no such role is refused",
      "Creating a user a short password is refused",
      "Creating a user a short username is refused",
      "Creating a user an email or a username that another has is refused",
      "Updating a user takes the role as what a read gave",
      "Updating a user takes the role as connect",
      "Updating a user a role taken away is refused",
      "Updating a user no such role is refused",
      "Updating a user whatever a read gave, written back, changes nothing but the time",
      "Updating a user updatedAt and publishedAt are the service's own",
    ],
  },
  {
    on: older,
    reason: "% and _ in a filter stand for any characters",
    tests: [
      "Operators of a filter that look for a part of a text $contains takes no % for anything",
    ],
  },
  {
    on: older,
    reason: "the service takes other forms of parameters, and words its refusals otherwise",
    tests: [
      "Error bodies that name a key an unknown key to populate is a ValidationError with its path",
      "populate of a read names with commas",
      "populate of a read true is refused",
      "populate of a read false is refused",
      "sort title:sideways is refused",
      "pagination page alone is a page of 25",
      "pagination a pageSize that is no number is the largest",
      'Values that a write refuses, drafts included archiveNumber: "x"',
    ],
  },
  {
    on: ["floor"],
    reason: "publicationFilter came later, and is passed over",
    tests: [
      "status and publicationFilter drafts",
      "status and publicationFilter published versions",
      "status and publicationFilter an unknown value for publicationFilter is refused",
      "status and publicationFilter the empty text for publicationFilter is refused",
      "Error bodies that name a key an unknown value of a parameter",
    ],
  },
  {
    on: ["floor"],
    reason: "the service passes over filters that it does not know",
    tests: [
      "Filters that the service refuses: a ValidationError in its words an unknown operator",
      "Filters that the service refuses: a ValidationError in its words a key inside JSON",
      "Filters that the service refuses: a ValidationError in its words a text instead of filters",
      "Lists of more than 100 values the service itself passes over the branches of an $or",
    ],
  },
  {
    on: ["floor"],
    reason: "parameters that are no number, and fields that are no list, are a 500 or passed over",
    tests: [
      "Error bodies whose details are empty a page that is no number",
      "fields of a read an object is refused",
      "pagination a page that is no number is refused",
      "pagination half ",
      "pagination a start that is no number is refused",
      "Parameters of a list of users a limit that is no number is refused",
      "Parameters of a list of users a start below 0 is refused",
      "A service with strict parameters, pages of 250, no totals, and compression every parameter",
    ],
  },
  {
    on: ["floor"],
    reason: "a relation may come before the name of its component",
    tests: ["Dynamic zones of a write the name of a component must come before a relation in it"],
  },
];

/** Why a test does not apply to a service; undefined where it does. */
export function reasonAgainst(title: string, service: ServiceName): string | undefined {
  return exceptions.find(
    ({ on, tests }) => on.includes(service) && tests.some((start) => title.startsWith(start)),
  )?.reason;
}
