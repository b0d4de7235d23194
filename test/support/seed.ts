// The last step of setup.mjs: fills the content service's database, so that every start is a quick one.
import { seedService } from "./service.ts";

await seedService((line) => {
  console.log(line);
});
