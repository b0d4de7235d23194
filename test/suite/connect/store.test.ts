import assert from "node:assert/strict";
import { inspect } from "node:util";
import type * as vscode from "vscode";
import { ConnectionStorage } from "../../../src/host/connect/connectionStorage.ts";
import type { Connection } from "../../../src/model/connect/connection.ts";

describe("Stored token", () => {
  const connection = { id: "k3j2h4x9", name: "Magazine", url: "https://cms.example.com/prefix" };

  it("a stored token is stored only in the secret storage", async () => {
    const { store, state, secrets } = createStore();

    await store.saveSecret(connection, "token", "a-secret");
    await store.save([connection]);

    assert.deepEqual(
      [store.load(), [...secrets.values()], inspect([...state]).includes("a-secret")],
      [[connection], ["a-secret"], false],
    );
  });

  it("a stored token is returned only for the origin that it was entered for", async () => {
    const { store } = createStore();
    await store.saveSecret(connection, "token", "a-secret");

    const urls = [
      "https://cms.example.com/another",
      "http://cms.example.com/prefix",
      "https://cms.example.com:8443/prefix",
      "https://cms.example.com.evil.example/prefix",
    ];
    const secrets = await Promise.all(
      urls.map((other) => store.secret({ ...connection, url: other }, "token")),
    );

    assert.deepEqual(secrets, ["a-secret", undefined, undefined, undefined]);
  });

  it("a stored token belongs to one connection, and can be removed", async () => {
    const { store, secrets } = createStore();
    await store.saveSecret(connection, "token", "a-secret");

    const others = await store.secret({ ...connection, id: "00000000" }, "token");
    await store.saveSecret(connection, "token", undefined);

    assert.deepEqual([others, secrets.size], [undefined, 0]);
  });
});

describe("Stored connections", () => {
  const url = "https://cms.example.com";
  const shared = { id: "shared01", name: "Team", url, identifier: "ada", source: "userSetting" };

  it("stored connections are stored for all workspaces or for the current one", async () => {
    const { store, state } = createStore();
    const everywhere = { id: "k3j2h4x9", name: "Everywhere", url };
    const localConnection = { id: "00000000", name: "Here", url, source: "workspace" } as const;

    await store.save([localConnection, everywhere]);

    assert.deepEqual(store.load(), [everywhere, localConnection]);
    assert.deepEqual(
      [...state],
      [
        ["here/cms.connections", [localConnection]],
        ["everywhere/cms.connections", [everywhere]],
      ],
    );
  });

  it("connections of a setting follow the setting, except for sign-in and visible types", async () => {
    const written = shared as Connection;
    const { store } = createStore([written]);

    const { identifier, ...otherSettings } = {
      ...written,
      name: "Mine",
      collections: ["articles"],
    };
    await store.save([{ ...otherSettings, adminEmail: "ada@example.com" }]);

    assert.deepEqual(store.load(), [
      { ...written, identifier, adminEmail: "ada@example.com", collections: ["articles"] },
    ]);
  });

  it("connections of a setting lose their stored details when they are removed", async () => {
    const written = shared as Connection;
    const { store } = createStore([written]);
    await store.save([{ ...written, adminEmail: "ada@example.com", collections: ["articles"] }]);

    await store.save([]);

    assert.deepEqual(store.load(), [written]);
  });

  it("connections of a setting don't replace a stored connection", async () => {
    const elsewhere = { ...(shared as Connection), url: "https://evil.example" };
    const { store } = createStore([elsewhere]);
    const ownConnection = { id: shared.id, name: "Own", url };

    await store.save([ownConnection]);

    assert.deepEqual(store.load(), [ownConnection]);
  });
});

/** A store over Maps instead of VS Code's storage, with connections from a setting. */
function createStore(written: readonly Connection[] = []) {
  const [state, secrets] = [new Map<string, unknown>(), new Map<string, string>()];
  const memento = (where: string) => ({
    get: (key: string, other: unknown) => state.get(where + key) ?? other,
    update: (key: string, value: unknown) => Promise.resolve(void state.set(where + key, value)),
  });
  const context = {
    globalState: memento("everywhere/"),
    workspaceState: memento("here/"),
    secrets: {
      get: (key: string) => Promise.resolve(secrets.get(key)),
      store: (key: string, value: string) => Promise.resolve(void secrets.set(key, value)),
      delete: (key: string) => Promise.resolve(void secrets.delete(key)),
    },
  };
  const settings = { all: written, onDidChange: () => ({ dispose: () => undefined }) };
  // The store uses these parts of a context and no others.
  const store = new ConnectionStorage(context as unknown as vscode.ExtensionContext, settings);
  return { store, state, secrets };
}
