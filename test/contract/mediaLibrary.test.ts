import assert from "node:assert/strict";
import { errorSummary } from "./found.ts";
import { contentOf, fileNamed, upload } from "./media.ts";
import { send } from "./realCms.ts";
import { itFact } from "../services/facts.ts";

describe("Reading the media library", () => {
  it("reading the media library returns a file with its type, its texts, its size and its formats", async () => {
    const file = await fileNamed("cup-of-tea.png");

    const { name, mime, width, height, ext, url, provider, formats } = file;
    assert.deepEqual(
      [name, mime, width, height, ext, url, provider],
      [
        ...["cup-of-tea.png", "image/png", 720, 480, ".png"],
        ...["/uploads/cup_of_tea_17cde1264c.png", "local"],
      ],
    );
    assert.equal(typeof file.alternativeText, "string");
    const { thumbnail } = formats ?? {};
    assert.deepEqual(
      [thumbnail?.width, thumbnail?.height, thumbnail?.url],
      [234, 156, "/uploads/thumbnail_cup_of_tea_17cde1264c.png"],
    );
  });

  it("reading the media library searches name, alternative text and caption, and ignores case", async () => {
    const named = async (_q: string) => {
      const params = { _q, fields: ["name"] } as const;
      const [, files] = await upload().findMany({ params });
      return files?.map(({ name }) => name);
    };

    assert.deepEqual(await named("OF-TEA"), ["cup-of-tea.png"]);
    assert.deepEqual(await named("milky WAY"), ["night-sky.png"]);
    assert.deepEqual(await named("force five"), ["open-water.png"]);
  });

  it("reading the media library returns pages without gaps and repetitions", async () => {
    const params = {
      sort: ["name:asc", "documentId:asc"],
      filters: { ext: { $eq: ".png" } },
    } as const;
    const page = async (number: number) => {
      const pagination = { page: number, pageSize: 5 };
      const [, files] = await upload().findMany({ params: { ...params, pagination } });
      return files?.map(({ name }) => name) ?? [];
    };
    const [, all] = await upload().findMany({ params });

    const pages = [...(await page(1)), ...(await page(2)), ...(await page(3)), ...(await page(4))];

    assert.deepEqual(
      pages,
      all?.map(({ name }) => name),
    );
  });

  it("reading the media library finds a file by its documentId, and returns a NotFoundError for a missing one", async () => {
    const { documentId } = await fileNamed("night-sky.png");

    const [, file] = await upload().find({ documentId });
    const [error] = await upload().find({ documentId: "nobody" });

    assert.deepEqual([file?.name, error?.name], ["night-sky.png", "NotFoundError"]);
  });

  it("reading the media library rejects an unknown field", async () => {
    const [error] = await upload().findMany({ params: { filters: { bogus: 1 } as object } });

    assert.deepEqual(errorSummary(error), ["ValidationError", 400, "Invalid key bogus"]);
  });

  itFact(
    "reading the media library accepts a numeric id in the route of one file, and no documentId",
    async () => {
      const { id, documentId } = await fileNamed("night-sky.png");

      const statuses = [
        (await send("GET", `/upload/files/${id}`)).status,
        (await send("GET", `/upload/files/${documentId}`)).status,
      ];

      assert.deepEqual(statuses, [200, 404]);
    },
  );

  it("reading the media library returns the bytes of a file and of its formats", async () => {
    const { url, size, formats } = await fileNamed("cup-of-tea.png");

    const whole = await contentOf({ url });
    const little = await contentOf({ url: String(formats?.["thumbnail"]?.url) });
    const [error] = await upload().content({ url: "/uploads/nothing.png" });

    assert.equal((whole.length / 1_000).toFixed(2), size.toFixed(2));
    assert.deepEqual(
      [whole, little].map((bytes) => bytes.toString("latin1", 1, 4)),
      ["PNG", "PNG"],
    );
    assert.equal(error?.name, "NotFoundError");
  });
});
