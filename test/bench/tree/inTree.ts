// Runs inside VS Code's extension host.
import { Session } from "node:inspector/promises";
import { TestModel } from "../../model/testModel.ts";
import { Tree } from "../../suite/trees.ts";
import { medianOf, medianRatio } from "../pairs.ts";

/** Proxies of one service that differ in their number of articles. */
export interface Ways {
  readonly token: string;
  readonly thousand: string;
  readonly tenThousand: string;
  readonly hundredThousand: string;
}

export interface TreeFigures {
  readonly firstRowsRequests: number;
  readonly firstRowsRatio: number;
  readonly redrawRequests: number;
  readonly rowBytes: number;
  readonly load10kMs: number;
}

const path = ["Magazine", "Articles"] as const;

/** Measures the tree without drawing it. The time that VS Code needs to draw is not included. */
export async function measureTree(urls: Ways): Promise<TreeFigures> {
  const small = await treeOver(urls.thousand, urls.token);
  const large = await treeOver(urls.hundredThousand, urls.token);
  const firstRows = async (tree: Tree): Promise<void> => {
    tree.model.lists.refresh({ connection: tree.model.connection.id, type: "articles" });
    if ((await tree.rows(...path)).length !== 26) throw new Error("It is not the first page.");
  };
  try {
    const requests = await requestsOf(large, () => large.rows(...path));
    await large.settledLines(...path);
    const redraws = await requestsOf(large, () => redraw(large));
    const pair = { of: () => firstRows(large), over: () => firstRows(small) };
    return {
      firstRowsRequests: requests,
      redrawRequests: redraws,
      firstRowsRatio: await medianRatio({ ...pair, calls: 20, rounds: 25 }),
      ...(await measureLoads(urls)),
    };
  } finally {
    small.close();
    large.close();
  }
}

/** Reads the content types in advance, because they are not part of the measurement. */
async function treeOver(url: string, token: string): Promise<Tree> {
  const tree = new Tree(new TestModel({ url, token }));
  await tree.rows("Magazine");
  return tree;
}

/** The number of requests that are answered when the work is done. */
async function requestsOf(tree: Tree, work: () => Promise<unknown>): Promise<number> {
  const before = tree.model.log.length;
  await work();
  return tree.model.log.length - before;
}

async function redraw(tree: Tree): Promise<void> {
  for (let round = 0; round < 10; round += 1) await tree.lines(...path);
}

async function measureLoads({ tenThousand, token }: Ways) {
  const times: number[] = [];
  const bytes: number[] = [];
  // Closed at the end, because the garbage of a closed tree would affect the measurement of the next one.
  const trees: Tree[] = [];
  for (let round = 0; round < 5; round += 1) {
    const tree = await treeOver(tenThousand, token);
    trees.push(tree);
    await tree.rows(...path);
    const before = await heapNow();
    const started = performance.now();
    await loadAll(tree);
    const rows = await tree.rows(...path);
    times.push(performance.now() - started);
    bytes.push(((await heapNow()) - before) / rows.length);
    if (rows.length !== 10_000) throw new Error(`There are ${rows.length} rows.`);
  }
  for (const tree of trees) tree.close();
  return { load10kMs: medianOf(times), rowBytes: medianOf(bytes) };
}

async function loadAll({ model }: Tree): Promise<void> {
  const listing = model.lists.listing({ connection: model.connection.id, type: "articles" });
  const { signal } = new AbortController();
  const [failure] = await listing.load({ upTo: Infinity, signal, tell: () => undefined });
  if (failure) throw new Error(failure.code);
}

/** The used heap after a garbage collection, in bytes. */
async function heapNow(): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post("HeapProfiler.collectGarbage");
  session.disconnect();
  return process.memoryUsage().heapUsed;
}
