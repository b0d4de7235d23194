import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { hangUp } from "../../support/loopback.ts";
import type { TestModel } from "../testModel.ts";
import { ask, magazine, makeArticle, openModel } from "../magazine.ts";

/** Gives each test of the calling describe() a proxy to the magazine that drops answers. */
export function losing() {
  let faults: Faults;

  beforeEach("start a proxy", async () => {
    faults = await startFaults(magazine().url);
  });
  afterEach("stop the proxy", async () => {
    await faults.stop();
  });

  /** Lets the service handle the write, but makes it unreachable afterwards until the proxy is healed. */
  const loseAnswer = (id: string, data: object): void => {
    faults.inject(/^PUT/, (response, request) => {
      void ask("PUT", `articles/${id}?status=draft&locale=en`, data).then(() => {
        faults.inject(/./, hangUp);
        hangUp(response, request);
      });
    });
  };

  async function opened(stores: Partial<ConstructorParameters<typeof TestModel>[0]> = {}) {
    const model = openModel({ ...stores, url: faults.url });
    const id = await makeArticle({ title: "Tea", kicker: "Old" });
    const address = model.article(id);
    const snapshot = await model.open(address);
    return { model, id, address, snapshot };
  }

  return { way: () => faults, loseAnswer, opened };
}
