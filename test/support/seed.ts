// The last step of setup.mjs: fills the content service's database, so that every start is a quick one.
import { seed } from "./seeding.ts";

await seed(undefined, (line) => {
  console.log(line);
});
