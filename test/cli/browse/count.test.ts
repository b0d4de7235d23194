import { deepEqual, equal, match } from "node:assert/strict";
import { ask, make, unique } from "../../model/magazine.ts";
import { cli, cliProcess, jsonLines } from "../cli.ts";

describe("cms-content count", () => {
  it("cms-content count prints the number of documents that match a filter, drafts included", async () => {
    const word = unique("count");
    await make("tags", { name: `${word} a` });
    await make("tags?status=draft", { name: `${word} b` });
    const filter = JSON.stringify({ name: { $startsWith: word } });
    const { code, stdout, stderr } = await cliProcess(["count", "tags", "--filter", filter]);
    deepEqual({ code, stdout, stderr }, { code: 0, stdout: "2\n", stderr: "" });
  });

  it("cms-content count prints the number of documents with a publication status", async () => {
    const word = unique("count");
    await make("tags", { name: `${word} a` });
    await make("tags?status=draft", { name: `${word} b` });
    const filter = JSON.stringify({ name: { $startsWith: word } });
    const words = ["count", "tags", "--filter", filter, "--status", "draft", "--json"];
    deepEqual(jsonLines(await cli(words)), [{ type: "tags", count: 1 }]);
  });

  it("cms-content count --all-locales counts a document once in each of its locales", async () => {
    const title = unique("Counted");
    const id = await make("pages?status=draft", { title });
    await ask("PUT", `pages/${id}?locale=fr&status=draft`, { title });
    const words = ["count", "pages", "--filter", JSON.stringify({ title })];
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
