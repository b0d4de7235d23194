import type { Cms } from "../../../src/client/index.ts";
import { secureDocument } from "../../support/tlsService.ts";
import type { Article } from "../loopbackCms.ts";

/** The expected result of a list read when the service has one document. */
export const good = [null, [secureDocument], {}];

export const list = (cms: Cms) => cms.collection<Article>("articles").findMany();
