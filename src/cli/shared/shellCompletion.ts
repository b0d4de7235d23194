import { Argument, type Command } from "commander";
import { exitCodes } from "./cliError.ts";
import type { RunOffline } from "./command.ts";

const scripts = { bash, zsh, fish };

export const registerShellCompletion = (program: Command, runOffline: RunOffline): Command =>
  program
    .command("completion")
    .addArgument(new Argument("<shell>", "shell to complete in").choices(Object.keys(scripts)))
    .description("Print a script that completes commands and options in a shell.")
    .addHelpText(
      "after",
      `
Examples:
  $ cms-content completion bash >> ~/.bashrc
  $ cms-content completion zsh >> ~/.zshrc
  $ cms-content completion fish > ~/.config/fish/completions/cms-content.fish`,
    )
    .action((shell: keyof typeof scripts) =>
      runOffline({}, async ({ output }) => {
        await output.write(scripts[shell](commandsOf(program)), "lines");
        return exitCodes.success;
      }),
    );

interface CompletedCommand {
  /** The words of the command, such as `media list`; empty for the program. */
  readonly path: string;
  /** The commands below it. Only the program and groups, such as `media`, have some. */
  readonly members: readonly { readonly name: string; readonly description: string }[];
  /** The fixed values of its arguments. */
  readonly values: readonly string[];
  readonly options: readonly {
    readonly flag: string;
    readonly hasValue: boolean;
    readonly choices: readonly string[];
    readonly description: string;
  }[];
}

/** What the help lists, so that the scripts know every command and option. */
function commandsOf(command: Command, words: readonly string[] = []): CompletedCommand[] {
  const help = command.createHelp();
  const members = help.visibleCommands(command);
  const own: CompletedCommand = {
    path: words.join(" "),
    members: members.map((member) => ({ name: member.name(), description: member.description() })),
    values: command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
    options: help.visibleOptions(command).map((option) => ({
      flag: option.long ?? option.flags,
      hasValue: option.required || option.optional,
      choices: option.argChoices ?? [],
      description: option.description,
    })),
  };
  return [own, ...members.flatMap((member) => commandsOf(member, [...words, member.name()]))];
}

/** The commands with commands below them, without the program. */
const groupsOf = (commands: readonly CompletedCommand[]): readonly CompletedCommand[] =>
  commands.filter(({ path, members }) => path !== "" && members.length > 0);

/** Where nothing else fits, bash completes the names of files. */
function bash(commands: readonly CompletedCommand[]): string {
  const choices = commands.flatMap(({ path, options }) =>
    options.flatMap(({ flag, hasValue, choices: values }) =>
      hasValue ? [`    "${path} ${flag}") words="${values.join(" ")}" ;;`] : [],
    ),
  );
  const words = commands.map(({ path, members, values, options }) => {
    const names = members.map(({ name }) => name);
    const flags = options.map(({ flag }) => flag);
    return `      "${path}") words="${[...names, ...values, ...flags].join(" ")}" ;;`;
  });
  return `_cms_content() {
  local word=\${COMP_WORDS[COMP_CWORD]} command="" words=""
  ((COMP_CWORD > 1)) && command=\${COMP_WORDS[1]}
  case "$command" in
    ${groupsOf(commands)
      .map(({ path }) => path)
      .join("|")}) ((COMP_CWORD > 2)) && command+=" \${COMP_WORDS[2]}" ;;
  esac
  case "$command \${COMP_WORDS[COMP_CWORD - 1]}" in
${choices.join("\n")}
    *) case "$command" in
${words.join("\n")}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _cms_content cms-content
`;
}

function zsh(commands: readonly CompletedCommand[]): string {
  const cases = commands.map(({ path, members, values, options }) => {
    if (members.length > 0) {
      const names = members.map(({ name, description }) => shellText(`${name}:${description}`));
      return `    ${shellText(path)}) commands=(\n      ${names.join("\n      ")}\n    ); _describe command commands ;;`;
    }
    const specs = options.map(({ flag, hasValue, choices, description }) => {
      const action = choices.length > 0 ? `(${choices.join(" ")})` : "_files";
      const spec = `${flag}[${description.replace(/[\\[\]:]/g, "\\$&")}]`;
      return shellText(hasValue ? `*${spec}:value:${action}` : spec);
    });
    const argument = values.length > 0 ? `*:value:(${values.join(" ")})` : "*:file:_files";
    return `    ${shellText(path)}) _arguments ${[...specs, shellText(argument)].join(" \\\n      ")} ;;`;
  });
  return `#compdef cms-content
_cms_content() {
  local -a commands
  local command=
  if (( CURRENT > 2 )); then
    command=$words[2]
    shift words; (( CURRENT-- ))
    case $command in
      (${groupsOf(commands)
        .map(({ path }) => path)
        .join("|")}) if (( CURRENT > 2 )); then
        command+=" $words[2]"
        shift words; (( CURRENT-- ))
      fi ;;
    esac
  fi
  case $command in
${cases.join("\n")}
  esac
}
if [[ $funcstack[1] == _cms_content ]]; then
  _cms_content "$@"
else
  compdef _cms_content cms-content
fi
`;
}

/** A text between single quotes. */
const shellText = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const fishText = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;

function fish(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ path, members, values, options }) => {
    // The options of a group are those before its commands.
    const when = `-n '${members.length > 0 ? "__cms_content_at" : "__cms_content_in"} ${path}'`;
    const words = [...members, ...values.map((name) => ({ name, description: "" }))];
    return [
      ...words.map(
        ({ name, description }) =>
          `complete -c cms-content -f ${when} -a ${name} -d ${fishText(description)}`,
      ),
      ...options.map(({ flag, hasValue, choices, description }) => {
        const value = choices.length > 0 ? ` -x -a '${choices.join(" ")}'` : " -r";
        return `complete -c cms-content ${when} -l ${flag.slice(2)}${hasValue ? value : ""} -d ${fishText(description)}`;
      }),
    ];
  });
  return `function __cms_content_at -d 'Whether these are the words after cms-content'
  set -l words (commandline -opc)
  set -e words[1]
  test "$words" = "$argv"
end
function __cms_content_in -d 'Whether the words after cms-content begin with these'
  set -l words (commandline -opc)
  set -e words[1]
  string match -q -- "$argv *" "$words "
end
${lines.join("\n")}
`;
}
