/** The number of generated cases of `npm run test:long`. Any other run leaves it unset. */
const cases = process.env["CMS_LONG"];

export const isLongRun = cases !== undefined;

/** The number of generated cases in this run, which is `usual` in `npm test`. */
export const caseCount = (usual: number): number => Number(cases ?? usual);

/**
 * A test that only `npm run test:long` runs, because it takes long and rarely fails. A test of `npm test` proves the
 * same in a simpler case or at a lower layer.
 */
export function itLong(title: string, test: Mocha.AsyncFunc | Mocha.Func): void {
  if (isLongRun) it(title, test);
}
