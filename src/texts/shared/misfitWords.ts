import * as l10n from "@vscode/l10n";
import type { Misfit } from "../../model/foundation/jsonShape.ts";
import type { MarkdownProblem } from "../../model/runs/bulkFailure.ts";
import { similarKey } from "../../model/foundation/json.ts";
import { wordsBy, wordsFor } from "./nameList.ts";

export function describeMisfit(misfit: Misfit): string {
  const key = misfit.path.join(".") || l10n.t("The value");
  return wordsBy<"why", Misfit>({
    unknown: ({ path, known }) => {
      const similar = similarKey(String(path.at(-1)), known);
      return similar === undefined
        ? l10n.t("There is no key {key}. Choose from: {known}.", { key, known: known.join(", ") })
        : l10n.t("There is no key {key}. Did you mean {similar}?", { key, similar });
    },
    missing: () => l10n.t("{key} is missing.", { key }),
    duplicate: () => l10n.t("{key} is a duplicate.", { key }),
    invalid: () => l10n.t("{key} is not valid.", { key }),
    "too-many": ({ limit }) => l10n.t("{key} has more than {limit} entries.", { key, limit }),
    "wrong-choice": ({ choices }) =>
      choices.length === 1
        ? l10n.t("{key} must be {value}.", { key, value: String(choices[0]) })
        : l10n.t("{key} must be one of {values}.", { key, values: choices.join(", ") }),
    "wrong-type": ({ type }) =>
      wordsFor(type, {
        object: l10n.t("{key} must be an object.", { key }),
        array: l10n.t("{key} must be an array.", { key }),
        string: l10n.t("{key} must be a text.", { key }),
        number: l10n.t("{key} must be a number.", { key }),
        boolean: l10n.t("{key} must be true or false.", { key }),
      }),
  })(misfit.why, misfit);
}

/** Why a Markdown file is no document. */
export const describeMarkdownProblem = (problem: MarkdownProblem): string =>
  wordsFor(problem, {
    "no-front-matter": l10n.t(
      "The file has no front matter, which is YAML between two lines of three hyphens.",
    ),
    conflict: l10n.t("The file has the marks of a conflict."),
    anchor: l10n.t(
      "The front matter has an anchor, an alias or a tag of YAML. Write the value itself.",
    ),
    "two-bodies": l10n.t(
      "The front matter has the field that is also the text below it. Remove one of them.",
    ),
    "two-files": l10n.t(
      "The same content is in a Markdown file and in a JSON file, and differs. Delete one of them.",
    ),
  });
