"use strict";

/** Creates, reads and lists a draft, and reads a document that doesn't exist. Prints the results as JSON. */
module.exports = async function use({ createCms, NotFoundError }) {
  const { CMS_URL, CMS_TOKEN } = process.env;
  const cms = createCms({ baseUrl: CMS_URL, token: CMS_TOKEN });
  const articles = cms.collection("articles");
  const params = { status: "draft" };
  const slug = `tea-${process.pid}`;

  const [, created] = await articles.create({ payload: { data: { title: "Tea", slug } }, params });
  const [, found] = await articles.find({ documentId: created.documentId, params });
  const [, list] = await articles.findMany({ params: { ...params, filters: { slug } } });
  const [error] = await articles.find({ documentId: "missing", params });
  await cms.close();

  console.log(
    JSON.stringify({
      title: found.title,
      sameDocument: list.map(({ documentId }) => documentId === created.documentId),
      isNotFoundError: error instanceof NotFoundError,
    }),
  );
};
