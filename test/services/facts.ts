/**
 * `npm test` sets it, and so tests only a slice of the facts: they change only with the service's version.
 * `npm run test:services` and `npm run test:long` test them all.
 */
const isSlice = process.env["CMS_TEST_ROUNDS"] !== undefined;

/** The facts of a table that are tested in this run: in `npm test` the first, the sixth and so on. */
export const facts = <T>(all: readonly T[]): readonly T[] =>
  isSlice ? all.filter((_, at) => at % 5 === 0) : all;

/** A test of a fact that no method of the client depends on alone. `npm test` leaves it out. */
export function itFact(title: string, test: Mocha.AsyncFunc | Mocha.Func): void {
  if (!isSlice) it(title, test);
}
