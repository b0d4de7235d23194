import * as vscode from "vscode";
import { ComparedSides } from "../editor/comparedSides.ts";
import { versionScheme, Versions } from "../editor/versions.ts";
import { followLocks } from "../files/followLocks.ts";
import { NewDocuments } from "../files/newDocuments.ts";
import { Prose } from "../files/prose.ts";
import { ContentFiles } from "../files/provider.ts";
import { TextFiles } from "../files/textFiles.ts";
import { textScheme } from "../files/textUri.ts";
import { scheme } from "../files/uri.ts";
import type { Address } from "../model/address.ts";
import { localizationsOf } from "../model/lifecycle/localizing.ts";
import { recreate } from "../model/lifecycle/recreate.ts";
import type { Model } from "./model.ts";
import type { Own } from "./own.ts";

const { workspace } = vscode;

/** Documents as files, their fields with prose as files of their own, and versions to be read. */
export function openFiles(model: Model, own: Own) {
  const { catalogs, connections, documents, locks, signIns, failures } = model;
  const newDocuments = new NewDocuments(connections, model.content);
  const parts = {
    documents,
    connections,
    locks,
    newDocuments,
    signIns,
    failures,
    recreate: (address: Address, text: string) => recreate(address, text, model),
    localizations: (address: Address) => localizationsOf(address, catalogs),
  };
  const files = own(new ContentFiles(parts));
  own(workspace.registerFileSystemProvider(scheme, files, { isCaseSensitive: true }));
  const versions = own(new Versions());
  own(workspace.registerTextDocumentContentProvider(versionScheme, versions));
  const comparedSides = own(new ComparedSides(documents, versions));
  const shown = { files, newDocuments, versions, comparedSides };
  return { ...shown, ...openTexts({ ...model, files }, own) };
}

function openTexts(shown: Model & { readonly files: ContentFiles }, own: Own) {
  const prose = new Prose(shown);
  const texts = own(new TextFiles(prose));
  own(workspace.registerFileSystemProvider(textScheme, texts, { isCaseSensitive: true }));
  own(followLocks(shown.locks, { ...shown, texts }));
  return { prose, texts };
}
