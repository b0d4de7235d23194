import assert from "node:assert/strict";
import type { CmsFile, FileFormat } from "../../../src/client/index.ts";
import { Pictures } from "../../../src/model/media/pictures.ts";
import { startLoopback } from "../../support/loopback.ts";
import type { Loopback, Reply } from "../../support/loopback.ts";
import { TestModel } from "../testModel.ts";
import { must, why } from "../outcomes.ts";

const token = "a-token-that-nobody-else-may-see";

const format = (name: string, size: number, width: number): FileFormat => ({
  ...{ name, size, width, height: width, mime: "image/png", url: `/uploads/${name}.png` },
});

const file = (more: Partial<CmsFile> = {}): CmsFile => ({
  ...{ id: 1, documentId: "tea1", name: "tea.png", alternativeText: null, caption: null },
  ...{ width: 720, height: 480, formats: null, ext: ".png", mime: "image/png", size: 9 },
  ...{ url: "/uploads/tea.png", provider: "local", createdAt: "", updatedAt: "" },
  ...more,
});

const bytes = (body: string, type: string): Reply => {
  return (response) => {
    response.writeHead(200, { "content-type": type }).end(body);
  };
};

describe("Images", () => {
  let service: Loopback;
  let model: TestModel;
  let pictures: Pictures;
  beforeEach(async () => {
    service = await startLoopback();
    model = new TestModel({ url: service.url, token });
    pictures = new Pictures(model.connections);
    service.answer(bytes("tea", "image/png; charset=x"));
  });
  afterEach(async () => {
    model.close();
    await service.stop();
  });
  const pictureOf = async (of: object) => must(await pictures.of(model.connection.id, of));
  const paths = () => service.requests.map(({ path }) => path);

  it("an image is returned as a data URL and requested once, with the token", async () => {
    const first = await pictureOf(file());
    const second = await pictureOf(file());

    assert.deepEqual([first, second], Array(2).fill("data:image/png;base64,dGVh"));
    assert.deepEqual(
      service.requests.map(({ path, headers }) => [path, headers.authorization]),
      [["/uploads/tea.png", `Bearer ${token}`]],
    );
  });

  it("an image is returned as the thumbnail, else the first small version that the service has made, else nothing", async () => {
    const formats = { small: format("small", 60, 500), large: format("large", 300, 1000) };
    const thumbnail = format("thumbnail", 20, 200);

    await pictureOf(file({ size: 900, formats: { ...formats, thumbnail } }));
    await pictureOf(file({ size: 900, formats }));
    const none = await pictureOf(file({ size: 900, formats: { large: formats.large } }));
    await pictureOf({ ...file(), formats: { thumbnail: null, small: null } });

    assert.deepEqual(
      [paths(), none],
      [["/uploads/thumbnail.png", "/uploads/small.png", "/uploads/tea.png"], undefined],
    );
  });

  it("an image on another host is returned as its https URL without a request, and with no other URL", async () => {
    const elsewhere = "https://cdn.example.com/tea.png?signature=x";

    const dataUrls = [
      await pictureOf(file({ url: elsewhere })),
      await pictureOf(file({ url: "http://cdn.example.com/tea.png" })),
      await pictureOf(file({ url: "//cdn.example.com/tea.png" })),
      await pictureOf(file({ url: "javascript:alert(1)" })),
    ];

    assert.deepEqual([dataUrls, paths()], [[elsewhere, undefined, undefined, undefined], []]);
  });

  it("an image is not returned when the file is not one", async () => {
    service.answer(bytes("<script>", "text/html"));

    const dataUrls = [await pictureOf(file()), await pictureOf(file({ mime: "application/pdf" }))];

    assert.deepEqual([dataUrls, paths()], [[undefined, undefined], ["/uploads/tea.png"]]);
  });

  it("an image fails when it is larger than the file reports", async () => {
    service.answer(bytes("tea".repeat(30_000), "image/png"));

    const outcome = await pictures.of(model.connection.id, file());

    assert.equal(why(outcome), "ParseError");
  });

  it("an image is not returned for an unknown connection", async () => {
    assert.equal(must(await pictures.of("nobody", file())), undefined);
  });
});
