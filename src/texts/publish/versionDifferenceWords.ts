import * as l10n from "@vscode/l10n";
import type {
  VersionDifferences,
  MissingRelationReason,
} from "../../model/documents/versionDifferences.ts";
import type { PublishPreview } from "../../model/publish/publishPreview.ts";
import type { Outcome } from "../../model/foundation/outcome.ts";
import type { Failure } from "../../model/failure.ts";
import type { Reference } from "../../model/content/references.ts";
import { listOf, nonEmpty, type NameList } from "../shared/nameList.ts";
import { describe, untitled } from "../shared/failureWords.ts";

/** Relations by field and title, such as `author 'Nora'`, each once. */
export const relationWords = (references: readonly Reference[], list: NameList = listOf): string =>
  list([...new Set(references.map(({ path, title }) => `${path} '${title || untitled()}'`))]);

/** How a published version differs from its draft: one sentence for each reason. */
export function describeDifferences([failure, differences]: Outcome<
  VersionDifferences,
  Failure
>): string[] {
  if (failure) {
    return [
      l10n.t("The draft and the published version couldn't be compared. {error}", {
        error: describe(failure),
      }),
    ];
  }
  const { missingRelations, attributes } = differences;
  const missingRelationWords = (missingReason: MissingRelationReason) =>
    relationWords(
      missingRelations.flatMap(({ reason, reference }) =>
        reason === missingReason ? reference : [],
      ),
    );
  const [unpublishedRelations, selfRelations, lostRelations] = [
    missingRelationWords("not-published"),
    missingRelationWords("names-itself"),
    missingRelationWords("lost"),
  ];
  return nonEmpty(
    unpublishedRelations &&
      l10n.t("Not in the published version, because the target is not published: {relations}.", {
        relations: unpublishedRelations,
      }),
    selfRelations &&
      l10n.t(
        "Not in the published version, because the service drops relations in components to the document itself: {relations}.",
        { relations: selfRelations },
      ),
    lostRelations &&
      l10n.t("Not in the published version, although the target is published: {relations}.", {
        relations: lostRelations,
      }),
    attributes.length > 0 &&
      l10n.t("The published version differs from the draft in {fields}.", {
        fields: listOf(attributes),
      }),
  );
}

/** Names a relation once, even where several locales have it. */
export function omittedRelationsWords(
  publishings: readonly Pick<PublishPreview, "omitted" | "selfReferences">[],
  list: NameList = listOf,
): string[] {
  const omitted = relationWords(
    publishings.flatMap((publishing) => publishing.omitted),
    list,
  );
  const itself = relationWords(
    publishings.flatMap(({ selfReferences }) => selfReferences),
    list,
  );
  return nonEmpty(
    omitted &&
      l10n.t("Publishing omits relations to unpublished documents: {relations}.", {
        relations: omitted,
      }),
    itself &&
      l10n.t("Publishing omits relations in components to the document itself: {relations}.", {
        relations: itself,
      }),
  );
}
