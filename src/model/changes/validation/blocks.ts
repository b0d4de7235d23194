import type { Json, JsonObject } from "../../foundation/json.ts";
import { isArray, isObject } from "../../foundation/json.ts";
import type { Path, Report } from "../../foundation/finding.ts";

/** Checks one part of blocks: a paragraph, a list, a link, a text. */
type CheckPart = (node: JsonObject, at: Path, report: Report) => void;

/** The structure that the service asks of blocks, in drafts too. */
export function checkBlocks(value: Json, report: Report): void {
  if (!isArray(value)) {
    // Of a text, the service takes the list that it is the JSON of.
    if (typeof value !== "string" || !isListOfJson(value)) report({ code: "not-blocks" }, "save");
    return;
  }
  checkEach(value, blockParts, { at: [], report });
}

function isListOfJson(text: string): boolean {
  try {
    return isArray(JSON.parse(text));
  } catch {
    return false;
  }
}

type Parts = ReadonlyMap<string, CheckPart>;

interface Place {
  readonly at: Path;
  readonly report: Report;
}

function checkEach(nodes: readonly Json[], parts: Parts, { at, report }: Place): void {
  for (const [index, node] of nodes.entries()) {
    const kind = isObject(node) ? node["type"] : undefined;
    const check = typeof kind === "string" ? parts.get(kind) : undefined;
    if (check) check(node as JsonObject, [...at, index], report);
    else report({ code: "not-a-block", needs: kinds(parts) }, "save", [...at, index]);
  }
}

const kinds = (parts: Parts): string => `"type": ${[...parts.keys()].join(", ")}`;

/** A part with parts inside. `least` is how many there must be. */
const holding =
  (inner: () => Parts, least: number, more?: CheckPart): CheckPart =>
  (node, at, report) => {
    more?.(node, at, report);
    const { children } = node;
    if (isArray(children) && children.length >= least) {
      checkEach(children, inner(), { at: [...at, "children"], report });
    } else {
      const place = Object.hasOwn(node, "children") ? [...at, "children"] : at;
      report({ code: "not-a-block", needs: "children" }, "save", place);
    }
  };

const checkLeaf: CheckPart = (node, at, report) => {
  const { text } = node;
  if (text === undefined || text === null || typeof text === "object") {
    report({ code: "not-a-block", needs: "text" }, "save", at);
  }
  for (const mark of ["bold", "italic", "underline", "strikethrough", "code"]) {
    const value = node[mark];
    if (value !== undefined && !isYesOrNo(value)) {
      report({ code: "not-a-boolean" }, "save", [...at, mark]);
    }
  }
};

const isYesOrNo = (value: Json): boolean =>
  value !== null && typeof value !== "object" && /^(?:true|false|[01])$/i.test(String(value));

const checkUrl: CheckPart = ({ url }, at, report) => {
  const place = url === undefined ? at : [...at, "url"];
  if (typeof url !== "string" || !leadsSomewhere(url)) {
    report({ code: "not-a-link" }, "save", place);
  }
};

const protocols = new Set(["http:", "https:", "ftp:", "mailto:", "tel:"]);

function leadsSomewhere(url: string): boolean {
  const base = "https://example.com";
  return url.startsWith("/")
    ? URL.canParse(base + url)
    : URL.canParse(url) && protocols.has(new URL(url).protocol);
}

const checkLevel: CheckPart = ({ level }, at, report) => {
  const isLevel = typeof level !== "object" && /^[1-6]$/.test(String(level));
  if (isLevel) return;
  const place = level === undefined ? at : [...at, "level"];
  report({ code: "not-a-block", needs: '"level": 1 - 6' }, "save", place);
};

const checkFormat: CheckPart = ({ format }, at, report) => {
  if (format === "ordered" || format === "unordered") return;
  const place = format === undefined ? at : [...at, "format"];
  report({ code: "not-a-block", needs: '"format": ordered, unordered' }, "save", place);
};

/** What the service asks of the picture in an image block. */
const pictureKeys = "name url width height hash ext mime size provider createdAt updatedAt".split(
  " ",
);

const checkPicture: CheckPart = ({ image }, at, report) => {
  const picture = isObject(image) ? image : {};
  const missing = pictureKeys.filter((key) => (picture[key] ?? null) === null);
  if (missing.length === 0) return;
  const place = image === undefined ? at : [...at, "image"];
  report({ code: "not-a-block", needs: missing.join(", ") }, "save", place);
};

const textParts: Parts = new Map([["text", checkLeaf]]);
const inlineParts: Parts = new Map([
  ["text", checkLeaf],
  ["link", holding(() => textParts, 0, checkUrl)],
]);
const listParts: Parts = new Map([
  ["list", holding(() => listParts, 1, checkFormat)],
  ["list-item", holding(() => inlineParts, 0)],
]);
const blockParts: Parts = new Map([
  ["paragraph", holding(() => inlineParts, 1)],
  ["heading", holding(() => inlineParts, 1, checkLevel)],
  ["quote", holding(() => inlineParts, 1)],
  ["code", holding(() => textParts, 1)],
  ["list", holding(() => listParts, 1, checkFormat)],
  ["image", holding(() => inlineParts, 0, checkPicture)],
]);
