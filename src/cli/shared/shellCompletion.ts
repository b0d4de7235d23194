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

type CompletedCommand = ReturnType<typeof commandsOf>[number];

/** What the help lists, so that the scripts know every command and option. */
function commandsOf(program: Command) {
  const help = program.createHelp();
  return help.visibleCommands(program).map((command) => {
    // A group, such as media, completes its commands, and the options of all of them.
    const options = [command, ...command.commands]
      .flatMap((member) => help.visibleOptions(member))
      .map((option) => ({
        flag: option.long ?? option.flags,
        hasValue: option.required || option.optional,
        choices: option.argChoices ?? [],
        description: option.description,
      }));
    return {
      name: command.name(),
      description: command.description(),
      words: [
        ...command.commands.map((member) => member.name()),
        ...command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
      ],
      options: [...new Map(options.map((option) => [option.flag, option])).values()],
    };
  });
}

/** Where nothing else fits, bash completes the names of files. */
function bash(commands: readonly CompletedCommand[]): string {
  const choices = commands.flatMap(({ name, options }) =>
    options.flatMap(({ flag, hasValue, choices: values }) =>
      hasValue ? [`    "${name} ${flag}") words="${values.join(" ")}" ;;`] : [],
    ),
  );
  const flags = commands.map(
    ({ name, words, options }) =>
      `        ${name}) words="${[...words, ...options.map(({ flag }) => flag)].join(" ")}" ;;`,
  );
  return `_cms_content() {
  local word=\${COMP_WORDS[COMP_CWORD]} words=""
  if ((COMP_CWORD == 1)); then
    words="${commands.map(({ name }) => name).join(" ")} --help --version"
  else case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD - 1]}" in
${choices.join("\n")}
    *)
      case "\${COMP_WORDS[1]}" in
${flags.join("\n")}
      esac ;;
  esac fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _cms_content cms-content
`;
}

function zsh(commands: readonly CompletedCommand[]): string {
  const descriptions = commands.map(
    ({ name, description }) => `      ${shellText(`${name}:${description}`)}`,
  );
  const cases = commands.map(({ name, words, options }) => {
    const specs = options.map(({ flag, hasValue, choices, description }) => {
      const action = choices.length > 0 ? `(${choices.join(" ")})` : "_files";
      const spec = `${flag}[${description.replace(/[\\[\]:]/g, "\\$&")}]`;
      return `      ${shellText(hasValue ? `*${spec}:value:${action}` : spec)} \\`;
    });
    const values = words.length > 0 ? `*:value:(${words.join(" ")})` : "*:file:_files";
    return [`    ${name}) _arguments \\`, ...specs, `      ${shellText(values)} ;;`].join("\n");
  });
  return `#compdef cms-content
_cms_content() {
  local -a commands
  if (( CURRENT == 2 )); then
    commands=(
${descriptions.join("\n")}
    )
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join("\n")}
  esac
}
compdef _cms_content cms-content
`;
}

/** A text between single quotes. */
const shellText = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const fishText = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;

function fish(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ name, description, words, options }) => {
    const isChosen = `-n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c cms-content -f -n __fish_use_subcommand -a ${name} -d ${fishText(description)}`,
      ...(words.length > 0
        ? [`complete -c cms-content -f ${isChosen} -a '${words.join(" ")}'`]
        : []),
      ...options.map(({ flag, hasValue, choices, description: text }) => {
        const values = choices.length > 0 ? ` -x -a '${choices.join(" ")}'` : " -r";
        return `complete -c cms-content ${isChosen} -l ${flag.slice(2)}${hasValue ? values : ""} -d ${fishText(text)}`;
      }),
    ];
  });
  return `${lines.join("\n")}\n`;
}
