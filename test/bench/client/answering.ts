// A server that answers immediately, in its own process. `/page/api/…` returns a recorded page. `/<count>/api/…`
// returns that many documents in pages, by page number or after a documentId.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answer, readInput } from "../child.ts";
import type { RecordedPage } from "./servers.ts";

const largestPage = 100;
const filler = "Tea is drunk hot in winter, and the kettle is never far. ".repeat(6);

const page = await readInput<RecordedPage>();
const recorded = Buffer.from(page.body);

const server = createServer(({ url = "" }, response) => {
  const [, prefix] = url.split("/");
  if (prefix === "page") {
    response.writeHead(200, page.headers).end(recorded);
  } else {
    const body = JSON.stringify(
      listed(Number(prefix), new URL(url, "http://127.0.0.1").searchParams),
    );
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  }
});
server.listen(0, "127.0.0.1", () => {
  answer({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});

function listed(total: number, params: URLSearchParams) {
  const number = (name: string, otherwise: number) =>
    Number(params.get(`pagination[${name}]`) ?? otherwise);
  const pageSize = Math.min(number("pageSize", 25), largestPage);
  const pageNumber = number("page", 1);
  const after = [...params].find(([key]) => key.endsWith("[documentId][$gt]"))?.[1];
  const start = after === undefined ? (pageNumber - 1) * pageSize : Number(after.slice(1)) + 1;
  const end = Math.min(start + pageSize, total);
  const counted = params.get("pagination[withCount]") !== "false";
  const remainingCount = after === undefined ? total : total - start;
  return {
    data: Array.from({ length: Math.max(0, end - start) }, (_, at) => documentAt(start + at)),
    meta: {
      pagination: {
        page: pageNumber,
        pageSize,
        ...(counted && { pageCount: Math.ceil(remainingCount / pageSize), total: remainingCount }),
      },
    },
  };
}

const documentAt = (index: number) => ({
  id: index + 1,
  documentId: `d${String(index).padStart(23, "0")}`,
  title: `Document ${index}`,
  text: filler,
  locale: "en",
  publishedAt: "2026-01-01T00:00:00.000Z",
});
