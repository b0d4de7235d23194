import assert from "node:assert/strict";
import * as vscode from "vscode";
import { ConnectionSettings } from "../../src/host/connectionSettings.ts";
import { connectionsIn } from "../../src/model/connectionSettings.ts";
import { json, startLoopback } from "../support/loopback.ts";
import { until } from "../window/until.ts";
import { contentOf, open } from "./editors.ts";
import { useSettings } from "./settings.ts";
import { unique, useMagazine } from "./useMagazine.ts";

/** The id of the connection that a setting names so. */
function idOf(entry: object): string {
  const { connections } = connectionsIn([{ source: "userSetting", value: [entry] }]);
  return connections[0]?.id ?? "";
}

const setInWorkspace = (value: unknown): Thenable<void> =>
  vscode.workspace
    .getConfiguration()
    .update("cms.connections", value, vscode.ConfigurationTarget.Workspace);

describe("The setting cms.connections", () => {
  const magazine = useMagazine();
  const set = useSettings();
  afterEach(() => setInWorkspace(undefined));

  for (const [level, write] of [
    ["user", (value: unknown) => set("cms.connections", value)],
    ["workspace", setInWorkspace],
  ] as const) {
    it(`of the ${level} makes connections at once, which ask for a token and then work`, async () => {
      const entry = { id: unique(level), url: magazine.service.url, name: "Team" };
      const connection = idOf(entry);
      const id = await magazine.makeArticle({ kicker: "Shared" });
      const address = { ...magazine.article(id), connection };

      await write([entry]);
      await enterToken(connection, entry.url, magazine.service.tokens.full);
      const document = await open(address);

      assert.equal(contentOf(document)["kicker"], "Shared");
    });
  }

  it("gives the token of an id to no other URL, and asks nothing there before", async () => {
    const elsewhere = await startLoopback();
    elsewhere.answer(json({ data: [] }));
    const entry = { id: unique("known"), url: magazine.service.url };
    await set("cms.connections", [entry]);
    await enterToken(idOf(entry), entry.url, magazine.service.tokens.full);
    const id = await magazine.makeArticle();
    await open({ ...magazine.article(id), connection: idOf(entry) });

    await setInWorkspace([{ ...entry, url: elsewhere.url }]);
    const other = idOf({ ...entry, url: elsewhere.url });
    const asked = elsewhere.requests.length;
    await open({ ...magazine.article(id), connection: other }).then(undefined, () => undefined);

    await elsewhere.stop();
    const sent = elsewhere.requests.map(({ headers }) => headers.authorization);
    assert.deepEqual([asked, sent.length > 0, sent.filter(Boolean)], [0, true, []]);
    assert.notEqual(other, idOf(entry));
  });

  it("tells who came, went and changed, and what is left out", async () => {
    const log = vscode.window.createOutputChannel("Connections", { log: true });
    const settings = new ConnectionSettings(log);
    const told: (readonly string[])[] = [];
    settings.onDidChange((ids) => told.push(ids));
    const [one, other] = ["one", "other"].map((id) => ({ id, url: "https://cms.example.com" }));
    assert.ok(one && other);

    await set("cms.connections", [one, other]);
    await set("cms.connections", [{ ...one, name: "One" }, other]);
    await set("cms.connections", [other, { url: "https://cms.example.com" }]);

    await until("Nothing was told", () => Promise.resolve(told.length === 3));
    const complaints = settings.complaints;
    settings.dispose();
    log.dispose();
    assert.deepEqual(told, [[idOf(one), idOf(other)], [idOf(one)], [idOf(one)]]);
    assert.deepEqual(complaints, [
      "cms.connections in the user settings: entry 2 is left out, for its id.",
    ]);
  });
});

/** Enters a token as a person does, into the box that asks for one. */
async function enterToken(id: string, url: string, token: string): Promise<void> {
  const { showInputBox } = vscode.window;
  Object.assign(vscode.window, { showInputBox: () => Promise.resolve(token) });
  try {
    await vscode.commands.executeCommand("cms.connection.editToken", {
      connection: { id, url, name: "Team" },
    });
  } finally {
    Object.assign(vscode.window, { showInputBox });
  }
}
