/** Runs the tests of a suite without the rights of root, who may read and write every file. */
export function useOrdinaryUser(): void {
  const isRoot = process.geteuid?.() === 0;
  before(() => {
    if (isRoot) process.seteuid?.("nobody");
  });
  after(() => {
    if (isRoot) process.seteuid?.(0);
  });
}
