import assert from "node:assert/strict";
import { empty, json, refusal } from "../support/loopback.ts";
import { areSent, loopbackCms } from "./loopbackCms.ts";

const payload = { data: { heading: "Tea" } };
const homepage = { documentId: "home1", heading: "Tea" };
const homepageRequest = { path: "/api/homepage", body: undefined };

describe("Requests of single()", () => {
  areSent([
    [
      "find reads /api/<singularName>, without a documentId",
      (cms) => cms.single("homepage").find(),
      { ...homepageRequest, method: "GET", query: {} },
    ],
    [
      "find sends its parameters",
      (cms) => cms.single("homepage").find({ params: { status: "draft", populate: "*" } }),
      { ...homepageRequest, method: "GET", query: { status: "draft", populate: "*" } },
    ],
    [
      "update puts the payload in data",
      (cms) => cms.single("homepage").update({ payload, params: { status: "draft" } }),
      { ...homepageRequest, method: "PUT", query: { status: "draft" }, body: payload },
    ],
    [
      "publish puts an empty data object with status=published",
      (cms) => cms.single("homepage").publish({ params: { locale: "fr" } }),
      {
        ...homepageRequest,
        method: "PUT",
        query: { locale: "fr", status: "published" },
        body: { data: {} },
      },
    ],
    [
      "delete deletes /api/<singularName>, without a body",
      (cms) => cms.single("homepage").delete({ params: { locale: "*" } }),
      { ...homepageRequest, method: "DELETE", query: { locale: "*" } },
    ],
  ]);
});

describe("Results of single()", () => {
  const at = loopbackCms();

  it("find, update and publish return the document from data", async () => {
    at.service.answer(json({ data: homepage, meta: {} }));
    const single = at.cms.single("homepage");

    const results = [await single.find(), await single.update({ payload }), await single.publish()];

    assert.deepEqual(results, Array(3).fill([null, homepage, {}]));
  });

  it("find returns a NotFoundError before the first write", async () => {
    at.service.answer(refusal(404, "NotFoundError", "Not Found"));

    const [error, ...dataAndMeta] = await at.cms.single("homepage").find();

    assert.deepEqual([error?.name, ...dataAndMeta], ["NotFoundError", null, null]);
  });

  it("delete returns null without an error for an empty body", async () => {
    at.service.answer(empty());

    const result = await at.cms.single("homepage").delete();

    assert.deepEqual(result, [null, null, {}]);
  });
});
