import assert from "node:assert/strict";
import { journalSettings, keepAlike } from "../../src/host/journalSettings.ts";
import { useSettings } from "./settings.ts";

describe("What is not to be recorded of a connection", () => {
  const set = useSettings();

  const settingsOf = (name: string) =>
    journalSettings({ get: (id) => ({ id, name, url: "https://cms.example.com" }) }).of("any");

  it("is not under its next name either, nor of its double", async () => {
    const own = { enabled: false, omit: ["email"] };
    await set("cms.journal.connections", { Library: own });

    await keepAlike("Library", "Archive");

    assert.deepEqual(settingsOf("Archive"), own);
    assert.deepEqual(settingsOf("Library"), own);
  });

  it("stays as it is where the other name has a setting of its own, or the first has none", async () => {
    await set("cms.journal.connections", { Library: { enabled: false }, Archive: { omit: ["x"] } });

    await keepAlike("Library", "Archive");
    await keepAlike("Nowhere", "Anywhere");

    assert.deepEqual(settingsOf("Archive"), { enabled: true, omit: ["x"] });
    assert.deepEqual(settingsOf("Anywhere"), { enabled: true, omit: [] });
  });
});
