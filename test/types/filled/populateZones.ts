import type { Cms } from "../../../src/client/index.ts";

declare const cms: Cms;
const articles = cms.collection("articles");
const documentId = "tea1";

export async function refusedZones(): Promise<void> {
  await articles.find({
    documentId,
    // @ts-expect-error -- there is no such component in the zone
    params: { populate: { sections: { on: { "sections.text": true } } } },
  });
  await articles.find({
    documentId,
    // @ts-expect-error -- nor beside one that there is
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
        // @ts-expect-error -- a quote has no such relation, beside one that it has
        sections: { on: { "sections.quote": { populate: { speaker: true, x: true } } } },
      },
    },
  });
  await articles.find({
    documentId,
    // @ts-expect-error -- what is in a zone is named by component
    params: { populate: { sections: { populate: ["speaker"] } } },
  });
  // @ts-expect-error -- the service does not count the entries of a zone
  await articles.find({ documentId, params: { populate: { sections: { count: true } } } });
}
