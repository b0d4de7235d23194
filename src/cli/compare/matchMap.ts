import { Option } from "commander";
import type { Sides } from "../../model/compare/documentPairs.ts";
import { keyNamesOf } from "../../model/compare/sharedShape.ts";
import { usersType } from "../../model/foundation/address.ts";
import { textIn } from "../../model/foundation/json.ts";
import { readShape, record, text } from "../../model/foundation/jsonShape.ts";
import { findFiles } from "../../model/reading/fileReader.ts";
import { PageReader } from "../../model/reading/pageReader.ts";
import type { Service } from "../../model/schemas/catalogs.ts";
import { nonEmpty } from "../../texts/shared/nameList.ts";
import { counted } from "../runs/runResults.ts";
import { loadPairs, noteMatching, sourceConnection } from "./betweenServices.ts";
import type { BetweenOptions } from "./betweenServices.ts";
import { CliError, unwrap } from "../shared/cliError.ts";
import { repeatable, type CliContext } from "../shared/command.ts";
import { readValue } from "../shared/fileArguments.ts";
import { nameHint } from "../shared/nameHint.ts";
import { chooseType } from "../shared/typeChoice.ts";

export const keyOption = repeatable(
  "--key <type=attribute>",
  "match the documents of a type by this attribute; repeatable, and remembered for both connections",
);

/** Remembers keys for both connections; a dry run only uses them. All of them must be possible. */
export async function rememberKeys(
  context: CliContext,
  { key, dryRun = false }: Pick<BetweenOptions, "key" | "dryRun">,
): Promise<void> {
  const { model } = context;
  const chosen = [];
  for (const keyText of key) chosen.push(await keyIn(keyText, context));
  const pairs = await loadPairs(model);
  for (const { uid, type, name } of chosen) {
    if (pairs.keyOf(uid) === name) continue;
    const why = await pairs.chooseKey(uid, name);
    if (why !== undefined) throw new CliError(`The key ${name} can't be remembered: ${why}`);
    noteMatching(context, dryRun, `documents of ${type} by ${name}`);
  }
}

/** `type` is the name of the type in the source. */
async function keyIn(keyText: string, { model }: CliContext) {
  const [, typeName, name] = /^([^=]+)=([^=]+)$/.exec(keyText) ?? [];
  if (typeName === undefined || name === undefined) {
    throw new CliError(
      `--key must be <type>=<attribute>, such as authors=email. It is ${keyText}.`,
    );
  }
  const source = sourceConnection(model);
  const { type: from } = await chooseType(model, typeName, source.id);
  if (!from) throw new CliError(`--key: ${usersType} are never compared.`);
  const { uid } = from;
  if (from.kind === "single") {
    throw new CliError(`--key: ${typeName} is a single type, so it needs no key.`);
  }
  const { catalog } = await model.readService();
  const to = catalog.targets.get(uid);
  if (!to) throw new CliError(`--key: ${model.connection.name} has no content type ${typeName}.`);
  const possibleKeys = keyNamesOf({ from, to });
  if (possibleKeys.includes(name)) return { uid, type: from.name, name };
  const lackingConnections = [source, model.connection].filter(
    (_, at) => ![from, to][at]?.attributes.has(name),
  );
  const [lackingName] = lackingConnections.map((connection) => connection.name);
  const why =
    lackingName === undefined
      ? `${typeName}.${name} can't be a key`
      : `${typeName} has no attribute ${name} on ${lackingName}`;
  const known =
    possibleKeys.length === 0
      ? "No attribute of the type can be a key."
      : nameHint(name, possibleKeys, "These can be a key");
  throw new CliError(`--key: ${why}. ${known}`);
}

/** The name under which a map has media files. A content type of this name is named by its uid. */
const filesName = "files";

export const mapOption = new Option(
  "--map <file>",
  "match documents and media files as a JSON file says; remembered for both connections",
);

interface NamedMatches {
  readonly name: string;
  /** Undefined for media files. */
  readonly uid: string | undefined;
  /** The documentIds in the target, by those in the source. */
  readonly ids: ReadonlyMap<string, string>;
}

/** Remembers a map for both connections; a dry run only uses it. Every match must be possible. */
export async function rememberMap(
  context: CliContext,
  { map, dryRun = false }: Pick<BetweenOptions, "map" | "dryRun">,
): Promise<void> {
  if (map === undefined) return;
  const { model } = context;
  const faultIn: FaultIn = (reason) => new CliError(`${map}: ${reason}`);
  const content = await readValue(map, (json) => readShape(json, record(record(text))));
  const allMatches: NamedMatches[] = [];
  for (const [name, ids] of Object.entries(content)) {
    const uid = await uidNamed(name, context, faultIn);
    const matches = { name, uid, ids: new Map(Object.entries(ids)) };
    await requireMatches(matches, context, faultIn);
    allMatches.push(matches);
  }
  const pairs = await loadPairs(model);
  for (const { uid, ids } of allMatches) {
    for (const [from, to] of ids) {
      const why =
        uid === undefined
          ? await pairs.rememberMedia({ from, to })
          : await pairs.remember({ type: uid, from, to });
      if (why !== undefined) throw new CliError(`The matches can't be remembered: ${why}`);
    }
  }
  const countOf = (isFile: boolean, noun: string) => {
    const matches = allMatches.filter(({ uid }) => (uid === undefined) === isFile);
    const count = matches.reduce((sum, { ids }) => sum + ids.size, 0);
    return count > 0 && counted(count, noun);
  };
  const counts = nonEmpty(countOf(false, "document"), countOf(true, "file"));
  if (counts.length === 0) return;
  noteMatching(context, dryRun, `${counts.join(" and ")} of ${map}`);
}

/** The error for a map that can't be used. */
type FaultIn = (reason: string) => CliError;

/** Undefined for media files. */
async function uidNamed(name: string, { model }: CliContext, faultIn: FaultIn) {
  const { id } = sourceConnection(model);
  const { catalog } = await model.readService(id);
  if (name === filesName && !catalog.types.has(name)) return undefined;
  const { type } = await chooseType(model, name, id).catch((error: unknown) => {
    throw error instanceof CliError ? faultIn(error.message) : error;
  });
  if (!type) throw faultIn(`${usersType} are never compared.`);
  if (type.kind === "single") throw faultIn(`${name} is a single type, so it needs no match.`);
  return type.uid;
}

/** Throws unless both services have the documents, and each has one match. */
async function requireMatches(matches: NamedMatches, { model }: CliContext, faultIn: FaultIn) {
  const { name, ids } = matches;
  const targets = [...ids.values()];
  const lastIndexes = new Map(targets.map((id, at) => [id, at]));
  const repeatedId = targets.find((id, at) => lastIndexes.get(id) !== at);
  if (repeatedId !== undefined)
    throw faultIn(`${name}/${repeatedId} is the match of two documents.`);
  const sides: Sides<readonly string[]> = { from: [...ids.keys()], to: targets };
  for (const [side, connection] of [
    ["from", sourceConnection(model)],
    ["to", model.connection],
  ] as const) {
    const service = await model.readService(connection.id);
    const existingIds = await readExistingIds(matches, service, sides[side]);
    const missingId = sides[side].find((id) => !existingIds.has(id));
    if (missingId !== undefined) {
      throw faultIn(`${name}/${missingId} doesn't exist on ${connection.name}.`);
    }
  }
}

async function readExistingIds(
  { name, uid }: NamedMatches,
  service: Service,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (uid === undefined) {
    const keys = ids.map((id) => ["documentId", id] as const);
    const files = unwrap(await findFiles(service, keys));
    return new Set(files.map(({ documentId }) => documentId));
  }
  const { types, locales } = service.catalog;
  const type = [...types.values()].find((contentType) => contentType.uid === uid);
  if (!type) throw new CliError(`The service in --to has no content type ${name}.`);
  const query = {
    status: "draft",
    locales: type.localized ? locales.map(({ code }) => code) : [],
    shapes: [{ fields: ["updatedAt"] }],
  } as const;
  const rows = unwrap(await new PageReader({ ...service, type }, query).byIds(ids));
  return new Set(rows.map((row) => textIn(row, "documentId")));
}
