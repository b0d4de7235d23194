import { describeService } from "./descriptions.ts";
import { reasonAgainst } from "./doesNotApply.ts";

// Each test file of a service imports this module. The hook is at the top level, so that it runs before every test.
beforeEach("skip a test that does not apply to this service", function () {
  const { name } = describeService();
  const test = this.currentTest;
  const reason = test && (reasonAgainst(test.title, name) ?? reasonAgainst(test.fullTitle(), name));
  if (!test || reason === undefined) return;
  test.title += ` (not on ${name}: ${reason})`;
  this.skip();
});
