import * as l10n from "@vscode/l10n";
import type { Misfit } from "../../model/foundation/jsonShape.ts";
import { similarKey } from "../../model/foundation/jsonShape.ts";

export function describeMisfit(misfit: Misfit): string {
  const key = misfit.path.join(".") || l10n.t("The value");
  switch (misfit.why) {
    case "unknown": {
      const { known } = misfit;
      const similar = similarKey(String(misfit.path.at(-1)), known);
      return similar === undefined
        ? l10n.t("There is no key {key}. Choose from: {known}.", { key, known: known.join(", ") })
        : l10n.t("There is no key {key}. Did you mean {similar}?", { key, similar });
    }
    case "missing":
      return l10n.t("{key} is missing.", { key });
    case "duplicate":
      return l10n.t("{key} is a duplicate.", { key });
    case "invalid":
      return l10n.t("{key} is not valid.", { key });
    case "too-many":
      return l10n.t("{key} has more than {limit} entries.", { key, limit: misfit.limit });
    case "wrong-choice":
      return misfit.choices.length === 1
        ? l10n.t("{key} must be {value}.", { key, value: String(misfit.choices[0]) })
        : l10n.t("{key} must be one of {values}.", { key, values: misfit.choices.join(", ") });
    case "wrong-type":
      return typeWords[misfit.type](key);
  }
}

const typeWords: Readonly<
  Record<Extract<Misfit, { why: "wrong-type" }>["type"], (key: string) => string>
> = {
  object: (key) => l10n.t("{key} must be an object.", { key }),
  array: (key) => l10n.t("{key} must be an array.", { key }),
  string: (key) => l10n.t("{key} must be a text.", { key }),
  number: (key) => l10n.t("{key} must be a number.", { key }),
  boolean: (key) => l10n.t("{key} must be true or false.", { key }),
};
