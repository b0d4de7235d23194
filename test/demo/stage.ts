import type { Target } from "../support/plainHttp.ts";
import type { Workbench } from "../window/workbench.ts";

/** What a step works with: the window, and the service to check its effects on. */
export interface Stage {
  readonly workbench: Workbench;
  readonly service: Target;
  /** The name of the connection. */
  readonly connection: string;
}

export interface Step {
  readonly name: string;
  run(stage: Stage): Promise<void>;
}
