import type { Json } from "../../../src/model/foundation/json.ts";
import { merge } from "../../../src/model/content/merge.ts";
import type { MergeSide } from "../../../src/model/content/merge.ts";
import { kitchen, recipes } from "../kitchen.ts";

interface Sides {
  readonly base: readonly Json[] | null;
  readonly mine: readonly Json[] | null;
  readonly theirs: readonly Json[] | null;
}

/** The merged list, with the paths of the remote changes and of the conflicts. */
export function merging(
  name: string,
  { base, mine, theirs }: Sides,
  prefer: MergeSide = "mine",
): unknown[] {
  const { merged, remotePaths, conflicts } = merge(
    { base: { [name]: base }, mine: { [name]: mine }, theirs: { [name]: theirs } },
    { type: recipes, catalog: kitchen },
    prefer,
  );
  return [merged[name], remotePaths, conflicts];
}
