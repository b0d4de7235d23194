export const jsonType = "JsonValue";
export const blocksType = "Blocks";
export const formatsType = "UploadFileFormats";

/** The kind of attribute that holds the resized versions of an image. */
export const formatsKind = "image formats";

const json = `/** What a JSON attribute may hold. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };
`;

/** The values that the service accepts in a blocks attribute. */
const blocks = `/** What a blocks attribute holds. */
export type Blocks = readonly BlocksNode[];

export type BlocksNode =
  | { readonly type: "paragraph"; readonly children: readonly BlocksInline[] }
  | {
      readonly type: "heading";
      readonly level: 1 | 2 | 3 | 4 | 5 | 6;
      readonly children: readonly BlocksInline[];
    }
  | { readonly type: "quote"; readonly children: readonly BlocksInline[] }
  | {
      readonly type: "code";
      readonly language?: string | null;
      readonly children: readonly BlocksInline[];
    }
  | BlocksList
  | {
      readonly type: "image";
      readonly image: BlocksImage;
      readonly children: readonly BlocksInline[];
    };

export interface BlocksList {
  readonly type: "list";
  readonly format: "ordered" | "unordered";
  readonly indentLevel?: number;
  readonly children: readonly (BlocksList | BlocksListItem)[];
}

export interface BlocksListItem {
  readonly type: "list-item";
  readonly children: readonly BlocksInline[];
}

export type BlocksInline = BlocksText | BlocksLink;

export interface BlocksText {
  readonly type: "text";
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strikethrough?: boolean;
  readonly code?: boolean;
}

export interface BlocksLink {
  readonly type: "link";
  readonly url: string;
  readonly target?: string;
  readonly rel?: string;
  readonly children: readonly BlocksText[];
}

/** A copy of a file's facts, made when the picture was put in. */
export interface BlocksImage {
  readonly name: string;
  readonly alternativeText?: string | null;
  readonly url: string;
  readonly caption?: string | null;
  readonly width: number;
  readonly height: number;
  readonly formats?: unknown;
  readonly hash: string;
  readonly ext: string;
  readonly mime: string;
  readonly size: number;
  readonly previewUrl?: string | null;
  readonly provider: string;
  readonly provider_metadata?: unknown;
  readonly createdAt: string;
  readonly updatedAt: string;
}
`;

const formats = `/** The resized versions of an image, by name: the usual ones, and others. */
export type UploadFileFormats = { readonly [name: string]: UploadFileFormat } & {
  readonly [name in "thumbnail" | "small" | "medium" | "large"]?: UploadFileFormat;
};

export interface UploadFileFormat {
  readonly name: string;
  readonly hash: string;
  readonly ext: string;
  readonly mime: string;
  readonly path?: string | null;
  readonly width: number;
  readonly height: number;
  readonly size: number;
  readonly sizeInBytes?: number;
  readonly url: string;
  readonly provider_metadata?: unknown;
}
`;

export const helpersFor = (kinds: ReadonlySet<string>): string[] => [
  ...(kinds.has("json") ? [json] : []),
  ...(kinds.has("blocks") ? [blocks] : []),
  ...(kinds.has(formatsKind) ? [formats] : []),
];

export const helperNames: readonly string[] = [json, blocks, formats].flatMap((text) =>
  [...text.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name = ""]) => name),
);
