import assert from "node:assert/strict";
import { checkSettingsIn, ruleSettingsIn } from "../../../src/model/check/checkSettings.ts";
import { makeArticle, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { check } from "./checking.ts";

const settingsOf = (config: unknown) => must(checkSettingsIn(JSON.stringify(config)));
const misfitIn = (text: string) => checkSettingsIn(text)[0];

describe("Settings of Check Content", () => {
  const rules = { "stale-translation": "off", "missing-translation": "error" };

  it("settings of Check Content are read from the configuration", () => {
    assert.deepEqual(settingsOf({ check: { rules } }), rules);
  });

  it("settings of Check Content are the defaults if the configuration has none", () => {
    const $schema = "https://cms.example.com/config.json";
    for (const config of [{}, { $schema }, { check: {} }, { check: { rules: {} } }]) {
      assert.deepEqual(settingsOf(config), {});
    }
  });

  for (const config of [{ chek: {} }, { check: [] }, { check: null }, { check: { rules: 5 } }]) {
    it(`settings of Check Content are rejected in the configuration ${JSON.stringify(config)}`, () => {
      assert.equal(misfitIn(JSON.stringify(config))?.code, "misfit");
    });
  }

  it("settings of Check Content in VS Code are used without the unknown and invalid ones, which are reported", () => {
    const { settings, misfits } = ruleSettingsIn({
      ...rules,
      "lost-relations": "off",
      "unused-file": "info",
    });

    assert.deepEqual(settings, rules);
    assert.deepEqual(
      misfits.map(({ path, why }) => [path, why]),
      [
        [["lost-relations"], "unknown"],
        [["unused-file"], "wrong-choice"],
      ],
    );
  });

  it("settings of Check Content in VS Code are the defaults if the setting is not an object", () => {
    const { settings, misfits } = ruleSettingsIn(["off"]);

    assert.deepEqual(settings, {});
    assert.deepEqual(misfits, [{ path: [], why: "wrong-type", type: "object" }]);
  });

  it("settings of Check Content say where a configuration is not valid JSON", () => {
    assert.deepEqual(misfitIn('{ "check": }'), { code: "invalid-json", line: 1, column: 12 });
  });

  it("settings of Check Content set the severity of findings, and switch rules off", async () => {
    const model = openModel();
    const id = await makeArticle({ title: "    " });
    const target = { kind: "document", address: model.article(id) } as const;
    const findingsWith = async (setting: "off" | "warning" | "error") => {
      const { findings } = await check(model, target, { rules: { "empty-text": setting } });
      return findings.map(({ rule, severity }) => `${severity} ${rule}`);
    };

    assert.deepEqual(
      [await findingsWith("off"), await findingsWith("warning"), await findingsWith("error")],
      [[], ["warning empty-text"], ["error empty-text"]],
    );
  });
});
