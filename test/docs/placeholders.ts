import { projectFiles, read, readJson } from "../house/root.ts";

/** A text that the maintainers replace before the first release, and by what. */
interface Placeholder {
  readonly text: string;
  readonly instead: string;
}

export const placeholders: readonly Placeholder[] = [
  { text: "OWNER/REPOSITORY", instead: "the owner and the name of the repository on GitHub" },
  { text: "@OWNER", instead: "the GitHub users or the team that review changes" },
  { text: "CONTACT ADDRESS", instead: "the e-mail address of the maintainers" },
  { text: "<URL of this repository>", instead: "the URL of the repository" },
  { text: "not on the Marketplace yet", instead: "a link to the page on the Marketplace" },
];

/** The publisher until the maintainers own one. */
const provisionalPublisher = "cms-content-browser";

interface Manifest {
  readonly publisher: string;
  readonly repository?: unknown;
}

/** The placeholders in a file, each as a line with its place and what to write instead. */
export const placeholdersIn = (path: string, content: string): string[] =>
  content
    .split("\n")
    .flatMap((line, index) =>
      placeholders
        .filter(({ text }) => line.includes(text))
        .map(({ text, instead }) => `${path}:${index + 1}: replace ${text} by ${instead}`),
    );

/** What the manifest of the extension lacks for a release. */
export const missingIn = ({ publisher, repository }: Manifest): string[] => [
  ...(repository === undefined
    ? ["package.json: set repository to the URL of the repository"]
    : []),
  ...(publisher === provisionalPublisher
    ? [`package.json: replace the publisher ${publisher} by yours on the Marketplace`]
    : []),
];

/** What the maintainers have to replace before the first release. */
export function projectPlaceholders(): string[] {
  // docs/releasing.md explains the placeholders, and the tests know them.
  const paths = projectFiles().filter(
    (path) => /\.(md|ts|json|yml)$|CODEOWNERS$/.test(path) && !/^test\/|releasing\.md$/.test(path),
  );
  return [
    ...missingIn(readJson("package.json") as Manifest),
    ...paths.flatMap((path) => placeholdersIn(path, read(path))),
  ];
}
