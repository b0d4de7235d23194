import assert from "node:assert/strict";
import { defaultRows } from "../../../src/model/copy/copies.ts";
import { textIn } from "../../../src/model/foundation/json.ts";
import { startFaultyProxy } from "../../support/faultyProxy.ts";
import { itLong } from "../../support/longRun.ts";
import { Copying } from "./copying.ts";
import { unique } from "../magazine.ts";
import { useTwoServices } from "../twoServices.ts";
import { plainList } from "../../support/plainHttp.ts";
import { plainMakeDraft, plainPublish } from "../../support/plainWrites.ts";

describe("Resumed publishing", function () {
  this.timeout(120_000);
  const services = useTwoServices();

  /** Copies and publishes what is left; returns the outcomes of all steps. */
  async function resume(copying: Copying, id: string): Promise<string[]> {
    const comparison = await copying.compare({ articles: [id] }, "draft", { publishes: true });
    if (defaultRows(comparison).length === 0) return [];
    const result = await copying.run(await copying.plan(comparison, { publish: true }), "copy-2");
    return [...result.items, ...result.published].map(({ outcome }) => outcome);
  }

  itLong("a resumed copy publishes the rest with its relations after a cut", async () => {
    // The first two writes create the documents. The last copy ends.
    for (let write = 3, isCut = true; isCut; write += 1) {
      const { from, to } = services();
      const proxy = await startFaultyProxy(to.url);
      const name = unique("Published");
      const slug = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
      const author = await plainMakeDraft(from, "authors", { name, slug });
      const id = await plainMakeDraft(from, "articles", { title: name, slug, author });
      for (const path of [`authors/${author}`, `articles/${id}`]) await plainPublish(from, path);
      const copying = new Copying({ urls: { to: proxy.url } });
      const plan = await copying.plan(
        await copying.compare({ articles: [id] }, "draft", { publishes: true }),
        {
          publish: true,
        },
      );
      const cut = new AbortController();
      isCut = false;
      let writes = 0;
      proxy.meet(({ method }) => {
        if (method === "GET") return undefined;
        writes += 1;
        if (writes !== write) return undefined;
        isCut = true;
        cut.abort();
        return { kind: "request dropped" };
      });
      await copying.copies.run(plan, { group: "copy-1", signal: cut.signal });
      proxy.meet(() => undefined);

      const outcomes = await resume(copying, id);
      await proxy.stop();

      assert.deepEqual(
        outcomes.filter((outcome) => outcome !== "done"),
        [],
      );
      const [targetArticle] = await plainList(
        to,
        `articles?filters[slug][$eq]=${slug}&populate=author`,
      );
      assert.deepEqual(
        [targetArticle?.["title"], textIn((targetArticle?.["author"] ?? {}) as never, "name")],
        [name, name],
        `cut at write ${write}`,
      );
    }
  });
});
