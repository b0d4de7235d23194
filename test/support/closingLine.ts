import Mocha from "mocha";

/**
 * Mocha's usual report, closed by one line of figures for the script that runs the suites.
 * Mocha loads a reporter by its file's default export.
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
