import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { quietSettings } from "../support/quietSettings.ts";
import { drawingSettings } from "./drawingSettings.ts";

/**
 * Creates an empty workspace folder and a profile, and returns the arguments for them. The stand-in creates its own
 * profile.
 */
export function launchWords(folder: string): string[] {
  const [workspace, profile] = [join(folder, "workspace"), join(folder, "profile")];
  mkdirSync(workspace);
  mkdirSync(join(profile, "User"), { recursive: true });
  const settings = { ...quietSettings, ...drawingSettings };
  writeFileSync(join(profile, "User/settings.json"), JSON.stringify(settings));
  const extensions = join(folder, "extensions");
  return [workspace, `--user-data-dir=${profile}`, `--extensions-dir=${extensions}`];
}
