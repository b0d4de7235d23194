import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { examplesIn } from "../docs/examples.ts";
import { root } from "./root.ts";

const examples = examplesIn("docs/client.md");

describe("docs/client.md", () => {
  it("docs/client.md shows every method of the client", () => {
    const methods = [
      "collection",
      "single",
      "users",
      "schema",
      "upload",
      "auth",
      "admin/adminApi",
    ].flatMap((group) => {
      const source = readFileSync(join(root, `src/client/${group}.ts`), "utf8");
      const bodies = source.matchAll(
        /export interface (?:Collection|SingleType|UsersApi|SchemaApi|UploadApi|AuthApi|AdminApi|FolderApi)\b(?:<.*?>)?(?: extends [\w, ]+)? \{\n(.*?)^\}/gms,
      );
      const names = [...bodies].flatMap(([, body = ""]) =>
        [...body.matchAll(/^ {2}(\w+)[(<]/gm)].map(([, name]) => name),
      );
      assert.ok(names.length > 0, group);
      return names.map((name) => `${group.replace(/\/.*/, "")}.${name}`);
    });
    const code = examples.join("");
    const objects: Record<string, string> = { collection: "articles", single: "homepage" };

    const missing = methods.filter((method) => {
      const [group = "", name = ""] = method.split(".");
      const callForms = [
        `${objects[group] ?? group}.${name}(`,
        `.${group}().${name}(`,
        `createAdmin(cms).${name}(`,
      ];
      return !callForms.some((proxy) => code.includes(proxy));
    });
    assert.deepEqual([methods.length > 20, missing], [true, []]);
  });
});
