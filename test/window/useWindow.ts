import { beginInSharedWindow, closeSharedWindow, openSharedWindow } from "./sharedWindow.ts";
import type { Beginning, SharedWindow } from "./sharedWindow.ts";
import type { Workbench } from "./workbench.ts";

/**
 * Gives the tests of a describe() the shared window in its starting state. The state comes from a function, because it
 * may not be known earlier. If a test fails, the next file gets another window.
 */
export function useWindow(
  beginning: () => Promise<Beginning> = () => Promise.resolve({}),
): () => SharedWindow {
  return useShared("begin in the shared window", async () =>
    beginInSharedWindow(await beginning()),
  );
}

/** Gives the tests of a describe() a new shared window, whose profile is empty. */
export function useNewWindow(): () => SharedWindow {
  return useShared("open a new shared window", async () => {
    await closeSharedWindow();
    return openSharedWindow();
  });
}

function useShared(title: string, begin: () => Promise<SharedWindow>): () => SharedWindow {
  let shared: SharedWindow | undefined;

  before(title, async function () {
    this.timeout(180_000);
    shared = await begin();
  });
  afterEach("take a picture of a failure", async function () {
    await takePicture(this.currentTest, shared?.workbench);
  });
  after("close the window where something failed", async function () {
    this.timeout(60_000);
    const states: unknown[] = [];
    this.test?.parent?.eachTest(({ state }) => states.push(state));
    if (states.some((state) => state !== "passed")) await closeSharedWindow();
  });

  return () => {
    if (shared === undefined) throw new Error("The window is there from the first test on.");
    return shared;
  };
}

/** Takes a picture of the window after a failed test. */
export async function takePicture(
  test: Mocha.Test | undefined,
  workbench: Workbench | undefined,
): Promise<void> {
  if (test?.state !== "failed") return;
  const name = test.fullTitle().toLowerCase().replace(/\W+/g, "-");
  await workbench?.screenshot(`failed-${name}`);
}
