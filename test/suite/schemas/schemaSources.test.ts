import assert from "node:assert/strict";
import * as vscode from "vscode";
import { explainSource } from "../../../src/host/schemas/schemaTooltips.ts";
import { Projects } from "../../../src/model/schemas/projects.ts";
import { FilesInMemory } from "../../model/schemas/projectFolder.ts";
import { until, untilEqual } from "../../window/until.ts";
import { launchedService } from "../launchedService.ts";
import { descriptionOf, useTrees } from "../trees.ts";
import { article, ownFiles, ownFilesAfter } from "./workspaceProject.ts";

describe("Schema source", () => {
  const { tokens } = launchedService();
  const openTree = useTrees();

  /** The tree item after it was expanded, with its tooltip. */
  async function rowOf(token: string, files: FilesInMemory, names: readonly string[] = []) {
    const projects = new Projects(files);
    const { model, view } = openTree({ token, catalogs: { projects } });
    if (names.length > 0) await model.connections.change(model.connection, { collections: names });
    const [row] = await view.getChildren();
    assert.ok(row);
    let redrawn = 0;
    const others: string[] = [];
    view.onDidChangeTreeData((nodes) => {
      if (!nodes || nodes.includes(row)) redrawn += 1;
      others.push(...(nodes ?? []).map(({ id }) => id));
    });
    view.getTreeItem(row);
    const rows = await view.getChildren(row);
    const below = rows.map((child) => view.getTreeItem(child).label);
    // A tree item below is read later and then redrawn with its count. By then, this tree item has been redrawn too, if
    // at all.
    const [first] = rows;
    assert.ok(first);
    await view.getChildren(first);
    await until("The first is not drawn again", () => Promise.resolve(others.includes(first.id)));
    const look = async () => {
      const item = view.getTreeItem(row);
      const { token } = new vscode.CancellationTokenSource();
      const { tooltip } = await view.resolveTreeItem(item, row, token);
      return {
        said: descriptionOf(item).replace(/^127\.0\.0\.1:\d+/, "…"),
        tooltip: typeof tooltip === "string" ? tooltip.split("\n").slice(2) : [],
        redrawn,
      };
    };
    return { below, look };
  }

  type Look = Awaited<ReturnType<typeof rowOf>>["look"];
  const wordsOf = (look: Look) => async () => {
    const { said, tooltip } = await look();
    return { said, tooltip };
  };

  it("the schema source appears only in the tooltip of a connection when it is the service", async () => {
    const { look } = await rowOf(tokens.full, new FilesInMemory([]));

    await untilEqual(look, {
      said: "…",
      tooltip: ["Schema read from the service just now."],
      redrawn: 0,
    });
  });

  it("the schema source is the workspace when the token can't read the schema of the service", async () => {
    const files = new FilesInMemory(ownFiles());

    const { below, look } = await rowOf(tokens.readOnly, files);

    assert.equal(below[0], "Articles");
    await untilEqual(look, {
      said: "… · schema from the workspace",
      tooltip: [
        "Schema read from the workspace just now. The service doesn't expose its content types.",
      ],
      redrawn: 1,
    });
  });

  it("the schema source names the project of several in the workspace", async () => {
    const at = (folder: string) =>
      ownFiles().map((file) => ({
        ...file,
        path: `0/${folder}/${file.path}`,
        uri: vscode.Uri.joinPath(
          vscode.workspace.workspaceFolders![0]!.uri,
          folder,
          file.path,
        ).toString(),
      }));
    const files = new FilesInMemory([...at("b/shop"), ...at("a/magazine")]);

    const { look } = await rowOf(tokens.readOnly, files);

    await untilEqual(
      async () => (await look()).tooltip[1],
      "The workspace has 2 Strapi projects. The project in a/magazine is used, because its path sorts first.",
    );
  });

  it("the schema source names the unknown attribute after the service has rejected a read", async () => {
    const files = new FilesInMemory(
      ownFilesAfter(article, ({ attributes }) => {
        attributes["ghost"] = { type: "media", multiple: false };
      }),
    );
    const { model } = openTree({
      token: tokens.readOnly,
      catalogs: { projects: new Projects(files) },
    });
    const [row] = await model.lists
      .find({ connection: model.connection.id, type: "articles" }, "")
      .then(([, page]) => page?.rows ?? []);
    await model.documents.read(model.article(row?.id ?? ""));

    const { catalogs } = model;
    const said = explainSource(catalogs.remembered(model.connection.id)!, undefined);

    assert.deepEqual(said.slice(1), [
      "Skipped until the next refresh, because the service doesn't recognize them: api::article.article.ghost.",
    ]);
  });

  it("the schema source shows an inferred schema and its limits", async () => {
    const named = ["tags", "site-setting"];

    const { below, look } = await rowOf(tokens.readOnly, new FilesInMemory([]), named);

    assert.deepEqual(below, ["Tags", "Site setting", "Users", "Media"]);
    await untilEqual(wordsOf(look), {
      said: "… · schema inferred from documents",
      tooltip: [
        "Schema inferred from documents just now. Relations, components and media files are read-only.",
      ],
    });
  });

  it("the schema source shows the differences between workspace and service", async () => {
    const files = new FilesInMemory(
      ownFilesAfter(article, ({ attributes }) => {
        attributes["subtitle"] = { type: "string" };
      }),
    );

    const { look } = await rowOf(tokens.full, files);

    await untilEqual(wordsOf(look), {
      said: "…",
      tooltip: [
        "Schema read from the service just now.",
        "The schema in the workspace differs from the service in api::article.article.",
      ],
    });
  });
});
