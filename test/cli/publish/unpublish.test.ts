import { deepEqual, equal, match } from "node:assert/strict";
import { document, draft, magazine, make, unique } from "../../model/magazine.ts";
import { cli, jsonLines, useFolder } from "../cli.ts";
import { adminLogin, openPanel } from "../../model/administrator.ts";

describe("cms-content unpublish", () => {
  const folder = useFolder();

  it("cms-content unpublish removes the published version as an administrator, and undoes it", async () => {
    await openPanel();
    const login = adminLogin();
    const env = "token" in login ? { CMS_ADMIN_TOKEN: login.token } : {};
    const id = await make("tags", { name: unique("Live") });
    const words = ["unpublish", "tags", id, "--yes", "--json"];
    const result = await cli(words, { cwd: folder.path, env });
    equal(result.code, 0, result.stderr);
    equal((jsonLines(result)[0] as { outcome: string }).outcome, "unpublished");
    equal(await document(`tags/${id}`), undefined);
    equal((await draft(`tags/${id}`))?.["documentId"], id);
    equal((await cli(["undo", "--last", "--yes"], { cwd: folder.path, env })).code, 0);
    equal((await document(`tags/${id}`))?.["documentId"], id);
  });

  it("cms-content unpublish without an administrator exits with 2 and says what to set", async () => {
    const id = await make("tags", { name: unique("Live") });
    const { code, stderr } = await cli(["unpublish", "tags", id, "--yes"], {
      cwd: folder.path,
    });
    equal(code, 2);
    match(stderr, /Set CMS_ADMIN_TOKEN/);
    equal((await document(`tags/${id}`))?.["documentId"], id);
  });

  it("cms-content unpublish with a token that isn't an administrator's exits with 3, and changes nothing", async () => {
    const id = await make("tags", { name: unique("Live") });
    const env = { CMS_ADMIN_TOKEN: magazine().tokens.full };
    const words = ["unpublish", "tags", id, "--yes"];
    const { code, stdout } = await cli(words, { cwd: folder.path, env });
    deepEqual([code, stdout], [3, ""]);
    equal((await document(`tags/${id}`))?.["documentId"], id);
  });
});
