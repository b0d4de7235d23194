import type { Cms } from "../../src/client/index.ts";
import { secureDocument } from "../support/tlsService.ts";
import type { Article } from "./loopbackCms.ts";

/** The result of a list read from a service that has one document. */
export const good = [null, [secureDocument], {}];

export const list = (cms: Cms) => cms.collection<Article>("articles").findMany();
