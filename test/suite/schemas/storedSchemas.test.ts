import { join } from "node:path";
import { untilEqual } from "../../window/until.ts";
import { open } from "../editors.ts";
import { profileFiles } from "../profileFiles.ts";
import { useMagazine } from "../useMagazine.ts";

describe("Schema cache", () => {
  const magazine = useMagazine();

  it("the schema cache keeps the schema in a file of the connection", async () => {
    const id = await magazine.makeArticle();
    await open(magazine.article(id));
    const schemaFiles = () =>
      profileFiles().filter((file) =>
        file.endsWith(join("schemas", `${magazine.connection}.json`)),
      );

    await untilEqual(() => Promise.resolve(schemaFiles().length), 1);
  });
});
