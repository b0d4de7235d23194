import { steps } from "../demo/steps.ts";
import { useMagazine } from "./useMagazine.ts";

describe("The main job, each step seen on the service", function () {
  this.timeout(60_000);
  const stage = useMagazine();

  for (const [index, step] of steps.entries()) {
    it(step.name, async () => {
      await step.run(stage());

      await stage().workbench.screenshot(`main-job-${index + 1}`);
    });
  }
});
