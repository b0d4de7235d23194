import type { Json, JsonObject, JsonPath } from "../foundation/json.ts";
import { isArray, isObject, ownIn, valueIn } from "../foundation/json.ts";
import type { ReportFlaw } from "../foundation/valueProblem.ts";

type CheckPart = (node: JsonObject, at: JsonPath, report: ReportFlaw) => void;

/** Checks the structure that the service requires of blocks, in drafts too. */
export function checkBlocks(value: Json, report: ReportFlaw): void {
  if (!isArray(value)) {
    // The service accepts a string if it is the JSON of a list.
    if (typeof value !== "string" || !isListOfJson(value)) report({ code: "not-blocks" }, "save");
    return;
  }
  checkEach(value, blockParts, [], report);
}

function isListOfJson(text: string): boolean {
  try {
    return isArray(JSON.parse(text));
  } catch {
    return false;
  }
}

type BlockParts = ReadonlyMap<string, CheckPart>;

function checkEach(
  nodes: readonly Json[],
  parts: BlockParts,
  at: JsonPath,
  report: ReportFlaw,
): void {
  for (const [index, node] of nodes.entries()) {
    const kind = isObject(node) ? node["type"] : undefined;
    const check = typeof kind === "string" ? parts.get(kind) : undefined;
    if (check) check(node as JsonObject, [...at, index], report);
    else {
      const needs = `"type": ${[...parts.keys()].join(", ")}`;
      report({ code: "not-a-block", needs }, "save", [...at, index]);
    }
  }
}

/** The path of a key, or that of the node if it lacks the key. */
const pathOf = (node: JsonObject, at: JsonPath, key: string): JsonPath =>
  Object.hasOwn(node, key) ? [...at, key] : at;

const withChildren =
  (inner: () => BlockParts, minChildren: number, more?: CheckPart): CheckPart =>
  (node, at, report) => {
    more?.(node, at, report);
    const { children } = node;
    if (isArray(children) && children.length >= minChildren) {
      checkEach(children, inner(), [...at, "children"], report);
    } else {
      const path = pathOf(node, at, "children");
      report({ code: "not-a-block", needs: "children" }, "save", path);
    }
  };

const checkLeaf: CheckPart = (node, at, report) => {
  const { text } = node;
  if (text === undefined || text === null || typeof text === "object") {
    report({ code: "not-a-block", needs: "text" }, "save", at);
  }
  for (const mark of ["bold", "italic", "underline", "strikethrough", "code"]) {
    const value = ownIn(node, mark);
    const isBoolean = typeof value !== "object" && /^(?:true|false|[01])$/i.test(String(value));
    if (value !== undefined && !isBoolean) {
      report({ code: "not-a-boolean" }, "save", [...at, mark]);
    }
  }
};

const checkUrl: CheckPart = (node, at, report) => {
  const { url } = node;
  const whole = typeof url === "string" && url.startsWith("/") ? `https://example.com${url}` : url;
  const isValid =
    typeof whole === "string" && URL.canParse(whole) && protocols.has(new URL(whole).protocol);
  if (!isValid) report({ code: "not-a-link" }, "save", pathOf(node, at, "url"));
};

const protocols = new Set(["http:", "https:", "ftp:", "mailto:", "tel:"]);

const checkLevel: CheckPart = (node, at, report) => {
  const { level } = node;
  const isLevel = typeof level !== "object" && /^[1-6]$/.test(String(level));
  const path = pathOf(node, at, "level");
  if (!isLevel) report({ code: "not-a-block", needs: '"level": 1 - 6' }, "save", path);
};

const checkFormat: CheckPart = (node, at, report) => {
  if (node["format"] === "ordered" || node["format"] === "unordered") return;
  const path = pathOf(node, at, "format");
  report({ code: "not-a-block", needs: '"format": ordered, unordered' }, "save", path);
};

/** The keys that the service requires of the image in an image block. */
const pictureKeys = "name url width height hash ext mime size provider createdAt updatedAt".split(
  " ",
);

const checkPicture: CheckPart = (node, at, report) => {
  const picture = isObject(node["image"]) ? node["image"] : {};
  const missing = pictureKeys.filter((key) => valueIn(picture, key) === null);
  if (missing.length === 0) return;
  const path = pathOf(node, at, "image");
  report({ code: "not-a-block", needs: missing.join(", ") }, "save", path);
};

const textParts: BlockParts = new Map([["text", checkLeaf]]);
const inlineParts: BlockParts = new Map([
  ["text", checkLeaf],
  ["link", withChildren(() => textParts, 0, checkUrl)],
]);
const listParts: BlockParts = new Map([
  ["list", withChildren(() => listParts, 1, checkFormat)],
  ["list-item", withChildren(() => inlineParts, 0)],
]);
const blockParts: BlockParts = new Map([
  ["paragraph", withChildren(() => inlineParts, 1)],
  ["heading", withChildren(() => inlineParts, 1, checkLevel)],
  ["quote", withChildren(() => inlineParts, 1)],
  ["code", withChildren(() => textParts, 1)],
  ["list", withChildren(() => listParts, 1, checkFormat)],
  ["image", withChildren(() => inlineParts, 0, checkPicture)],
]);
