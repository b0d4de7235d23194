import type { Cms } from "../../../src/client/index.ts";

declare const cms: Cms;
const articles = cms.collection("articles");
const documentId = "tea1";

export async function refusedZones(): Promise<void> {
  await articles.find({
    documentId,
    // @ts-expect-error -- the dynamic zone has no such component
    params: { populate: { sections: { on: { "sections.text": true } } } },
  });
  await articles.find({
    documentId,
    // @ts-expect-error -- the dynamic zone has no such component, even next to a valid one
    params: { populate: { sections: { on: { "sections.quote": true, "sections.text": true } } } },
  });
  await articles.find({
    documentId,
    // @ts-expect-error -- a quote has no such field
    params: { populate: { sections: { on: { "sections.quote": { fields: ["txet"] } } } } },
  });
  await articles.find({
    documentId,
    params: {
      populate: {
        // @ts-expect-error -- a quote has no such relation, even next to a valid one
        sections: { on: { "sections.quote": { populate: { speaker: true, x: true } } } },
      },
    },
  });
  await articles.find({
    documentId,
    // @ts-expect-error -- populate for a dynamic zone must name the components
    params: { populate: { sections: { populate: ["speaker"] } } },
  });
  // @ts-expect-error -- the service doesn't count the entries of a dynamic zone
  await articles.find({ documentId, params: { populate: { sections: { count: true } } } });
}
