import { changeDatabase } from "../../services/changeDatabase.ts";
import { magazine } from "../magazine.ts";

/** Changes the magazine's database without the service, as an import or a script of a developer does. */
export const changeMagazine = (sql: string, ...values: readonly unknown[]): Promise<void> =>
  changeDatabase(magazine(), sql, ...values);
