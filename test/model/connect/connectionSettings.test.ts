import assert from "node:assert/strict";
import fc from "fast-check";
import { connectionsIn } from "../../../src/model/connect/connectionSettings.ts";
import type { ConnectionList } from "../../../src/model/connect/connectionSettings.ts";
import { entry, oddEntries, inUserSetting } from "./settingEntries.ts";

const inWorkspace = (...value: readonly unknown[]): ConnectionList => ({
  ...{ source: "workspaceSetting", value },
  folder: "/srv/project",
});

describe("Connections from settings", () => {
  it("connections from settings take the values of the entry, get an id, and use the host as default name", () => {
    const whole = {
      ...{ id: "Live!", name: "Production", url: "cms.example.com/prefix/admin/" },
      ...{ environment: "production", locale: "fr", show: ["articles"], hide: ["pages"] },
      ...{ collections: ["articles", "homepage"], previewUrl: "https://example.com/{slug}" },
      ...{ adminUrl: "https://admin.example.com", identifier: "ada@example.com" },
      sendAllFields: ["articles"],
    };

    const { connections, invalidEntries } = connectionsIn([inUserSetting(entry, whole)]);

    const [firstConnection, other] = connections;
    const url = "https://cms.example.com/prefix";
    assert.match(`${firstConnection?.id}${other?.id}`, /^[a-z0-9]{16}$/);
    assert.deepEqual(
      [connections, invalidEntries],
      [
        [
          { ...entry, id: firstConnection?.id, name: "cms.example.com", source: "userSetting" },
          { ...whole, id: other?.id, url, source: "userSetting" },
        ],
        [],
      ],
    );
  });

  it("connections from settings have different ids for different URLs", () => {
    const urls = ["", "/prefix", ":8443", ".evil.example"].map((end) => `${entry.url}${end}`);

    const { connections } = connectionsIn([
      inUserSetting(entry),
      inWorkspace(...urls.map((url) => ({ ...entry, url }))),
    ]);

    const ids = new Set(connections.map(({ id }) => id));
    assert.deepEqual([ids.size, connections.length], [urls.length, urls.length]);
  });

  it("connections from settings have the same id for every spelling of a URL", () => {
    const urls = ["https://cms.example.com/", "cms.example.com/api", "HTTPS://CMS.example.com:443"];

    const ids = urls.map(
      (url) => connectionsIn([inUserSetting({ ...entry, url })]).connections[0]?.id,
    );

    assert.deepEqual(new Set(ids).size, 1);
  });

  it("connections use the user setting when a workspace defines the same one", () => {
    const locked = { ...entry, environment: "production" };

    const { connections, invalidEntries } = connectionsIn([
      inUserSetting(locked),
      inWorkspace({ ...entry, environment: "development", certificateFile: "evil.pem" }),
    ]);

    assert.deepEqual(
      [
        connections.map(({ environment, certificateFile }) => [environment, certificateFile]),
        invalidEntries,
      ],
      [[["production", undefined]], []],
    );
  });

  const environments = ["development", "staging", "production"] as const;
  for (const [at, environment] of environments.entries()) {
    it(`connections are ${environment} if that is the stricter of two settings of the same connection`, () => {
      const lists = [undefined, ...environments.slice(0, at + 1)].flatMap((other) => {
        const [firstEntry, two] = [
          { ...entry, environment },
          { ...entry, ...(other && { environment: other }) },
        ];
        return [[inUserSetting(firstEntry, two)], [inUserSetting(two, firstEntry)]];
      });
      const weaker = { ...entry, environment: environments[Math.max(at - 1, 0)] };
      const parsed = [
        ...lists,
        [inUserSetting(weaker), inWorkspace({ ...entry, environment })],
      ].map((list) => connectionsIn(list).connections);

      assert.deepEqual(
        parsed.map((connections) => connections.map((connection) => connection.environment)),
        parsed.map(() => [environment]),
      );
    });
  }

  it("connections have another id when a workspace trusts another authority, so no secret is sent to it", () => {
    const inFolder = (folder: string, certificateFile?: string) => {
      const value = [{ ...entry, ...(certificateFile && { certificateFile }) }];
      return connectionsIn([{ source: "workspaceSetting", value, folder }]).connections[0]?.id;
    };

    const ids = [
      ...[inFolder("/srv/project"), inFolder("/srv/evil", "ca.pem")],
      ...[inFolder("/srv/project", "ca.pem"), inFolder("/srv/evil", "/srv/project/ca.pem")],
    ];

    assert.equal(ids[2], ids[3], "the same authority is trusted");
    assert.equal(new Set(ids).size, 3);
  });

  it("connections have another id when a workspace does not mark them as production, so no sign-in is shared", () => {
    const idOf = (source: "userSetting" | "workspaceSetting", environment?: string) =>
      connectionsIn([{ source, value: [{ ...entry, ...(environment && { environment }) }] }])
        .connections[0]?.id;

    const locked = idOf("workspaceSetting", "production");
    const open = [undefined, "staging", "development"].map((environment) =>
      idOf("workspaceSetting", environment),
    );

    assert.equal(locked, idOf("userSetting", "production"));
    assert.equal(new Set([locked, ...open]).size, 4);
  });

  it("connections resolve a certificate path in the workspace folder; user settings need an absolute path", () => {
    const paths = ["certs/ca.pem", "/etc/ca.pem"];
    const entries = paths.map((certificateFile, at) => ({
      ...entry,
      id: `${at}`,
      certificateFile,
    }));

    const results = [
      connectionsIn([inWorkspace(...entries)]),
      connectionsIn([inUserSetting(...entries)]),
    ];

    assert.deepEqual(
      results.map(({ connections }) => connections.map(({ certificateFile }) => certificateFile)),
      [["/srv/project/certs/ca.pem", "/etc/ca.pem"], ["/etc/ca.pem"]],
    );
    assert.deepEqual(results[1]?.invalidEntries, [
      { source: "userSetting", entry: 1, key: "certificateFile" },
    ]);
  });

  const odd: readonly (readonly [what: string, key: string | undefined, entry: unknown])[] = [
    ...Object.entries(oddEntries).map(([what, oddEntry]) => [what, ...oddEntry] as const),
    ["that occurs twice", undefined, entry],
  ];
  for (const [what, key, written] of odd) {
    it(`connections from settings report an entry ${what}, and keep the others`, () => {
      const { connections, invalidEntries } = connectionsIn([inUserSetting(entry, written)]);

      assert.deepEqual(
        [connections.map(({ url }) => url), invalidEntries],
        [[entry.url], [{ source: "userSetting", entry: 2, ...(key && { key }) }]],
      );
    });
  }

  it("connections from settings keep an entry with a key of a later version, and report the key", () => {
    const { connections, invalidEntries } = connectionsIn([inUserSetting({ ...entry, theme: 1 })]);

    const known = connectionsIn([inUserSetting(entry)]);
    assert.deepEqual(
      [connections, invalidEntries],
      [known.connections, [{ source: "userSetting", entry: 1, key: "theme" }]],
    );
  });

  for (const key of ["enviroment", "Environment", "environments", "env"]) {
    it(`connections are production if the key ${key} stands for environment, so that they are locked`, () => {
      const written = { ...entry, environment: "development", [key]: "staging" };

      const { connections, invalidEntries } = connectionsIn([inUserSetting(written)]);

      assert.deepEqual(
        [connections.map(({ environment }) => environment), invalidEntries],
        [["production"], [{ source: "userSetting", entry: 1, key }]],
      );
    });
  }

  it("connections from settings are limited to 200, and empty when the setting is not a list", () => {
    const entries = Array.from({ length: 300 }, (_, at) => ({ ...entry, id: `${at}` }));

    const results = [inUserSetting(...entries), { ...inUserSetting(), value: { 0: entry } }].map(
      (setting) => connectionsIn([setting]),
    );

    assert.deepEqual(
      results.map(({ connections, invalidEntries }) => [connections.length, invalidEntries]),
      [
        [200, [{ source: "userSetting", limit: 200 }]],
        [0, [{ source: "userSetting" }]],
      ],
    );
  });

  it("connections from settings have names without invisible or bidirectional characters", () => {
    const names = ["Live\u202egnp.exe", "One\nTwo\u2028Three", "\u200b Tea\u0000 "];

    const { connections } = connectionsIn([
      inUserSetting(...names.map((name, at) => ({ ...entry, id: `${at}`, name }))),
    ]);

    assert.deepEqual(
      connections.map(({ name }) => name),
      ["Live gnp.exe", "One Two Three", "Tea"],
    );
  });

  it("connections from settings are valid for any JSON, and never change Object.prototype", () => {
    const keys = [
      "id",
      "url",
      "name",
      "environment",
      "show",
      "certificateFile",
      "__proto__",
      "toString",
    ];
    const written = fc.dictionary(
      fc.constantFrom(...keys),
      fc.oneof(fc.jsonValue(), fc.constantFrom(entry.url, "production", ["articles"])),
    );
    const anything = fc.oneof(fc.jsonValue(), fc.array(fc.oneof(fc.jsonValue(), written)));

    fc.assert(
      fc.property(anything, anything, (user, workspace) => {
        const { connections, invalidEntries } = connectionsIn([
          { source: "userSetting", value: user },
          { source: "workspaceSetting", value: workspace, folder: "/srv" },
        ]);

        const [userEntryCount] = [user, workspace].map((value) =>
          Array.isArray(value) ? value.length : 0,
        );
        for (const connection of connections) {
          assert.match(connection.id, /^[a-z0-9]{8}$/);
          assert.ok(/^https?:$/.test(new URL(connection.url).protocol) && connection.name !== "");
          assert.equal(Object.getPrototypeOf(connection), Object.prototype);
        }
        assert.ok(connections.length + invalidEntries.length >= Math.min(userEntryCount ?? 0, 1));
      }),
      { numRuns: 500, seed: 7 },
    );
    assert.equal(Object.hasOwn(Object.prototype, "url"), false);
  });
});
