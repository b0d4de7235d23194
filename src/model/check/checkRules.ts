import type { CheckRule } from "./checkRule.ts";
import { brokenLink } from "./rules/brokenLink.ts";
import { differentOrder } from "./rules/differentOrder.ts";
import { duplicateDocument } from "./rules/duplicateDocument.ts";
import { duplicateValue } from "./rules/duplicateValue.ts";
import { emptyText } from "./rules/emptyText.ts";
import { exposedData } from "./rules/exposedData.ts";
import { invalidValue } from "./rules/invalidValue.ts";
import { lostRelation } from "./rules/lostRelation.ts";
import { missingAlternativeText } from "./rules/missingAlternativeText.ts";
import { missingTarget } from "./rules/missingTarget.ts";
import { missingTranslation } from "./rules/missingTranslation.ts";
import { staleTranslation } from "./rules/staleTranslation.ts";
import { unusedFile } from "./rules/unusedFile.ts";
import { unpublishedTarget } from "./rules/unpublishedTarget.ts";

/** All rules, in the order in which they check a page. */
export const checkRules: readonly CheckRule[] = [
  invalidValue,
  missingTarget,
  duplicateDocument,
  duplicateValue,
  lostRelation,
  unpublishedTarget,
  differentOrder,
  staleTranslation,
  missingTranslation,
  brokenLink,
  missingAlternativeText,
  emptyText,
  unusedFile,
  exposedData,
];
