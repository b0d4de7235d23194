// A test of somebody's program, whose mocks stand for the service.
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { createCms } from "cms-content/fetch";

const seen = [];
const server = setupServer(
  http.get("https://cms.example.com/api/articles/:documentId", ({ request, params }) => {
    seen.push(`${request.method} ${request.headers.get("authorization")}`);
    return HttpResponse.json({ data: { ...params, title: "Tea" }, meta: {} });
  }),
  http.put("https://cms.example.com/api/articles/:documentId", async ({ request }) => {
    seen.push(`${request.method} ${JSON.stringify(await request.json())}`);
    return HttpResponse.error();
  }),
);
const cms = createCms({ baseUrl: "https://cms.example.com", token: "tea" });
const articles = cms.collection("articles");
server.listen({ onUnhandledRequest: "error" });

const [, found] = await articles.find({ documentId: "tea1" });
const [error] = await articles.update({ documentId: "tea1", payload: { data: {} } });
server.close();

console.log(JSON.stringify([found.title, error.name, seen]));
