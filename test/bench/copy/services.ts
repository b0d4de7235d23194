import { TestModel } from "../../model/testModel.ts";

export interface ComparedServices {
  readonly from: ComparedService;
  readonly to: ComparedService;
}

interface ComparedService {
  readonly url: string;
  readonly token: string;
}

/** The model with a connection to each service. */
export function openServices({ from, to }: ComparedServices) {
  const model = new TestModel(from);
  const target = { id: "z9y8x7w6", name: "Target", url: to.url };
  model.store.connections = [model.connection, target];
  model.store.tokens.set(target.id, to.token);
  const collection = { connection: model.connection.id, type: "articles" };
  return { model, collection, ids: { from: model.connection.id, to: target.id } };
}
