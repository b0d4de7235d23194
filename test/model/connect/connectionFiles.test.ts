import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { checkSettingsIn } from "../../../src/model/check/checkSettings.ts";
import type { Connection } from "../../../src/model/connect/connection.ts";
import { connectionsIn, toSetting } from "../../../src/model/connect/connectionSettings.ts";
import { connectionsInText } from "../../../src/model/connect/connectionsFile.ts";
import { must } from "../outcomes.ts";
import { inUserSetting } from "./settingEntries.ts";

describe("Connections file", () => {
  const whole: Connection = {
    ...{ id: "k3j2h4x9", name: "Production", url: "https://cms.example.com/prefix" },
    environment: "production",
    ...{ locale: "fr", show: ["articles"], hide: ["pages"] },
    ...{ collections: ["articles"], adminUrl: "https://admin.example.com" },
    previewUrl: "https://example.com/{locale}/{slug}?draft=1",
  };

  it("a connections file contains the exported connections, in the format of the setting", () => {
    const text = JSON.stringify(toSetting([whole]));

    const [fromFile, fromSetting] = [
      must(connectionsInText(text)),
      connectionsIn([inUserSetting(...toSetting([whole])["cms.connections"])]).connections,
    ];

    const [connection] = fromFile;
    assert.deepEqual(connection, { ...whole, id: connection?.id, source: "userSetting" });
    assert.deepEqual(fromSetting, fromFile);
  });

  it("a connections file can name its JSON Schema, as editors do", () => {
    const $schema = "https://cms.example.com/connections.json";
    const text = JSON.stringify({ $schema, ...toSetting([whole]) });

    assert.deepEqual(
      must(connectionsInText(text)).map(({ url }) => url),
      [whole.url],
    );
  });

  it("a connections file needs no ids, and gives each name and URL the same id every time", () => {
    const idsIn = (...entries: readonly object[]) =>
      must(connectionsInText(JSON.stringify(entries))).map(({ id }) => id);
    const [live, staging] = [{ name: "Live", url: "a.example" }, { url: "a.example" }];

    const ids = idsIn(live, staging);

    assert.deepEqual(new Set(ids).size, 2);
    assert.deepEqual(idsIn(staging, live), ids.toReversed());
  });

  it("a connections file can be cms.config.json, with the variables of tokens and relative paths", () => {
    const entry = { url: "a.example", tokenVariable: "CMS_LIVE_TOKEN", certificateFile: "ca.pem" };
    const text = JSON.stringify({ connections: [entry], check: { rules: {} } });

    const [connection] = must(connectionsInText(text, "/srv/site"));

    assert.equal(connection?.tokenVariable, "CMS_LIVE_TOKEN");
    assert.equal(connection.certificateFile, join("/srv/site", "ca.pem"));
    assert.deepEqual(must(checkSettingsIn(text)), {});
  });

  it("a connections file can't have two lists, or a variable of another program or of an administrator", () => {
    const misfitIn = (file: object) => {
      const [failure] = connectionsInText(JSON.stringify(file));
      return failure?.code === "misfit" ? failure.misfit : failure;
    };
    const url = "a.example";

    assert.deepEqual(misfitIn({ "cms.connections": [], connections: [] }), {
      path: ["connections"],
      why: "duplicate",
    });
    for (const tokenVariable of ["", "CMS_A TOKEN", "GITHUB_TOKEN", "CMS_ADMIN_PASSWORD", 7]) {
      assert.deepEqual(misfitIn([{ url, tokenVariable }]), {
        path: [0, "tokenVariable"],
        why: "invalid",
      });
    }
  });

  it("a connections file contains no user, administrator email or local path", () => {
    const privateConnection: Connection = {
      ...{ ...whole, identifier: "ada", adminEmail: "ada@example.com" },
      source: "workspace",
      certificateFile: "/etc/ca.pem",
    };

    const written = toSetting([privateConnection])["cms.connections"];

    assert.deepEqual(written, [whole]);
  });

  const previews: Readonly<Record<string, string>> = {
    "?secret=s3cr3t&slug={slug}": "?secret=&slug={slug}",
    "?slug={slug}&API_TOKEN=s3cr3t": "?slug={slug}&API_TOKEN=",
    "?slug={slug}#access_token=s3cr3t": "?slug={slug}#access_token=",
    "?key={slug}&draft=1": "?key={slug}&draft=1",
    "?key={slug}s3cr3t": "?key=",
  };
  for (const [end, expected] of Object.entries(previews)) {
    it(`a connections file contains no key of a preview URL like ${end}`, () => {
      const previewUrl = `https://example.com/${end}`;

      const [written] = toSetting([{ ...whole, previewUrl }])["cms.connections"];

      assert.equal(written?.previewUrl, `https://example.com/${expected}`);
    });
  }

  it("a connections file can be cms.config.json without connections", () => {
    for (const text of ["{}", '{"check":{}}']) assert.deepEqual(must(connectionsInText(text)), []);
  });

  it("a connections file is rejected if it is another text, and never makes the reader throw", () => {
    const texts = ["", "{", "null", "7", '{"cms.connections":7}', '{"__proto__":[]}'];

    const failures = texts.map((text) => connectionsInText(text)[0]);

    assert.deepEqual(
      failures.map((failure) => failure?.code),
      ["invalid-json", "invalid-json", "misfit", "misfit", "misfit", "misfit"],
    );
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        connectionsInText(text);
      }),
      { seed: 7 },
    );
  });
});
