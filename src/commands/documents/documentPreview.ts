import * as vscode from "vscode";
import { endWith, Guidance, must } from "../../host/shared/commandFailure.ts";
import { runTask } from "../../host/shared/progressNotification.ts";
import { openPreview, reloadPreview } from "../../host/surfaces/previewTab.ts";
import type { Status } from "../../client/index.ts";
import type { Connection } from "../../model/connect/connection.ts";
import { hasStatus, previewUrlOf, servicePreviewUrl } from "../../model/connect/documentUrls.ts";
import { isSingle, isUser, keyOf, type Address } from "../../model/foundation/address.ts";
import { ResourceOwner } from "../../model/foundation/events.ts";
import { done, failed, hasName, type Outcome } from "../../model/foundation/outcome.ts";
import type { Failure } from "../../model/failure.ts";
import { serviceFor } from "../../model/schemas/userType.ts";
import type { ChangeContext } from "../shared/commandContexts.ts";
import {
  documentIdIn,
  readForPreview,
  type PreviewedDocument,
} from "../shared/previewedDocument.ts";

/**
 * The page of a document on the website, beside the editor. The connection's preview URL leads to
 * it; without one, the service's own preview configuration, which it tells an administrator. The
 * page loads again after each write of this client to its document.
 */
export class DocumentPreview extends ResourceOwner {
  readonly #context: ChangeContext;
  #latest: { readonly key: string; readonly url: string } | undefined;

  constructor(context: ChangeContext) {
    super();
    this.#context = context;
    this.own(
      context.documents.onDidSave(({ address }) => {
        if (this.#latest?.key === keyOf(address)) void reloadPreview(this.#latest.url);
      }),
    );
  }

  async show(address: Address, status: Status): Promise<void> {
    if (isUser(address)) endWith(vscode.l10n.t("Users have no preview."));
    const connection = this.#context.connections.get(address.connection);
    if (!connection) return;
    // The editor may show an unsaved value of a field that is part of the URL.
    const previewed = await readForPreview(this.#context, address);
    const url = connection.previewUrl
      ? fill(connection.previewUrl, previewed, status, connection)
      : await this.#ask(previewed, status, connection);
    this.#latest = { key: keyOf(address), url };
    await openPreview(url);
  }

  async #ask(
    previewed: PreviewedDocument,
    status: Status,
    connection: Connection,
  ): Promise<string> {
    const { administrators, catalogs } = this.#context;
    const { address, snapshot, name } = previewed;
    if (!administrators.isSignedIn(connection.id)) throw noPreviewUrl(connection);
    const { type } = must(await serviceFor(address, snapshot.content, catalogs));
    const target = {
      uid: type.uid,
      ...(!isSingle(address) && { documentId: documentIdIn(previewed) }),
      locale: address.locale,
      status,
    };
    const progressTitle = vscode.l10n.t("Reading the preview URL");
    const url = await runTask(
      progressTitle,
      async (signal): Promise<Outcome<string | null | undefined, Failure>> => {
        const [failure, answer] = await administrators.call(connection.id, (admin) =>
          admin.previewUrl({ ...target, signal }),
        );
        if (!failure) return done(answer);
        const isUnconfigured =
          failure.code === "service" && hasName(failure.error, "NotFoundError");
        return isUnconfigured ? done(undefined) : failed(failure);
      },
    );
    if (url === undefined) throw noPreviewUrl(connection);
    const page = url === null ? undefined : servicePreviewUrl(url, connection);
    if (page !== undefined) return page;
    throw new Guidance(
      vscode.l10n.t("The preview configuration of the service has no URL for {document}.", {
        document: name,
      }),
      editing(connection),
    );
  }
}

function fill(
  template: string,
  previewed: PreviewedDocument,
  status: Status,
  connection: Connection,
): string {
  const { address, snapshot, name } = previewed;
  if (status === "published" && !hasStatus(template)) {
    throw new Guidance(
      vscode.l10n.t(
        "The preview URL of the connection doesn't distinguish published versions. Add {status} to it.",
      ),
      editing(connection),
    );
  }
  const facts = { documentId: documentIdIn(previewed), content: snapshot.content };
  const filled = previewUrlOf(template, address, facts, status);
  if ("url" in filled) return filled.url;
  const fields = filled.empty.join(", ");
  throw new Guidance(
    vscode.l10n.t("The preview of {document} requires a value for {fields}.", {
      document: name,
      fields,
    }),
  );
}

const editing = (connection: Connection): vscode.Command => ({
  title: vscode.l10n.t("Edit Connection"),
  command: "cms.connection.edit",
  arguments: [{ connection }],
});

const noPreviewUrl = (connection: Connection): Guidance =>
  new Guidance(
    vscode.l10n.t("The connection has no preview URL. Edit the connection to add one."),
    editing(connection),
  );
