import assert from "node:assert/strict";
import { withBack } from "../../../src/host/shared/stepInput.ts";
import { choose, pickMany } from "../../../src/host/shared/prompts.ts";
import { usePrompts } from "../prompts.ts";

const choices = (...labels: readonly string[]) => labels.map((label) => ({ label, value: label }));

describe("Multi-step input", () => {
  const prompts = usePrompts();

  it("multi-step input goes back to the previous step, which offers its earlier answer", async () => {
    const running = withBack(async () => [
      await choose(choices("Tea", "Coffee"), { title: "Drink" }),
      await pickMany(choices("Milk", "Sugar"), { title: "With", placeholder: "" }),
      await choose(choices("Cup", "Mug"), { title: "In" }),
    ]);
    await prompts.accept("Drink", "Coffee");
    await prompts.accept("With");
    await prompts.goBack("In");
    await prompts.goBack("With");
    await prompts.accept("Drink");
    await prompts.accept("With");
    await prompts.accept("In");

    assert.deepEqual(await running, ["Coffee", ["Milk", "Sugar"], "Cup"]);
  });

  it("multi-step input repeats only the later steps and the code between them after Back", async () => {
    const sizes: string[] = [];
    const running = withBack(async () => {
      const size = await choose(choices("Small", "Large"), { title: "Size" });
      sizes.push(size);
      return [size, await choose(choices("Red", "Blue"), { title: `Colour of ${size}` })];
    });
    await prompts.accept("Size");
    await prompts.goBack("Colour of Small");
    await prompts.accept("Size");
    await prompts.accept("Colour of Small");

    assert.deepEqual(
      [await running, sizes],
      [
        ["Small", "Red"],
        ["Small", "Small"],
      ],
    );
  });
});
