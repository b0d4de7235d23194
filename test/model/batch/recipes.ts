import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { editsIn, withEdits } from "../../../src/model/batch/replacementEdits.ts";
import { textFieldsOf } from "../../../src/model/batch/textFields.ts";
import { toReplacement } from "../../../src/model/batch/textPattern.ts";
import type { ReplaceQuery } from "../../../src/model/batch/textPattern.ts";
import { kitchen, recipes } from "../kitchen.ts";
import { must } from "../outcomes.ts";

export const service = { type: recipes, catalog: kitchen } as Parameters<typeof textFieldsOf>[0];
export const fields = textFieldsOf(service);
export const plainly = { isRegExp: false, matchCase: false, wholeWord: false, replacement: "" };

/** The content after the replacement, and the number of matches in each attribute. */
export async function replaced(
  content: JsonObject,
  query: Partial<ReplaceQuery> & { readonly text: string },
) {
  const replacement = must(toReplacement({ ...plainly, ...query }));
  const edits = must(await editsIn(content, { ...replacement, fields }, service));
  const counts = Object.fromEntries(
    edits.filter(({ count }) => count > 0).map(({ name, count }) => [name, count]),
  );
  return { content: withEdits(content, edits), counts };
}
