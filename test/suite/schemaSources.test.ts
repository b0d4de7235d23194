import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { explainSource } from "../../src/host/words/schemaWords.ts";
import { WorkspaceFiles } from "../../src/host/projectFiles.ts";
import { Comparisons } from "../../src/model/schemas/comparisons.ts";
import { Projects } from "../../src/model/schemas/projects.ts";
import { ContentTree } from "../../src/tree/contentTree.ts";
import { FilesInMemory } from "../model/projectFolder.ts";
import { temporaryFolder } from "../support/temporaryFolder.ts";
import { until, untilEqual } from "../window/until.ts";
import { open, type } from "./editors.ts";
import { launchedService } from "./launchedService.ts";
import { profileFiles } from "./profileFiles.ts";
import { descriptionOf, useTrees } from "./trees.ts";
import { useMagazine } from "./useMagazine.ts";
import { ownFiles, ownFilesAfter, useWorkspaceProject } from "./workspaceProject.ts";

const article = "src/api/article/content-types/article/schema.json";

describe("The files of a workspace that describe content types", () => {
  const project = useWorkspaceProject();

  /** What is read of the workspace, and what is said of the rest. */
  async function read() {
    const warnings: string[] = [];
    const log = { warn: (line: string) => warnings.push(line) };
    const files = new WorkspaceFiles(log as unknown as vscode.LogOutputChannel);
    const found = await files.read();
    files.dispose();
    return { paths: found.map(({ path }) => path).sort(), warnings };
  }

  it("are those of types and of components, wherever the project lies", async () => {
    project.fill();
    project.write("package.json", "{}");
    project.write(`node_modules/other/${article}`, "{}");
    project.write(`dist/${article}`, "{}");

    const { paths, warnings } = await read();

    const expected = ownFiles().map(({ path }) => `0/magazine/${path}`);
    assert.deepEqual([paths, warnings], [expected.sort(), []]);
  });

  it("are not read where they lead out of the folder, or are larger than 1 MB", async () => {
    const outside = temporaryFolder();
    const place = join(outside.path, "content-types/article");
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "schema.json"), "{}");
    mkdirSync(join(project.path, "src/api"), { recursive: true });
    symlinkSync(outside.path, join(project.path, "src/api/article"), "junction");
    project.write("src/api/page/content-types/page/schema.json", " ".repeat(1_000_001));
    project.write("src/api/tag/content-types/tag/schema.json", "{}");

    const { paths, warnings } = await read().finally(() => {
      outside.remove();
    });

    assert.deepEqual(paths, ["0/magazine/src/api/tag/content-types/tag/schema.json"]);
    // Not every search follows links.
    const said = warnings.filter((line) => !line.endsWith("it leads out of the folder"));
    assert.deepEqual(
      said.map((line) => line.replace(/^.*magazine\//, "")),
      ["src/api/page/content-types/page/schema.json is left out: it is larger than 1 MB"],
    );
  });
});

describe("A project in the workspace that its service differs from", () => {
  const magazine = useMagazine();
  const project = useWorkspaceProject();
  const schema = project.uri(article);

  const warnings = (uri: vscode.Uri) =>
    vscode.languages
      .getDiagnostics(uri)
      .filter(({ source }) => source === "CMS")
      .map(({ message, severity }) => [message, severity]);

  it("is warned of in its file at the attribute, until they say the same", async () => {
    const id = await magazine.makeArticle();
    await open(magazine.article(id));
    project.fill(article, ({ attributes }) => {
      attributes["subtitle"] = { type: "string" };
      attributes["title"] = { ...attributes["title"], maxLength: 80 };
    });

    const text = "Hearth & Compass has no attribute subtitle.";
    const { Warning } = vscode.DiagnosticSeverity;
    await until("Nobody warns", () =>
      Promise.resolve(warnings(schema).some(([message]) => message === text)),
    );
    const document = await vscode.workspace.openTextDocument(schema);
    const shown = vscode.languages
      .getDiagnostics(schema)
      .filter(({ source }) => source === "CMS")
      .map(({ range, message, severity }) => [document.getText(range), message, severity]);
    const [own] = ownFiles().filter(({ path }) => path === article);
    await type(document, own?.text ?? "");
    await document.save();

    assert.ok(
      shown.some(([at, message, severity]) =>
        [at === '"subtitle"', message === text, severity === Warning].every(Boolean),
      ),
    );
    assert.ok(
      shown.some(
        ([at, message]) =>
          at === '"title"' && message === "maxLength is 80 here, and 160 on Hearth & Compass.",
      ),
    );
    await untilEqual(() => Promise.resolve(warnings(schema)), []);
  });
});

describe("Ctrl+click on a key of a document", () => {
  const magazine = useMagazine();
  const project = useWorkspaceProject();

  /** The file, and the text that is marked there, for a key in a document. */
  async function follow(document: vscode.TextDocument, key: string): Promise<string[]> {
    const position = document.positionAt(document.getText().indexOf(`"${key}"`) + 2);
    const links = await vscode.commands.executeCommand<vscode.LocationLink[]>(
      "vscode.executeDefinitionProvider",
      document.uri,
      position,
    );
    return Promise.all(
      links.map(async ({ targetUri, targetRange }) => {
        const file = await vscode.workspace.openTextDocument(targetUri);
        const name = vscode.workspace.asRelativePath(targetUri);
        return `${name}: ${file.getText(targetRange)}`;
      }),
    );
  }

  const openArticle = async () => {
    const id = await magazine.makeArticle({
      seo: { metaTitle: "Tea" },
      sections: [{ __component: "sections.quote", text: "Warm", speaker: "Ada" }],
    });
    return open(magazine.article(id));
  };

  it("opens its line in the workspace's schema, or in that of its component", async () => {
    const document = await openArticle();
    await untilEqual(() => follow(document, "kicker"), []);
    project.fill();

    await untilEqual(() => follow(document, "kicker"), [`magazine/${article}: "kicker"`]);
    assert.deepEqual(
      [await follow(document, "metaTitle"), await follow(document, "__component")],
      [
        ['magazine/src/components/shared/seo.json: "metaTitle"'],
        ["magazine/src/components/sections/quote.json: {"],
      ],
    );
  });

  it("leads nowhere from a value, from what the service owns, and without a project", async () => {
    const document = await openArticle();
    await untilEqual(() => follow(document, "kicker"), []);
    project.fill();
    await untilEqual(() => follow(document, "kicker"), [`magazine/${article}: "kicker"`]);

    const found = [await follow(document, "Made"), await follow(document, "updatedAt")];

    assert.deepEqual(found, [[], []]);
  });
});

describe("The row of a connection", () => {
  const { tokens } = launchedService();
  const openTree = useTrees();

  const views: ContentTree[] = [];
  afterEach(() => {
    for (const view of views.splice(0)) view.dispose();
  });

  /** The row as it is once somebody has expanded it, and what it says when pointed at. */
  async function rowOf(token: string, files: FilesInMemory, names: readonly string[] = []) {
    const projects = new Projects(files);
    const { desk } = openTree({ token, catalogs: { projects } });
    const { connections, locks, catalogs, content } = desk;
    if (names.length > 0) await connections.change(desk.connection, { collections: names });
    const comparisons = new Comparisons({ connections, catalogs, projects });
    const view = new ContentTree(connections, {
      connections,
      locks,
      catalogs,
      content,
      comparisons,
    });
    views.push(view);
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
    const below = rows.map((one) => view.getTreeItem(one).label);
    // A row below, read later, is drawn again with its count: what is to be of this one was then, too.
    const [first] = rows;
    assert.ok(first);
    await view.getChildren(first);
    await until("The first is not drawn again", () => Promise.resolve(others.includes(first.id)));
    const look = () => {
      const item = view.getTreeItem(row);
      const { tooltip } = view.resolveTreeItem(item, row);
      return Promise.resolve({
        said: descriptionOf(item).replace(/^127\.0\.0\.1:\d+/, "…"),
        tooltip: typeof tooltip === "string" ? tooltip.split("\n").slice(2) : [],
        redrawn,
      });
    };
    return { below, look };
  }

  type Look = Awaited<ReturnType<typeof rowOf>>["look"];
  const wordsOf = (look: Look) => async () => {
    const { said, tooltip } = await look();
    return { said, tooltip };
  };

  it("says nothing of a schema that the service tells, but when it is pointed at", async () => {
    const { look } = await rowOf(tokens.full, new FilesInMemory([]));

    await untilEqual(look, {
      said: "…",
      tooltip: ["Schema from the service, read now."],
      redrawn: 0,
    });
  });

  it("says that the schema is from the workspace, where the token may not read the service's", async () => {
    const files = new FilesInMemory(ownFiles());

    const { below, look } = await rowOf(tokens.readOnly, files);

    assert.equal(below[0], "Articles");
    await untilEqual(look, {
      said: "… · schema from the workspace",
      tooltip: ["Schema from the workspace, read now: the service does not tell its own."],
      redrawn: 1,
    });
  });

  it("says which of several projects of the workspace is taken", async () => {
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
      "Of 2 Strapi projects, that in a/magazine is taken: the first by path.",
    );
  });

  it("says what of the workspace's schema the service does not know, once a read was refused for it", async () => {
    const files = new FilesInMemory(
      ownFilesAfter(article, ({ attributes }) => {
        attributes["ghost"] = { type: "media", multiple: false };
      }),
    );
    const { desk } = openTree({
      token: tokens.readOnly,
      catalogs: { projects: new Projects(files) },
    });
    const [row] = await desk.content
      .find({ connection: desk.connection.id, type: "articles" }, "")
      .then(([, rows]) => rows ?? []);
    await desk.documents.read(desk.article(row?.id ?? ""));

    const { catalogs } = desk;
    const said = explainSource(catalogs.remembered(desk.connection.id)!, undefined);

    assert.deepEqual(said.slice(1), [
      "The service does not know of api::article.article ghost: this is left out until a refresh.",
    ]);
  });

  it("says that the schema is inferred, and what can't be done then", async () => {
    const named = ["tags", "site-setting"];

    const { below, look } = await rowOf(tokens.readOnly, new FilesInMemory([]), named);

    assert.deepEqual(below, ["Tags", "Site setting", "Users"]);
    await untilEqual(wordsOf(look), {
      said: "… · schema inferred from documents",
      tooltip: [
        "Schema inferred from documents now: relations, components and media can be read, not changed.",
      ],
    });
  });

  it("says in what the workspace's schema differs from the service's", async () => {
    const files = new FilesInMemory(
      ownFilesAfter(article, ({ attributes }) => {
        attributes["subtitle"] = { type: "string" };
      }),
    );

    const { look } = await rowOf(tokens.full, files);

    await untilEqual(wordsOf(look), {
      said: "…",
      tooltip: [
        "Schema from the service, read now.",
        "The workspace's schema differs in api::article.article.",
      ],
    });
  });
});

describe("What a service is made of", () => {
  const magazine = useMagazine();

  it("is kept in a file of its connection", async () => {
    const id = await magazine.makeArticle();
    await open(magazine.article(id));
    const kept = () =>
      profileFiles().filter((file) =>
        file.endsWith(join("schemas", `${magazine.connection}.json`)),
      );

    await untilEqual(() => Promise.resolve(kept().length), 1);
  });
});
