import assert from "node:assert/strict";
import * as vscode from "vscode";
import { nameTypesBy, permissionLabel } from "../../../src/texts/shared/permissionNames.ts";
import { refusal } from "../../support/loopback.ts";
import { launchedService } from "../launchedService.ts";
import { useQuestions } from "../questions.ts";
import { useTrees } from "../trees.ts";
import { useFaults } from "../useFaults.ts";
import { connect } from "../useMagazine.ts";

describe("Missing permission", () => {
  const openTree = useTrees();
  const forbidden = refusal(403, "ForbiddenError", "Forbidden");
  const faults = useFaults();
  afterEach(() => nameTypesBy(undefined));

  /** A tree whose types provide the names for messages about failures. */
  const openNamed = () => {
    const tree = openTree({ url: faults().url });
    nameTypesBy(tree.model);
    return tree;
  };

  it("a missing permission is named as in the admin panel in the tree item, and in full in the tooltip", async () => {
    const tree = openNamed();
    faults().inject(/^GET \/api\/pages/, forbidden);

    const [item] = await tree.items("Magazine", "Pages");

    const { host } = new URL(faults().url);
    assert.deepEqual(
      [item?.label, item?.description, item?.tooltip, item?.contextValue],
      [
        "Page: find",
        "missing permission · Retry",
        `${host} requires the permission Page: find. Enable it for the token or for the role of the signed-in user.`,
        "failure.permissions",
      ],
    );
  });

  const calls = [
    ["POST", "articles", "Article: create"],
    ["PUT", "articles/b2k1", "Article: update"],
    ["DELETE", "articles/b2k1", "Article: delete"],
    ["GET", "articles/b2k1", "Article: findOne"],
    ["PUT", "homepage", "Homepage: update"],
    ["DELETE", "users/7", "Users-permissions, User: destroy"],
    ["GET", "users/7", "Users-permissions, User: findOne"],
    ["GET", "users/me", "Users-permissions, User: me"],
    ["GET", "i18n/locales", "I18n: listLocales"],
    ["GET", "never-heard-of", "never-heard-of: find"],
  ] as const;
  it("a missing permission is named by its section and its action in the admin panel", async () => {
    const { model } = openNamed();
    await model.catalogs.service(model.connection.id);

    const named = calls.map(([method, path]) => [
      method,
      path,
      permissionLabel({ method, url: `${faults().url}/api/${path}` }),
    ]);

    assert.deepEqual(named, calls);
  });
});

describe("Check Permissions", () => {
  const service = launchedService();
  const questions = useQuestions();

  it("Check Permissions names the environment of the connection before it sends requests", async () => {
    const id = await connect(service, service.tokens.full, "development");
    const connection = {
      id,
      name: "Hearth & Compass",
      url: service.url,
      environment: "development",
    };

    await vscode.commands.executeCommand("cms.connection.checkPermissions", { connection });

    const words = questions.history.map((question) => question.words);
    assert.deepEqual(words, ["Check the permissions on Hearth & Compass (Development)?"]);
  });
});
