import assert from "node:assert/strict";
import { html, json, redirect, refusal } from "../support/loopback.ts";
import { areSent, loopbackCms, token } from "./loopbackCms.ts";

const tea = { id: 7, documentId: "tea1", name: "tea.png", mime: "image/png", url: "/tea.png" };
const list = { method: "GET", path: "/api/upload/files", body: undefined };

describe("Requests of upload()", () => {
  areSent([
    ["findMany reads the list of files", (cms) => cms.upload().findMany(), { ...list, query: {} }],
    [
      "findMany puts the page at the root of the query, beside the other parameters",
      (cms) =>
        cms.upload().findMany({
          params: {
            fields: ["name"],
            filters: { mime: { $startsWith: "image/" } },
            sort: ["updatedAt:desc"],
            pagination: { page: 3, pageSize: 10 },
            _q: "tea",
          },
        }),
      {
        ...list,
        query: {
          fields: ["name"],
          filters: { mime: { $startsWith: "image/" } },
          sort: ["updatedAt:desc"],
          pagination: { page: "3", pageSize: "10" },
          _q: "tea",
          start: "20",
          limit: "10",
        },
      },
    ],
    [
      "find filters the list by documentId, because the route of one file takes none",
      (cms) => cms.upload().find({ documentId: "tea1" }),
      { ...list, query: { filters: { documentId: { $eq: "tea1" } }, limit: "1" } },
    ],
    [
      "update sends only the given properties, with an empty string for null",
      (cms) => cms.upload().update({ id: 7, name: "pot.png", caption: null }),
      {
        method: "POST",
        path: "/api/upload",
        query: { id: "7" },
        body: { fileInfo: { name: "pot.png", caption: "" } },
      },
    ],
    [
      "delete uses the route of the numeric id",
      (cms) => cms.upload().delete({ id: 7 }),
      { method: "DELETE", path: "/api/upload/files/7", query: {}, body: undefined },
    ],
    [
      "content uses the service's origin, outside /api",
      (cms) => cms.upload().content({ url: "/uploads/tea.png?width=200" }),
      { method: "GET", path: "/uploads/tea.png", query: { width: "200" }, body: undefined },
    ],
  ]);
});

describe("Results of upload()", () => {
  const at = loopbackCms();

  it("findMany of media files returns the list", async () => {
    at.service.answer(json([tea]));

    assert.deepEqual(await at.cms.upload().findMany(), [null, [tea], null]);
  });

  it("find of a media file returns one file, and a NotFoundError for an empty list", async () => {
    at.service.answer(json([tea]), json([]));

    const result = await at.cms.upload().find({ documentId: "tea1" });
    const [error, ...dataAndMeta] = await at.cms.upload().find({ documentId: "gone" });

    assert.deepEqual(result, [null, tea, null]);
    assert.deepEqual(
      [error?.name, error?.status, ...dataAndMeta],
      ["NotFoundError", 200, null, null],
    );
  });

  it("find of a media file returns a NotFoundError if the service ignores the filter", async () => {
    at.service.answer(json([tea]));

    const [error] = await at.cms.upload().find({ documentId: "pot1" });

    assert.equal(error?.name, "NotFoundError");
  });

  it("findMany returns a file with odd values beside the others, without these values", async () => {
    const formats = { small: null, thumbnail: { url: "/t.png", width: "wide" } };
    const odd = { id: 8, documentId: "odd1", name: null, caption: 5, size: null, formats, x: [1] };
    at.service.answer(json([tea, odd]));

    const [, files] = await at.cms.upload().findMany();

    const readable = { name: "", caption: null, size: 0, x: [1] };
    const pictures = { formats: { thumbnail: { url: "/t.png", width: 0 } } };
    assert.deepEqual(files, [tea, { ...odd, ...readable, ...pictures }]);
  });

  for (const file of [{ id: 8 }, { id: 8, documentId: null }, { id: 8, documentId: "" }]) {
    it(`findMany returns a file without a documentId: ${JSON.stringify(file)}`, async () => {
      at.service.answer(json([file, tea]));

      const [, files] = await at.cms.upload().findMany();

      assert.deepEqual(files, [{ id: 8, documentId: "" }, tea]);
    });
  }

  for (const [file, message] of [
    [null, "Media file 2 has no id."],
    [{ id: "7", documentId: "tea1" }, "Media file 2 has no id."],
    [{ id: 8, documentId: "../users" }, "The media file 8 has no valid documentId."],
  ] as const) {
    it(`findMany returns a ParseError for ${JSON.stringify(file)}`, async () => {
      at.service.answer(json([tea, file]));

      const [error] = await at.cms.upload().findMany();

      assert.deepEqual([error?.name, error?.message], ["ParseError", message]);
    });
  }

  it("update returns the updated file, and a ParseError for an invalid answer", async () => {
    at.service.answer(json(tea), json([tea]));

    const updated = await at.cms.upload().update({ id: 7, name: "tea.png" });
    const [error] = await at.cms.upload().update({ id: 7, name: "tea.png" });

    assert.deepEqual([updated, error?.name], [[null, tea, null], "ParseError"]);
  });

  it("delete returns null, and a NotFoundError for a missing file", async () => {
    at.service.answer(json(tea), refusal(404, "NotFoundError", "file.notFound"));

    const deleted = await at.cms.upload().delete({ id: 7 });
    const [error] = await at.cms.upload().delete({ id: 7 });

    assert.deepEqual([deleted, error?.name], [[null, null, null], "NotFoundError"]);
  });

  it("findMany and find return a ParseError for an answer without a list", async () => {
    at.service.answer(json({ data: [tea] }));

    const errors = [
      (await at.cms.upload().findMany())[0],
      (await at.cms.upload().find({ documentId: "tea1" }))[0],
    ];

    assert.deepEqual(
      errors.map((error) => error?.name),
      ["ParseError", "ParseError"],
    );
  });
});

describe("upload().content", () => {
  const at = loopbackCms();

  it("upload().content returns the bytes and the media type", async () => {
    at.service.answer((response) => {
      response.writeHead(200, { "content-type": "image/png" }).end(Buffer.from([0x89, 0xff, 0]));
    });

    const [error, content] = await at.cms.upload().content({ url: "/uploads/tea.png" });

    assert.deepEqual(
      [error, content && [...content.bytes], content?.type],
      [null, [0x89, 0xff, 0], "image/png"],
    );
  });

  it("upload().content returns the bytes of an HTML page", async () => {
    at.service.answer(html("<p>Tea</p>"));

    const [error, content] = await at.cms.upload().content({ url: "tea.html" });

    assert.deepEqual([error, content?.bytes.length, content?.type], [null, 10, "text/html"]);
  });

  it("upload().content sends the token, also to a full URL of the service's origin", async () => {
    at.service.answer(json("tea"));

    await at.cms.upload().content({ url: `${at.service.url}/uploads/tea%20pot.png` });

    const [request] = at.service.requests;
    assert.deepEqual(
      [request?.path, request?.headers.authorization],
      ["/uploads/tea%20pot.png", `Bearer ${token}`],
    );
  });

  it("upload().content sends no request and no token to another origin", async () => {
    const elsewhere = [
      "https://cdn.example.com/tea.png",
      "//cdn.example.com/tea.png",
      "\\\\cdn.example.com\\tea.png",
      at.service.url.replace("127.0.0.1", "localhost"),
      at.service.url.replace("http:", "https:"),
      "data:image/png;base64,iVBORw0KGgo=",
      "file:///etc/hostname",
    ];

    const errors = [];
    for (const url of elsewhere) errors.push((await at.cms.upload().content({ url }))[0]);

    assert.deepEqual(
      errors.map((error) => [error?.name, error?.attempts]),
      elsewhere.map(() => ["RequestError", 0]),
    );
    assert.deepEqual(at.sent(), []);
  });

  it("upload().content does not follow a redirect", async () => {
    at.service.answer(redirect("https://cdn.example.com/tea.png"));

    const [error] = await at.cms.upload().content({ url: "/uploads/tea.png" });

    assert.deepEqual([error?.name, error?.status, at.sent().length], ["HttpError", 302, 1]);
  });

  it("upload().content returns a ParseError when the file is larger than maxBytes", async () => {
    at.service.answer(json("tea".repeat(1_000)));

    const [error] = await at.cms.upload().content({ url: "/uploads/tea.png", maxBytes: 1_000 });

    assert.deepEqual(
      [error?.name, error?.message],
      ["ParseError", "The response is larger than allowed."],
    );
  });

  it("upload().content returns the service's error for a missing file", async () => {
    at.service.answer(refusal(404, "NotFoundError", "Not Found"));

    const [error] = await at.cms.upload().content({ url: "/uploads/gone.png" });

    assert.deepEqual([error?.name, error?.message], ["NotFoundError", "Not Found"]);
  });
});
