import { describeService } from "./descriptions.ts";
import { reasonAgainst } from "./doesNotApply.ts";

// At the top of a file that every test of a service imports.
beforeEach("leave out what does not apply to this service", function () {
  const { name } = describeService();
  const test = this.currentTest;
  const reason = test && reasonAgainst(test.fullTitle(), name);
  if (!test || reason === undefined) return;
  test.title += ` (not on ${name}: ${reason})`;
  this.skip();
});
