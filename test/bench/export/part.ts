import { addManyArticles } from "../../support/manyArticles.ts";
import { startService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { startChild } from "../child.ts";
import type { Figure, Part } from "../part.ts";
import type { ExportFigures, ExportTask } from "./heap.ts";

interface Prepared extends ExportFigures {
  stop(): Promise<void>;
}

const figures: readonly Figure<Prepared>[] = [
  {
    id: "export.heapGrowthMB",
    unit: "MB",
    goal: { atMost: 20 },
    what: "Peak of the heap after garbage collection while the extension exports 100,000 articles with all fields to a CSV file, minus the peak for 1,000. The real service.",
    measure: ({ heapGrowthMB }) => Promise.resolve(heapGrowthMB),
  },
  {
    id: "export.recordsPerSecond",
    unit: "records/s",
    what: "Records that this export writes per second, including the garbage collections for the figure above. The service takes nearly all of the time.",
    measure: ({ recordsPerSecond }) => Promise.resolve(recordsPerSecond),
  },
];

const first = "many00000000000000000001";
const matching = (last: number) => ({
  filter: { documentId: { $between: [first, `many${String(last).padStart(20, "0")}`] } },
  records: last,
});

export const part: Part<Prepared> = {
  figures,
  prepare: async () => {
    const service = await startService();
    const folder = temporaryFolder();
    const { url, tokens } = service;
    addManyArticles(service.database, 100_000);
    const task: ExportTask = {
      ...{ url, token: tokens.full, folder: folder.path },
      ...{ few: matching(1_000), many: matching(100_000) },
    };
    const child = startChild<ExportFigures>("./export/heap.ts", task);
    try {
      return { ...(await child.next()), stop: () => service.stop() };
    } catch (error) {
      await service.stop();
      throw error;
    } finally {
      await child.stop();
      folder.remove();
    }
  },
};
