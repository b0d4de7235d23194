// The last step of setup.mjs: seeds the database of a service, so that the service starts quickly.
import { describeService } from "../services/descriptions.ts";
import { seed } from "./seeding.ts";

await seed(describeService(process.argv[2]), (line) => console.log(line));
