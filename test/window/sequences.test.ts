import assert from "node:assert/strict";
import fc from "fast-check";
import type { Change } from "../model/sequences/places.ts";
import type { Reference } from "../model/sequences/reference.ts";
import { startFaultyProxy } from "../support/faultyProxy.ts";
import type { Fault, FaultyProxy } from "../support/faultyProxy.ts";
import { Scene } from "./sequenceScene.ts";
import type { Answer } from "./sequenceScene.ts";
import { useMagazine } from "./useMagazine.ts";

/** Every run plays the same sequences, unless CMS_SEED names another seed. */
const seed = Number(process.env["CMS_SEED"] ?? 20_260_301);
const path = process.env["CMS_PATH"];
const numRuns = Number(process.env["CMS_WINDOW_SEQUENCES"] ?? 1);

type Step = fc.AsyncCommand<Reference, Scene>;

/** One action of the user or of another client. Some are skipped if there are no unsaved changes. */
const step = (
  name: string,
  run: (scene: Scene) => Promise<void>,
  { ofUnsaved = false }: { readonly ofUnsaved?: boolean } = {},
): Step => ({
  check: (reference) => !ofUnsaved || reference.ownPlaces("en").length > 0,
  run: async (_, scene) => {
    scene.note(name);
    await run(scene);
  },
  toString: () => name,
});

const ofUnsaved = { ofUnsaved: true };

/** A change of any field but the title, by which the tab is found. */
const change: fc.Arbitrary<Change> = fc.record(
  { how: fc.constantFrom("change", "change", "add"), where: fc.constantFrom(1, 2, 4, 6) },
  { noNullPrototype: true },
);
const answer = fc.constantFrom<Answer>("Keep Mine", "Take Theirs", "Cancel");
const fault = fc.constantFrom<Fault | undefined>(
  undefined,
  undefined,
  undefined,
  { kind: "request dropped" },
  { kind: "request cut" },
  { kind: "request doubled" },
  { kind: "answer dropped" },
  { kind: "answer cut" },
  { kind: "answer replaced", status: 504 },
);

const edit = change.map((nextChange) =>
  step(`edit ${nextChange.how}`, (scene) => scene.type(nextChange)),
);
const save = fc.tuple(answer, fault).map(([pressed, met]) => {
  const name = `save, ${pressed}, ${met?.kind ?? "no fault"}`;
  return step(name, (scene) => scene.save(pressed, met), ofUnsaved);
});
const overwrite = answer.map((pressed) =>
  step("overwrite", (scene) => scene.overwrite(pressed), ofUnsaved),
);
const theirEdit = change.map((nextChange) =>
  step("they edit", (scene) => scene.change(nextChange)),
);
const collision = change.map((nextChange) =>
  step("they edit the same", (scene) => scene.collide(nextChange), ofUnsaved),
);
const reload = fc.constant(step("reload", (scene) => scene.reload()));
const reloadInSave = fc.constant(
  step("reload in a save", (scene) => scene.reload(true), ofUnsaved),
);

/** The steps before a reload, and the steps after it. */
const half = fc.noBias(
  fc.commands([edit, edit, save, save, theirEdit, collision, overwrite, reload, reloadInSave], {
    maxCommands: 5,
    size: "max",
  }),
);

describe("Sequences in a window", function () {
  this.timeout(numRuns * 60_000);
  let proxy: FaultyProxy;
  const magazine = useMagazine({
    settings: {
      // In a browser, auto save is on by default, and a tab loses its unsaved mark while VS Code saves.
      "files.autoSave": "off",
    },
    through: async ({ url }) => (proxy = await startFaultyProxy(url)).url,
  });

  after("close the way", async () => {
    await proxy.stop();
  });

  it("edits, saves, faults and reloads in a window lose no text and overwrite no other client's change", async function () {
    let sceneCount = 0;
    const property = fc.asyncProperty(
      edit,
      half,
      reload,
      half,
      async (first, before, again, after) => {
        const { workbench, service } = magazine();
        proxy.meet(() => undefined);
        const scene = await Scene.open(
          { workbench, service, proxy },
          `Window ${(sceneCount += 1)}`,
        );
        try {
          const steps = [first, ...before, again, ...after];
          await fc.asyncModelRun(() => ({ model: scene.reference, real: scene }), steps);
          await scene.close();
        } catch (error) {
          await workbench.screenshot("failed-sequence");
          throw new Error(`${String(error)}\n${scene.trace}`, { cause: error });
        }
        await magazine().clear();
      },
    );

    await fc.assert(property, {
      seed,
      numRuns,
      endOnFailure: true,
      ...(path !== undefined && { path }),
    });

    this.test!.title += `: ${Scene.reloads} reloads`;
    assert.ok(Scene.reloads >= numRuns);
  });
});
