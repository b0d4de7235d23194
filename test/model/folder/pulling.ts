import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ContentFolder } from "../../../src/model/folder/contentFolder.ts";
import { pullContent } from "../../../src/model/folder/contentPull.ts";
import type { FileChange } from "../../../src/model/folder/fileComparison.ts";
import { newSettings, withEnvironment } from "../../../src/model/folder/folderSettings.ts";
import type { FolderSettings } from "../../../src/model/folder/folderSettings.ts";
import { attributeWords } from "../../../src/texts/schemas/attributeWords.ts";
import { must } from "../outcomes.ts";
import type { TestModel } from "../testModel.ts";

interface Pull extends Pick<FolderSettings, "leaveOut"> {
  /** The names of the types; all by default. */
  readonly types?: readonly string[];
  readonly isDryRun?: boolean;
  readonly onFiles?: (changes: readonly FileChange[]) => void;
}

/** Pulls from the service of a model to a folder. */
export async function pullTo(
  path: string,
  model: TestModel,
  { types, leaveOut, isDryRun = false, onFiles }: Pull = {},
) {
  const { id, url } = model.connection;
  const folder = must(await ContentFolder.open(path));
  const settings = withEnvironment({ ...newSettings(), leaveOut }, { name: "live", url });
  const request = {
    ...{ connection: id, folder, settings, environment: "live", types, wordsOf: attributeWords },
    ...{ removes: true, isDryRun },
  };
  return pullContent(request, model, {
    onFiles: (changes) => {
      onFiles?.(changes);
      return Promise.resolve();
    },
  });
}

/** The texts of the files in a folder by their paths, without the settings. */
export const textsIn = (path: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(path, { recursive: true, encoding: "utf8" })
      .filter((file) => file !== "cms.json" && statSync(join(path, file)).isFile())
      .sort()
      .map((file) => [file, readFileSync(join(path, file), "utf8")]),
  );
