import { deepEqual, equal, match } from "node:assert/strict";
import { makeArticle, makeTranslated, unique } from "../../model/magazine.ts";
import { cli, cliProcess, jsonLines } from "../cli.ts";

describe("cms-content count", () => {
  it("cms-content count prints the number of documents that match a filter, drafts included", async () => {
    const kicker = unique("count");
    await makeArticle({ kicker });
    await makeArticle({ kicker }, "status=draft");
    const filter = JSON.stringify({ kicker: { $eq: kicker } });
    const { code, stdout, stderr } = await cliProcess(["count", "articles", "--filter", filter]);
    deepEqual({ code, stdout, stderr }, { code: 0, stdout: "2\n", stderr: "" });
  });

  it("cms-content count prints the number of documents with a publication status", async () => {
    const kicker = unique("count");
    await makeArticle({ kicker });
    await makeArticle({ kicker }, "status=draft");
    const filter = JSON.stringify({ kicker });
    const words = ["count", "articles", "--filter", filter, "--status", "draft", "--json"];
    deepEqual(jsonLines(await cli(words)), [{ type: "articles", count: 1 }]);
  });

  it("cms-content count --all-locales counts a document once in each of its locales", async () => {
    const title = unique("Counted");
    await makeTranslated(title, title);
    const words = ["count", "articles", "--filter", JSON.stringify({ title })];
    equal((await cli(words)).stdout, "1\n");
    equal((await cli([...words, "--all-locales"])).stdout, "2\n");
  });

  it("cms-content count counts one document of a single type", async () => {
    equal((await cli(["count", "homepage"])).stdout, "1\n");
  });

  it("cms-content count counts users", async () => {
    match((await cli(["count", "users"])).stdout, /^\d+\n$/);
  });

  it("cms-content count accepts the uid of a content type", async () => {
    match((await cli(["count", "api::article.article"])).stdout, /^\d+\n$/);
  });
});
