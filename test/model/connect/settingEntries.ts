import type { ConnectionList } from "../../../src/model/connect/connectionSettings.ts";

/** An entry of the setting with only the required properties. */
export const entry = { id: "live", url: "https://cms.example.com" };

export const inUserSetting = (...value: readonly unknown[]): ConnectionList => ({
  source: "userSetting",
  value,
});

/** Invalid entries, each with the key that the extension reports. */
export const oddEntries: Readonly<Record<string, readonly [key: string, entry: unknown]>> = {
  "that is a string": ["id", "https://cms.example.com"],
  "that is null": ["id", null],
  "without an id": ["id", { url: entry.url }],
  "with an empty id": ["id", { ...entry, id: "" }],
  "with a number as id": ["id", { ...entry, id: 7 }],
  "with an id of 1 MB": ["id", { ...entry, id: "x".repeat(1_000_000) }],
  "without a URL": ["url", { id: "live" }],
  "with another protocol": ["url", { ...entry, url: "file:///etc/passwd" }],
  "with a user in its URL": ["url", { ...entry, url: "https://ada:secret@cms.example.com" }],
  "with an invisible name": ["name", { ...entry, name: "\u202e\u0007" }],
  "with an unknown environment": ["environment", { ...entry, environment: "prod" }],
  "with constructor as environment": ["environment", { ...entry, environment: "constructor" }],
  "with a locale that contains ..": ["locale", { ...entry, locale: "../en" }],
  "with a type that contains a path": ["collections", { ...entry, collections: ["../admin"] }],
  "with a type called __proto__": ["show", { ...entry, show: ["__proto__"] }],
  "with a string instead of a list": ["hide", { ...entry, hide: "articles" }],
  "with true instead of a list": ["sendAllFields", { ...entry, sendAllFields: true }],
  "with a list of 1,000 names": ["show", { ...entry, show: Array(1000).fill("a") }],
  "with a javascript: preview URL": ["previewUrl", { ...entry, previewUrl: "javascript:alert(1)" }],
  "with a preview URL that has a field in the host": [
    "previewUrl",
    { ...entry, previewUrl: "https://{slug}/" },
  ],
  "with an API prefix that contains ..": ["apiPrefix", { ...entry, apiPrefix: "v1/.." }],
  "with an API prefix that contains a query": ["apiPrefix", { ...entry, apiPrefix: "v1?x=1" }],
  "with a number as API prefix": ["apiPrefix", { ...entry, apiPrefix: 1 }],
  "with a placeholder in its admin URL": [
    "adminUrl",
    { ...entry, adminUrl: "https://a.example/{slug}" },
  ],
  "with control characters in a certificate path": [
    "certificateFile",
    { ...entry, certificateFile: "/a\n" },
  ],
  "with bidirectional characters in the user's identifier": [
    "identifier",
    { ...entry, identifier: "ada\u202e" },
  ],
};

export const goodEntries: readonly object[] = [
  entry,
  {
    ...{ id: "Live!", name: "Production ⚓", url: "cms.example.com/prefix/admin/" },
    ...{
      environment: "production",
      locale: "zh-Hant_TW",
      show: ["articles"],
      hide: ["blog-posts"],
    },
    ...{ collections: [], previewUrl: "https://{locale}.example.com:8443/{slug}?draft={type}#x" },
    ...{ adminUrl: "https://admin.example.com/panel/", identifier: "ada@example.com" },
    ...{ certificateFile: "certs/our ca.pem", sendAllFields: ["articles", "homepage"] },
  },
  { ...entry, name: " x ", previewUrl: "", adminUrl: "" },
  ...["v1", "/v1/", "content/v1.2", ""].map((apiPrefix) => ({ ...entry, apiPrefix })),
  ...[
    ...["localhost:1337", "http://[::1]:1337/", "HTTPS://CMS.example.com:443/api", "127.0.0.1"],
    ...[" https://cms.example.com ", "https://cms.example.com?x=1", "https://bücher.example/a b"],
  ].map((url) => ({ ...entry, url })),
];
