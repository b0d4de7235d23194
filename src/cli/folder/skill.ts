import type { Command } from "commander";
import { exitCodes } from "../shared/cliError.ts";
import type { RunOffline } from "../shared/command.ts";

export const registerSkill = (program: Command, runOffline: RunOffline): Command =>
  program
    .command("skill")
    .description("Print a page that teaches a coding agent to edit a pulled folder.")
    .addHelpText(
      "after",
      `
Examples:
  $ cms-content skill > .claude/skills/cms-content/SKILL.md`,
    )
    .action(() =>
      runOffline({}, async ({ output }) => {
        await output.write(page, "lines");
        return exitCodes.success;
      }),
    );

/** In the format of agent skills: https://agentskills.io. test/house/cliDocs.test.ts checks its commands. */
const page = `---
name: cms-content
description: Edit the content of a Strapi service as files. Use it for a folder that contains cms.json, such as content/, to find, change, translate, check or review articles, pages and other content.
---

# Content as files

The folder that contains \`cms.json\` has the content of a Strapi service. \`npx cms-content pull\` writes the files, and \`npx cms-content push\` sends your changes. You edit the files. That needs no token and no service.

## Find

- \`<type>/<name>.json\`: one document, such as \`content/tags/winter.json\`.
- \`<type>/<name>.<locale>.json\`: the fields of one locale, such as \`content/articles/tea.en.json\`. The fields that all locales share are in \`content/articles/tea.json\`.
- Files that end in \`.md\` have the main text of a document as Markdown, and its other fields as YAML between the lines \`---\`. They never have \`$schema\`.
- Search with \`grep\` or \`rg\` in the folder. Leave out \`.cms\`.
- The fields of a type, their limits and choices are in the JSON schema that \`$schema\` names: \`.cms/schema/<type>.json\`.

## Edit

- Change values in place. Keep the keys, their order and the line breaks of other fields, so that the diff shows your change only.
- A JSON file has one object. An empty field is absent. To clear a field, remove its key.
- A relation is the path of its target without locale and ending: \`"category": "categories/travel"\`, \`"tags": ["tags/winter"]\`. \`tags/#n95ij3k2\` names a document that the folder doesn't have. Keep it as it is.
- A media file is its name: \`"cover": "kettle.jpg"\`. Use names that other files have. \`kettle.jpg#abc\` is another file of the same name. Keep the part after \`#\`.
- Components are objects. In a dynamic zone, each has \`__component\`, such as \`"shared.quote"\`. They have no ids.
- To translate a document, add its file for the locale, with the fields that other such files of the type have.
- The name of a new file has small letters, digits and hyphens. Keep the name of an existing file when its title changes, because relations use it.

## Do not touch

- \`.cms\`: the state of the last pull. Never edit, format or delete it.
- \`cms.json\`, unless you are asked to change what is pulled.
- documentIds, dates of publication and fields that \`$schema\` doesn't list. Some fields are left out on purpose, such as personal data. Don't add them.
- Don't rename or delete files, unless you are asked to.

## Check

After each change:

\`\`\`sh
npx cms-content check --folder
npx cms-content status
\`\`\`

- \`check --folder\` lists what the service would reject, with the line and the column in the file. Fix each error that your change caused. \`--json\` prints one finding in each line.
- \`status\` lists the files that were changed since the last pull, with their fields. It must list what you changed and nothing else.
- Both send no request. The following need a token. Leave them to a person unless you are asked to run them:

\`\`\`sh
npx cms-content pull
npx cms-content push --dry-run
\`\`\`

- \`push --dry-run\` prints what a push would send, with the values before and after, and sends nothing. Never push without \`--dry-run\` on your own.
`;
