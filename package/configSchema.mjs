import { readFileSync } from "node:fs";

/**
 * The JSON Schema of cms.config.json and of other files of connections. The entries and the rules are those of the
 * extension's settings.
 */
export function configSchema() {
  const settings = manifest.contributes.configuration.properties;
  const { items, maxItems } = settings["cms.connections"];
  const tokenVariable = {
    type: "string",
    pattern: "^CMS_(?!ADMIN_)\\w{1,195}$",
    description:
      "Environment variable, or variable in the file .env, that contains the token. Its name begins with CMS_, but not with CMS_ADMIN_. Defaults to CMS_TOKEN_ and the name, such as CMS_TOKEN_LIVE_SITE.",
  };
  const { id, ...properties } = items.properties;
  const connections = {
    type: "array",
    description: "Services that commands can choose with --connection, --from and --to.",
    maxItems,
    items: {
      ...items,
      required: ["url"],
      properties: { ...properties, tokenVariable, id },
    },
  };
  const check = {
    type: "object",
    description: "Settings of the check.",
    additionalProperties: false,
    properties: { rules: settings["cms.check.rules"] },
  };
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Settings of cms-content",
    anyOf: [
      {
        type: "object",
        additionalProperties: false,
        properties: { $schema: { type: "string" }, connections, check },
      },
      {
        type: "object",
        description: "As the extension exports connections.",
        additionalProperties: false,
        required: ["cms.connections"],
        properties: { $schema: { type: "string" }, "cms.connections": connections, check },
      },
      connections,
    ],
  };
  return JSON.parse(JSON.stringify(schema), withTexts);
}

const [manifest, texts] = ["package.json", "package.nls.json"].map((name) =>
  JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), "utf8")),
);

/** Replaces the keys of texts, and Markdown, which only VS Code shows. */
function withTexts(_key, value) {
  if (typeof value === "string") {
    const [, key] = /^%(.+)%$/.exec(value) ?? [];
    const text = texts[key];
    return (text?.message ?? text ?? value).replace(/\[([^\]]+)\]\(command:[^)]*\)/g, "$1");
  }
  if (!Object.hasOwn(value ?? {}, "markdownDescription")) return value;
  const { markdownDescription, order: _order, default: _default, ...others } = value;
  return { ...others, description: markdownDescription };
}
