import { attributeValuesIn } from "../../content/attributePositions.ts";
import { publishedVersionFixes as fixes } from "../checkFinding.ts";
import { isFile, lackingReferences, referencesIn } from "../../content/references.ts";
import { collectedRun, waitingReferences, type CheckRule } from "../checkRule.ts";
import { listIn } from "../../schemas/catalog.ts";

/**
 * Finds relations whose target is gone. A service removes a document from relations when it deletes
 * it, so a required relation may become empty. Relations to documents that don't exist come from
 * imports and from changes of the database.
 */
export const missingTarget: CheckRule<"missing-target"> = {
  code: "missing-target",
  defaultSeverity: "error",
  needsPublished: true,
  create: ({ report, lookups }) =>
    collectedRun({
      maxItems: 400,
      collect: (document, service) => {
        const { address, title, content, published } = document;
        const isDraft = service.type.draftAndPublish && published === undefined;
        for (const { attribute, path, value } of attributeValuesIn(content, service)) {
          const { type, required, conditions } = attribute;
          // A condition of the attribute may hide it.
          const isRequired = required === true && /^(relation|media)$/.test(type) && !conditions;
          if (!isRequired || listIn(value)?.length !== 0) continue;
          const data = { kind: type === "media" ? "no-file" : "no-target" } as const;
          const fixes = [{ code: "choose-value" }] as const;
          // The service does not check it.
          report({ address, title, path, data, fixes }, isDraft ? "warning" : undefined);
        }
        // The service returns a target in a draft only if the target has a draft. A file names any.
        const references = document.file
          ? referencesIn(content, service)
          : lackingReferences(published ?? {}, content, service);
        const relations = references.filter((reference) => !isFile(reference));
        const kind = document.file ? ("not-in-folder" as const) : ("gone" as const);
        return waitingReferences(document, relations).map((reference) => ({ ...reference, kind }));
      },
      lookUp: async (references) => {
        const [failure, exists] = await lookups.existing(references);
        if (failure) return failure;
        for (const reference of references.filter((candidate) => exists(candidate) === false)) {
          const { address, title } = reference.document;
          const { title: targetTitle, documentId, kind, location } = reference;
          const data = { kind, title: targetTitle, documentId };
          if (kind === "not-in-folder") report({ address, title, path: location, data });
          // The draft has no path for the relation, so the finding has the path of its attribute.
          // The draft lacks the relation, so a publish removes it.
          else report({ address, title, path: location.slice(0, 1), data, fixes });
        }
        return undefined;
      },
    }),
};
