import type { ConnectionList } from "../../../src/model/connections/connectionSettings.ts";

/** A connection of the setting with what it needs. */
export const entry = { id: "live", url: "https://cms.example.com" };

export const inUserSetting = (...value: readonly unknown[]): ConnectionList => ({
  source: "userSetting",
  value,
});

/** What can't be a connection, and the key that it is for. */
export const oddEntries: Readonly<Record<string, readonly [key: string, entry: unknown]>> = {
  "that is no object": ["id", "https://cms.example.com"],
  "that is nothing": ["id", null],
  "without an id": ["id", { url: entry.url }],
  "with an empty id": ["id", { ...entry, id: "" }],
  "with a number for an id": ["id", { ...entry, id: 7 }],
  "with an id of a megabyte": ["id", { ...entry, id: "x".repeat(1_000_000) }],
  "without a URL": ["url", { id: "live" }],
  "with another protocol": ["url", { ...entry, url: "file:///etc/passwd" }],
  "with a user in its URL": ["url", { ...entry, url: "https://ada:secret@cms.example.com" }],
  "with a name of nothing that shows": ["name", { ...entry, name: "\u202e\u0007" }],
  "with an environment that there is none of": ["environment", { ...entry, environment: "prod" }],
  "with an environment that objects have": [
    "environment",
    { ...entry, environment: "constructor" },
  ],
  "with a locale that is a way up": ["locale", { ...entry, locale: "../en" }],
  "with a type that is a route": ["collections", { ...entry, collections: ["../admin"] }],
  "with a type called __proto__": ["show", { ...entry, show: ["__proto__"] }],
  "with a text for a list": ["hide", { ...entry, hide: "articles" }],
  "with more names than a list has": ["show", { ...entry, show: Array(1000).fill("a") }],
  "with a preview of scripts": ["previewUrl", { ...entry, previewUrl: "javascript:alert(1)" }],
  "with a host that a field decides": ["previewUrl", { ...entry, previewUrl: "https://{slug}/" }],
  "with an API prefix that is a way up": ["apiPrefix", { ...entry, apiPrefix: "v1/.." }],
  "with a query for an API prefix": ["apiPrefix", { ...entry, apiPrefix: "v1?x=1" }],
  "with a number for an API prefix": ["apiPrefix", { ...entry, apiPrefix: 1 }],
  "with gaps in its admin panel": ["adminUrl", { ...entry, adminUrl: "https://a.example/{slug}" }],
  "with control characters in a path": ["certificateFile", { ...entry, certificateFile: "/a\n" }],
  "with marks in who signs in": ["identifier", { ...entry, identifier: "ada\u202e" }],
};

/** What can be one. */
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
    certificateFile: "certs/our ca.pem",
  },
  { ...entry, name: " x ", previewUrl: "", adminUrl: "" },
  ...["v1", "/v1/", "content/v1.2", ""].map((apiPrefix) => ({ ...entry, apiPrefix })),
  ...[
    ...["localhost:1337", "http://[::1]:1337/", "HTTPS://CMS.example.com:443/api", "127.0.0.1"],
    ...[" https://cms.example.com ", "https://cms.example.com?x=1", "https://bücher.example/a b"],
  ].map((url) => ({ ...entry, url })),
];
