import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { createCms } from "../../src/client/index.ts";
import type { Cms, CmsOptions } from "../../src/client/index.ts";
import { startHostile } from "../support/hostile.ts";
import type { Hostile } from "../support/hostile.ts";
import { polite } from "../support/polite.ts";
import { watchStrays } from "./strays.ts";
import type { Strays } from "./strays.ts";
import { oddities } from "./verdict.ts";
import { wildNames, withWild } from "./wildInputs.ts";

/** Every option, and every property of `tls`. It does not compile if an option is missing. */
const optionPaths: Readonly<Record<keyof CmsOptions, readonly string[]>> = {
  baseUrl: ["baseUrl"],
  apiPrefix: ["apiPrefix"],
  token: ["token"],
  headers: ["headers", "headers.x-tenant"],
  timeoutMs: ["timeoutMs"],
  deadlineMs: ["deadlineMs"],
  retries: ["retries"],
  maxResponseBytes: ["maxResponseBytes"],
  proxy: ["proxy"],
  noProxy: ["noProxy"],
  tls: ["tls", "tls.ca", "tls.cert", "tls.key", "tls.passphrase", "tls.rejectUnauthorized"],
  isWriteAllowed: ["isWriteAllowed"],
  log: ["log"],
};

describe("Arbitrary options", function () {
  this.timeout(60_000);
  let service: Hostile;
  let strays: Strays;
  beforeEach(async () => {
    service = await startHostile();
    service.behave(polite);
    strays = watchStrays();
  });
  afterEach(async () => {
    strays.stop();
    await service.stop();
  });

  /** Lists what is wrong with a client that has these options. createCms may reject the options. */
  async function troubles(options: object): Promise<string[]> {
    const before = service.requests.length;
    let cms: Cms;
    try {
      cms = createCms(options as CmsOptions);
    } catch (error) {
      // createCms may pass on the error of a caller's getter.
      const isFair = error instanceof TypeError || String(error).includes("own code");
      return isFair ? [] : [`throws ${String(error)}`];
    }
    const answered = cms.users().me();
    const result = await Promise.race([answered, pause(3_000, "no tuple in time")]);
    await cms.close();
    const sent = service.requests.length - before;
    // The last request of the previous client can arrive late. More than three requests mean endless retries.
    const more = sent > 3 ? [`${sent} requests`] : [];
    return [...oddities(result), ...more, ...strays.take().map(String)];
  }

  for (const path of Object.values(optionPaths).flat()) {
    it(`createCms throws a TypeError or calls return a tuple for any value of ${path}`, async () => {
      for (const name of wildNames) {
        const sane = { baseUrl: service.url, timeoutMs: 1_000, deadlineMs: 1_000, retries: 0 };

        const faults = await troubles(withWild(sane, path, name));

        assert.deepEqual([name, faults], [name, []]);
      }
    });
  }

  it("createCms throws a TypeError or calls return a tuple for any value as its options", async () => {
    const faults = [];
    for (const name of wildNames.filter((name) => name !== "a getter that throws")) {
      faults.push(...(await troubles(withWild({}, "options", name)["options"] as object)));
    }

    assert.deepEqual(faults, []);
  });
});
