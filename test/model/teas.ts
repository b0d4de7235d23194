import { createCms } from "../../src/client/index.ts";
import { Capabilities } from "../../src/model/connect/capabilities.ts";
import { createCatalog } from "../../src/model/schemas/catalog.ts";
import { Routes, type TypedService } from "../../src/model/schemas/catalogs.ts";

export const teaUid = "api::tea.tea";

const catalog = createCatalog({
  contentTypes: [
    {
      uid: teaUid,
      schema: {
        ...{ displayName: "Tea", singularName: "tea", pluralName: "teas" },
        ...{ kind: "collectionType", draftAndPublish: true },
        attributes: {
          slug: { type: "uid" },
          name: { type: "string" },
          notes: { type: "dynamiczone", components: ["tea.note"] },
        },
      },
    },
  ],
  components: [
    { uid: "tea.note", schema: { displayName: "Note", attributes: { text: { type: "text" } } } },
  ],
  locales: [],
});

/** A service for teas. By default, nothing answers at its address. */
export const teaService = (connection: string, baseUrl = "http://localhost:1"): TypedService => ({
  ...{ connection, catalog, capabilities: new Capabilities() },
  ...{ cms: createCms({ baseUrl }), routes: new Routes(() => undefined), doubt: () => undefined },
  ...{ sendAllFields: [], type: catalog.types.get("teas")! },
});
