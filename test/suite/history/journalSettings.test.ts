import assert from "node:assert/strict";
import { journalSettings, copyJournalSetting } from "../../../src/host/history/journalSettings.ts";
import { useSettings } from "../settings.ts";

describe("Journal settings", () => {
  const set = useSettings();

  const settingsOf = (name: string) =>
    journalSettings({ get: (id) => ({ id, name, url: "https://cms.example.com" }) }).of("any");

  it("the journal settings of a connection also apply under its new name", async () => {
    const setting = { enabled: false, omit: ["email"] };
    await set("cms.journal.connections", { Library: setting });

    await copyJournalSetting("Library", "Archive");

    assert.deepEqual(settingsOf("Archive"), setting);
    assert.deepEqual(settingsOf("Library"), setting);
  });

  it("journal settings stay unchanged when the new name has its own, or the old one has none", async () => {
    await set("cms.journal.connections", { Library: { enabled: false }, Archive: { omit: ["x"] } });

    await copyJournalSetting("Library", "Archive");
    await copyJournalSetting("Nowhere", "Anywhere");

    assert.deepEqual(settingsOf("Archive"), { enabled: true, omit: ["x"] });
    assert.deepEqual(settingsOf("Anywhere"), { enabled: true, omit: [] });
  });
});
