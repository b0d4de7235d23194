import { keyNamesOf } from "../model/environments/sharedShape.ts";
import { Pairs } from "../model/environments/pairs.ts";
import { usersType } from "../model/foundation/address.ts";
import { noteMatching, sidesOf, sourceConnection } from "./betweenServices.ts";
import { CliError } from "./cliError.ts";
import { repeatable } from "./command.ts";
import type { CliContext } from "./command.ts";
import type { CommonOptions } from "./model.ts";
import { chooseType } from "./typeChoice.ts";

export interface KeyOptions {
  /** Texts such as `authors=email`. */
  readonly key: readonly string[];
}

export const keyOption = repeatable(
  "--key <type=attribute>",
  "match the documents of a type by this attribute; repeatable, and remembered for both connections",
);

/** Remembers keys for both connections; a dry run only uses them. All of them must be possible. */
export async function rememberKeys(
  context: CliContext,
  { key, dryRun = false }: KeyOptions & Pick<CommonOptions, "dryRun">,
): Promise<void> {
  const { model } = context;
  const chosen: ChosenKey[] = [];
  for (const text of key) chosen.push(await keyIn(text, context));
  const pairs = await Pairs.load(sidesOf(model), model.pairs);
  for (const { uid, type, name } of chosen) {
    if (pairs.keyOf(uid) === name) continue;
    const why = await pairs.chooseKey(uid, name);
    if (why !== undefined) throw new CliError(`The key ${name} can't be remembered: ${why}`);
    noteMatching(context, dryRun, `documents of ${type} by ${name}`);
  }
}

interface ChosenKey {
  readonly uid: string;
  /** The name of the type in the source. */
  readonly type: string;
  readonly name: string;
}

async function keyIn(text: string, { model }: CliContext): Promise<ChosenKey> {
  const [, typeName, name] = /^([^=]+)=([^=]+)$/.exec(text) ?? [];
  if (typeName === undefined || name === undefined) {
    throw new CliError(`--key must be <type>=<attribute>, such as authors=email. It is ${text}.`);
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
  throw new CliError(`--key: ${why}. ${knownKeys(possibleKeys)}`);
}

const knownKeys = (names: readonly string[]): string =>
  names.length === 0
    ? "No attribute of the type can be a key."
    : `These can be a key: ${[...names].sort().join(", ")}.`;
