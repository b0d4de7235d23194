// The last step of setup.mjs: fills the database of the service that is named, so that every start is a quick one.
import { describeService } from "../services/descriptions.ts";
import { seed } from "./seeding.ts";

await seed(describeService(process.argv[2]), (line) => {
  console.log(line);
});
