// Pulls services to folders in its own process, one after the other, and reports the peak of the heap, the requests and
// the time of a status.
import { join } from "node:path";
import { ContentFolder } from "../../../src/model/folder/contentFolder.ts";
import { pullContent } from "../../../src/model/folder/contentPull.ts";
import {
  environmentOf,
  newSettings,
  withEnvironment,
} from "../../../src/model/folder/folderSettings.ts";
import { folderStatus } from "../../../src/model/folder/status/folderStatus.ts";
import { planPush } from "../../../src/model/folder/push/contentPush.ts";
import { Batches } from "../../../src/model/batch/batches.ts";
import { Imports } from "../../../src/model/import/imports.ts";
import { attributeWords } from "../../../src/texts/schemas/attributeWords.ts";
import { countRequests } from "../../model/check/requestCount.ts";
import { must } from "../../model/outcomes.ts";
import { TestModel } from "../../model/testModel.ts";
import { answer, readInput } from "../child.ts";

export interface FolderTask {
  /** The folder that contains those of the pulls. */
  readonly path: string;
  /** Each service is pulled twice, in this order. */
  readonly services: readonly { readonly url: string; readonly token: string }[];
}

export interface FolderFigures {
  readonly documents: number;
  /** The requests of the first pull. */
  readonly requests: number;
  /** The requests of a push after the second pull, which finds no change. */
  readonly pushRequests: number;
  /** The peak of the heap and its array buffers in bytes. Samples follow a garbage collection. */
  readonly peak: number;
  /** The median time of five statuses. */
  readonly statusMs: number;
}

const { path, services } = await readInput<FolderTask>();
const figures: FolderFigures[] = [];
for (const [at, service] of services.entries())
  figures.push(await figuresOf(service, join(path, String(at))));
answer(figures);

async function figuresOf(
  service: FolderTask["services"][number],
  root: string,
): Promise<FolderFigures> {
  const model = new TestModel(service);
  must(await model.catalogs.service(model.connection.id));
  let [pages, peak, documents] = [0, 0, 0];
  const pull = async (): Promise<void> => {
    const folder = must(await ContentFolder.open(root));
    const isNew = Object.keys(folder.settings.environments).length === 0;
    const settings = isNew
      ? withEnvironment(newSettings(), { ...service, name: "live" })
      : folder.settings;
    const environment = environmentOf(settings, service.url) ?? "";
    const how = { environment, types: ["articles"], removes: false, isDryRun: false };
    const request = {
      connection: model.connection.id,
      folder,
      settings,
      ...how,
      wordsOf: attributeWords,
    };
    const onFiles = (): Promise<void> => {
      pages += 1;
      // The log of the tests is not part of a pull.
      model.log.length = 0;
      if (pages % 5 === 0) peak = Math.max(peak, heap());
      return Promise.resolve();
    };
    ({ documents } = must(await pullContent(request, model, { onFiles })));
  };
  const { all: requests } = await countRequests(pull);
  await pull();
  const { all: pushRequests } = await countRequests(() => pushNothing(model, root));
  model.close();
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) times.push(await statusTime(root));
  const [, , statusMs = NaN] = times.sort((time, other) => time - other);
  return { documents, requests, pushRequests, peak, statusMs };
}

/** Plans a push, which must find that no file was changed. */
async function pushNothing(model: TestModel, root: string): Promise<void> {
  const folder = must(await ContentFolder.open(root));
  const schema = must(await folder.schema()) ?? undefined;
  const { settings } = folder;
  const request = {
    ...{ connection: model.connection.id, folder, settings, environment: "live", schema },
    ...{ types: ["articles"], isFirst: false, describe: ({ code }: { code: string }) => code },
  };
  const dependencies = Object.assign(Object.create(model) as TestModel, {
    imports: new Imports(model),
    batches: new Batches(model),
  });
  const onFiles = () => Promise.resolve();
  const confirmEarlier = () => Promise.resolve(false);
  const { items } = must(await planPush(request, dependencies, { onFiles, confirmEarlier }));
  if (items.length > 0) throw new Error(`${items.length} files would be pushed.`);
}

async function statusTime(root: string): Promise<number> {
  const started = performance.now();
  const folder = must(await ContentFolder.open(root));
  const schema = must(await folder.schema());
  if (!schema) throw new Error("The folder has no schema.");
  const changes = must(
    await folderStatus(folder, { environment: "live", schema, types: undefined }),
  );
  if (changes.length > 0) throw new Error(`${changes.length} files were changed.`);
  return performance.now() - started;
}

function heap(): number {
  gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
