import assert from "node:assert/strict";
import { countInstantiations } from "../../support/compilerCost.ts";
import { isLongRun } from "../../support/longRun.ts";

/** `npm run test:long` compiles a function for each of the 30 types. */
const [functionCount, limit] = isLongRun ? [30, 250_000] : [10, 125_000];

describe("Cost of the client's types", function () {
  // The compiler checks a large program.
  this.timeout(180_000);

  it(`types of the client cost the compiler at most ${limit} instantiations for ${functionCount} functions with deep populate`, () => {
    const count = countInstantiations(functionCount);

    assert.ok(count <= limit, `${count} instantiations`);
    // The program is really compiled.
    assert.ok(count > limit / 5, `${count} instantiations`);
  });
});
