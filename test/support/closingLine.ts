import Mocha from "mocha";

/**
 * Mocha's default report, followed by a line with counts that the script of the suites reads. Mocha requires the
 * default export.
 */
export default class ClosingLine extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures, pending } = this.stats;
      Mocha.reporters.Base.consoleLog(`${passes} passed, ${failures} failed, ${pending} skipped`);
    });
  }
}
