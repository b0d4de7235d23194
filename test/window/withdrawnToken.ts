import { refusal } from "../support/loopback.ts";
import { filesWith } from "./filesWith.ts";
import { until } from "./until.ts";
import type { useFaults } from "./useFaults.ts";
import type { Workbench } from "./workbench.ts";

type Scene = ReturnType<ReturnType<typeof useFaults>>;

/** What the service says then. */
export const withdrawn = refusal(401, "UnauthorizedError", "Missing or invalid credentials");

/** The box that asks for one. */
export const tokenBox = "API Token for Magazine";

/** Has all go well again, and gives the token anew by the button of a notification. */
export async function giveToken(
  { workbench, service, faults }: Scene,
  words: string,
): Promise<void> {
  faults.heal();
  await workbench.notifications.press(words, "Edit Token");
  await workbench.quickInput.answer(tokenBox, service.tokens.full);
}

export const untilLogged = ({ profile }: Workbench, words: string): Promise<void> =>
  until(`${words} is not in the log`, async () => (await filesWith(profile, words)).length > 0);
