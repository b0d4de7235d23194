import type { Target } from "../support/plainHttp.ts";
import type { Workbench } from "../window/workbench.ts";

/** What a step acts on: the window, and the service to look at behind its back. */
export interface Stage {
  readonly workbench: Workbench;
  readonly service: Target;
  /** The connection's name. */
  readonly connection: string;
}

export interface Step {
  readonly name: string;
  run(stage: Stage): Promise<void>;
}
