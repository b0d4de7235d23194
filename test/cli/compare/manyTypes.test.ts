import { deepEqual } from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startFaultyProxy } from "../../support/faultyProxy.ts";
import type { FaultyProxy } from "../../support/faultyProxy.ts";
import { useShapedService } from "../../model/shapedService.ts";
import { cli, useFolder } from "../cli.ts";

describe("cms-content diff, many types", function () {
  this.timeout(180_000);
  const folder = useFolder();
  const service = useShapedService();
  let proxy: FaultyProxy;
  before(async () => {
    proxy = await startFaultyProxy(service().url);
  });
  after(() => proxy.stop());

  it("cms-content diff of 12 types prints no warning", async () => {
    const file = join(folder.path, "connections.json");
    const { url, apiPrefix, tokens } = service();
    const connections = [
      { id: "here", name: "Here", url, apiPrefix },
      { id: "there", name: "There", url: proxy.url, apiPrefix },
    ];
    writeFileSync(file, JSON.stringify({ "cms.connections": connections }));
    const types = ["authors", "campaigns", "categories", "courses", "memos", "occasions"];
    const more = ["offers", "redirects", "reviews", "tags", "teachers", "terms"];
    const words = ["diff", "--from", "Here", "--to", "There", "--type", ...types, ...more];

    const none = { CMS_URL: undefined, CMS_API_PREFIX: undefined, CMS_TOKEN: undefined };
    const { code, stderr } = await cli(words, {
      cwd: folder.path,
      env: {
        ...none,
        CMS_CONNECTIONS: file,
        CMS_TOKEN_HERE: tokens.full,
        CMS_TOKEN_THERE: tokens.full,
      },
    });

    const warnings = stderr.split("\n").filter((line) => /warning|error/i.test(line));
    // The routes of three types return no components, so that it is not known whether they are the same.
    deepEqual([warnings, code], [[], 1]);
  });
});
