import assert from "node:assert/strict";
import { checkSettingsIn } from "../../../src/model/checks/checkSettings.ts";
import { makeArticle, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { check } from "./checking.ts";

const settingsOf = (config: unknown) => must(checkSettingsIn(JSON.stringify(config)));

describe("Settings of Check Content", () => {
  it("are read from the configuration, without unknown and invalid ones", () => {
    const rules = {
      "stale-translation": "off",
      "missing-translation": "error",
      "lost-relations": "off",
      "unused-file": "info",
    };

    assert.deepEqual(settingsOf({ check: { rules }, other: 1 }), {
      rules: { "stale-translation": "off", "missing-translation": "error" },
      unknownRules: ["lost-relations"],
      invalidRules: ["unused-file"],
    });
  });

  it("are the defaults if the configuration has none", () => {
    const none = { rules: {}, unknownRules: [], invalidRules: [] };

    for (const config of [{}, { check: null }, { check: { rules: [] } }]) {
      assert.deepEqual(settingsOf(config), none);
    }
  });

  it("say where a configuration is not valid JSON", () => {
    const [failure] = checkSettingsIn('{ "check": }');

    assert.deepEqual(failure, { code: "invalid-json", line: 1, column: 12 });
  });

  it("set the severity of findings, and switch rules off", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "    " });
    const target = { kind: "document", address: model.article(id) } as const;
    const found = async (setting: "off" | "warning" | "error") => {
      const { findings } = await check(model, target, { rules: { "empty-text": setting } });
      return findings.map(({ rule, severity }) => `${severity} ${rule}`);
    };

    assert.deepEqual(
      [await found("off"), await found("warning"), await found("error")],
      [[], ["warning empty-text"], ["error empty-text"]],
    );
  });
});
