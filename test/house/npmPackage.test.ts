import assert from "node:assert/strict";
import { Ajv } from "ajv";
import { configSchema } from "../../package/configSchema.mjs";
import { connectionsInText } from "../../src/model/connect/connectionsFile.ts";
import { checkSettingsIn } from "../../src/model/check/checkSettings.ts";
import { goodEntries, oddEntries } from "../model/connect/settingEntries.ts";
import { template } from "../package/installed.ts";
import { read, readJson } from "./root.ts";

interface Published {
  readonly version: string;
  readonly license: string;
}

const manifest = readJson("package.json") as Published & {
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
};

describe("npm package", () => {
  it("the npm package has the version and the license of the extension", () => {
    const shared = ({ version, license }: Published) => ({ version, license });

    assert.deepEqual(shared(template), shared(manifest));
  });

  it("the npm package can't be published from the folder of its template", () => {
    assert.equal(template.private, true);
  });

  it("the npm package requires the Node that the project requires", () => {
    assert.deepEqual(template.engines, { node: manifest.engines["node"] });
  });

  it("the npm package accepts the tested version of each dependency, and later ones of its major version", () => {
    const ranges = Object.keys(template.dependencies).map((name) => [
      name,
      `^${manifest.dependencies[name] ?? ""}`,
    ]);

    assert.deepEqual(Object.entries(template.dependencies), ranges);
  });
});

describe("Schema of cms.config.json", () => {
  const isValid = new Ajv({ strict: false }).compile(configSchema());
  const isRead = (file: unknown) => connectionsInText(JSON.stringify(file))[0] === null;

  it("the schema of cms.config.json accepts the files in the documentation, as the command line does", () => {
    const examples = ["docs/cli.md", "docs/checks.md"].flatMap((page) =>
      [...read(page).matchAll(/^```json\n(\{\n[^]*?)^```$/gm)].flatMap(([, text = ""]) =>
        /"(?:connections|check)":/.test(text) ? [text] : [],
      ),
    );

    assert.ok(examples.some((text) => text.includes("connections")));
    for (const text of examples) {
      assert.ok(isValid(JSON.parse(text)), text);
      assert.deepEqual([connectionsInText(text)[0], checkSettingsIn(text)[0]], [null, null]);
    }
  });

  it("the schema of cms.config.json has the entries of the setting, without a required id", () => {
    for (const entry of goodEntries) {
      const { id: _, ...withoutId } = entry as { readonly id?: string };
      for (const connection of [entry, withoutId, { ...entry, tokenVariable: "CMS_LIVE_TOKEN" }]) {
        for (const file of [[connection], { connections: [connection] }]) {
          assert.deepEqual([isValid(file), isRead(file)], [true, true], JSON.stringify(file));
        }
      }
    }
    const odd = Object.entries(oddEntries).filter(([what]) => what !== "without an id");
    for (const [what, [, entry]] of odd) {
      const file = { connections: [entry] };
      assert.deepEqual([isValid(file), isRead(file)], [false, false], what);
    }
  });

  it("the schema of cms.config.json has the texts of the settings, without commands", () => {
    const text = JSON.stringify(configSchema());

    assert.doesNotMatch(text, /%setting|command:|markdownDescription/);
    assert.match(text, /Defaults to the host name/);
  });
});
