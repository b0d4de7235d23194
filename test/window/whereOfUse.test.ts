import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { urlBox } from "./addConnection.ts";
import { succeeds, until } from "./until.ts";
import { useWorkbench } from "./useWorkbench.ts";
import type { Workbench } from "./workbench.ts";

const onlyWhereOfUse = { "cms.view.everywhere": false };
const tabOf = ({ page }: Workbench) =>
  page.locator(".activitybar").getByRole("tab", { name: "CMS" });

describe("The view, for a person who wants it only where it is of use", function () {
  this.timeout(60_000);

  describe("in a folder that has nothing to do with it", () => {
    const folder = temporaryFolder();
    const workbench = useWorkbench({ folder: folder.path, settings: onlyWhereOfUse });
    after(() => {
      folder.remove();
    });

    it("is not there until a connection is", async () => {
      const { page, profile } = workbench();
      await page.locator(".activitybar").getByRole("tab", { name: "Explorer" }).waitFor();
      // Its commands are known: so would be its view.
      await workbench().command("CMS: Add Connection…");
      await workbench().quickInput.shows(urlBox);
      await workbench().quickInput.cancel();
      await tabOf(workbench()).waitFor({ state: "detached" });
      await workbench().screenshot("where-of-use-nothing");

      const file = join(profile, "User/settings.json");
      const settings = JSON.parse(readFileSync(file, "utf8")) as object;
      const connections = [{ id: "one", name: "One", url: "http://127.0.0.1:9" }];

      // VS Code hears of a file that is written once it watches the folder.
      await until("The view is not there", () => {
        writeFileSync(file, JSON.stringify({ ...settings, "cms.connections": connections }));
        return succeeds(tabOf(workbench()).waitFor({ timeout: 3_000 }));
      });
      await workbench().screenshot("where-of-use-connection");
    });
  });

  describe("in the folder of a Strapi project", () => {
    const folder = temporaryFolder();
    const workbench = useWorkbench(() => {
      const schema = {
        ...{ kind: "collectionType", collectionName: "teas" },
        info: { singularName: "tea", pluralName: "teas", displayName: "Tea" },
        attributes: { title: { type: "string" } },
      };
      write("config/admin.ts", "export default {};\n");
      write("src/api/tea/content-types/tea/schema.json", JSON.stringify(schema));
      return Promise.resolve({ folder: folder.path, settings: onlyWhereOfUse });
    });
    const write = (path: string, text: string): void => {
      const file = join(folder.path, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    };
    after(() => {
      folder.remove();
    });

    it("is there from the start", async () => {
      await tabOf(workbench()).waitFor();

      await workbench().openContainer("CMS");
      await workbench().tree.welcome().waitFor();
      await workbench().screenshot("where-of-use-project");
    });
  });
});
