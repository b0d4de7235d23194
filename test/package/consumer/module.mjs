import { createCms, NotFoundError } from "cms-content";
import use from "./use.cjs";

await use({ createCms, NotFoundError });
