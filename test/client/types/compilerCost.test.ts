import assert from "node:assert/strict";
import { countInstantiations } from "../../support/compilerCost.ts";

describe("Cost of the client's types", function () {
  // The compiler checks a large program.
  this.timeout(180_000);

  it("types of the client cost the compiler at most 250,000 instantiations for 30 functions with deep populate", () => {
    const count = countInstantiations();

    assert.ok(count <= 250_000, `${count} instantiations`);
    // The program is really compiled.
    assert.ok(count > 50_000, `${count} instantiations`);
  });
});
