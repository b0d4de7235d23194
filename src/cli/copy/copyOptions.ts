import { Option } from "commander";
import type { CopyPlan } from "../../model/copy/copyPlan.ts";
import type { CopyChoices } from "../../model/copy/copies.ts";
import type { UploadsAgain } from "../../model/media/fileTransfer.ts";
import type { FieldOfType } from "../../model/compare/fieldSet.ts";
import type { DocumentPairs } from "../../model/compare/documentPairs.ts";
import { personalKindWords } from "../../texts/copy/personalDataWords.ts";
import { sourceConnection, type BetweenOptions } from "../compare/betweenServices.ts";
import { nameHint } from "../shared/nameHint.ts";
import { CliError } from "../shared/cliError.ts";
import { repeatable, type CliContext } from "../shared/command.ts";
import { typeName } from "./copyReport.ts";
import type { WriteOptions } from "../shared/writeOptions.ts";

export interface CopyOptions extends BetweenOptions, Pick<WriteOptions, "yes"> {
  readonly publish?: boolean;
  readonly overwriteNewer?: boolean;
  readonly sourceWins?: boolean;
  readonly incomplete?: boolean;
  /** Texts such as `authors.email`, or `none`. */
  readonly leaveEmpty: readonly string[];
  /** Names or documentIds of files; true for those that only probably match. */
  readonly uploadAgain?: readonly string[] | true;
  /** The paths of files. */
  readonly plan?: string;
  readonly apply?: string;
}

const none = "none";

export const leaveEmptyOption = repeatable(
  "--leave-empty <type.field>",
  `leave a field empty on the target; repeatable; by default, as in the last copy; ${none} for no field`,
);

/** Empty without the option, so that the fields are those of the last copy. */
export async function personalChoiceOf(
  { model }: CliContext,
  { leaveEmpty }: CopyOptions,
  { personal }: DocumentPairs,
): Promise<Pick<CopyChoices, "leaveEmpty" | "keep">> {
  if (leaveEmpty.length === 0) return {};
  const { catalog } = await model.readService(sourceConnection(model).id);
  const { types, targets, components } = catalog;
  const chosen = leaveEmpty.flatMap((text): FieldOfType | [] => {
    if (text === none) return [];
    const [, ownerName = "", name = ""] = /^(.+)\.([^.]+)$/.exec(text) ?? [];
    const attributes = components.get(ownerName);
    const component = attributes && { uid: ownerName, attributes };
    const type = types.get(ownerName) ?? targets.get(ownerName) ?? component;
    if (!type) {
      const hint = nameHint(ownerName, [...types.keys(), ...components.keys()]);
      throw new CliError(
        ownerName === ""
          ? `--leave-empty must be <type>.<field>, such as authors.email. It is ${text}.`
          : `--leave-empty: The source has no content type or component ${ownerName}. ${hint}`,
      );
    }
    if (type.attributes.has(name)) return { owner: type.uid, name };
    const hint = nameHint(name, [...type.attributes.keys()]);
    throw new CliError(`--leave-empty: ${ownerName} has no field ${name}. ${hint}`);
  });
  const isChosen = ({ owner, name }: FieldOfType) =>
    chosen.some((field) => field.owner === owner && field.name === name);
  return { leaveEmpty: chosen, keep: personal.keep.all.filter((field) => !isChosen(field)) };
}

export function personalHints(plan: CopyPlan): string[] {
  const copiedFields = plan.personal
    .filter(({ kind, isLeftEmpty }) => kind && !isLeftEmpty)
    .map((field) => [`${typeName(field.owner, plan)}.${field.name}`, personalKindWords(field)]);
  if (copiedFields.length === 0) return [];
  const kinds = copiedFields.map(([name, kind]) => `${name} (${kind})`).join(", ");
  const options = copiedFields.map(([name]) => `--leave-empty ${name}`).join(" ");
  return [
    `These fields probably contain personal data: ${kinds}. To leave them empty, pass ${options}.`,
  ];
}

export const uploadOption = new Option(
  "--upload-again [files...]",
  "upload files with these names or documentIds again; by default, those that only probably match",
);

export const namedUploads = ({
  uploadAgain,
}: Pick<CopyOptions, "uploadAgain">): ReadonlySet<string> =>
  new Set(uploadAgain === true ? [] : uploadAgain);

/** A resumed copy may have uploaded the files already. */
export function uploadsAgain(
  options: Pick<CopyOptions, "uploadAgain">,
  isResumed: boolean,
): UploadsAgain {
  if (options.uploadAgain === true) return ({ match }) => match === "probably";
  const uploadNames = namedUploads(options);
  return ({ name, fromId, match, differences }) => {
    if (isResumed && match === "pair" && !differences?.includes("content")) return false;
    return uploadNames.has(name) || uploadNames.has(fromId);
  };
}

/** Throws a CliError unless documents of the copy use all files that the option names. */
export function requireUses(
  options: Pick<CopyOptions, "uploadAgain">,
  files: CopyPlan["files"],
): void {
  const usedNames = new Set(files.flatMap(({ name, fromId }) => [name, fromId]));
  const unusedNames = [...namedUploads(options)].filter((name) => !usedNames.has(name));
  if (unusedNames.length === 0) return;
  throw new CliError(`--upload-again: no document to copy uses ${unusedNames.join(", ")}.`);
}
