import type { CmsError, ShapeParams } from "../../../client/index.ts";
import { isSingle, singleId } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import { findMade, readNewest } from "./arrival.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import { changesBetween } from "../writing/changes.ts";
import { withoutIds } from "../writing/componentIds.ts";
import { noLocale } from "../journal/journalEntry.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { pick, textIn } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import { readLocalizations } from "../../documents/snapshot/localizations.ts";
import { draftOf } from "../../documents/snapshot/reader.ts";
import type { Draft } from "../../documents/snapshot/reader.ts";
import { writeWhole } from "../../documents/snapshot/shape.ts";
import { toServiceForm } from "../writing/serviceForm.ts";
import { verify } from "../writing/verification.ts";
import type { Deviation } from "../writing/verification.ts";
import { readShared } from "./sharedAttributes.ts";
import { requireSupported } from "./supported.ts";
import { isShared } from "../../schemas/shared.ts";
import { isEmpty } from "../writing/wire.ts";
import { mayHaveArrived, refusalOf } from "../writing/writer.ts";

/** Where a localization is made. */
export interface Place {
  readonly service: TypedService;
  readonly address: Address;
  readonly locale: string;
  /** Undefined while there is no document. */
  readonly documentId: string | undefined;
}

/** A localization that was made, and where it is not what it should be. */
export interface MadeDraft {
  /** As the service sent it. */
  readonly row: JsonObject;
  readonly documentId: string;
  readonly draft: Draft;
  readonly deviations: readonly Deviation[];
}

/** Where no answer came, it looks before it says that nothing was made. What was made is verified. */
export async function writeOnce(place: Place, content: JsonObject): Promise<Outcome<MadeDraft>> {
  const { service, documentId } = place;
  const [refusal, shared] = addsLocale(place) ? await requireShared(place, content) : done({});
  if (refusal) return failed(refusal);
  const whole = { ...shared, ...content };
  const [unsendable, body] = await bodyOf(service, whole);
  if (unsendable) return failed(unsendable);
  const target = { service, address: placed(place), documentId };
  const [blind, earlier] = await readNewest(target);
  if (blind) return failed(blind);
  // Somebody else has added it meanwhile.
  if (isAdding(place) && earlier[0]) return failed({ code: "locale-there", locale: place.locale });
  const wrote = await write(place, body);
  const [error, row] = wrote.answer;
  if (!error) return done(await settled(place, whole, row));
  if (!mayBeMade(wrote, error)) return failed(refusalOf(error, service));
  const made = await findMade({ ...target, content, earlier });
  return made
    ? done(await settled(place, whole, made))
    : failed({ code: "service", error, arrived: "unknown" });
}

/**
 * Clears shared attributes once more that are empty in the draft: the service filled them from the published
 * version, in the drafts of all locales.
 */
async function settled(place: Place, whole: JsonObject, answer: JsonObject): Promise<MadeDraft> {
  const { type } = place.service;
  const made = await verified(place, whole, answer);
  const filled = made.deviations.filter(({ path, expected }) => {
    const attribute = type.attributes.get(path);
    return attribute && isShared(attribute, type) && isEmpty(expected);
  });
  if (!addsLocale(place) || filled.length === 0) return made;
  const names = filled.map(({ path }) => path);
  const there = { ...place, documentId: made.documentId };
  const { answer: emptied } = await write(there, pick(whole, names));
  if (!emptied[0]) return verified(place, whole, emptied[1]);
  // Reported like lost content: attributes that were empty have a value in every draft now.
  const deviations = made.deviations.map((one) =>
    names.includes(one.path) ? { ...one, isLost: true } : one,
  );
  return { ...made, deviations };
}

/** An answer that is not as it should be is read again: a route may populate it in its own way. */
async function verified(place: Place, content: JsonObject, answer: JsonObject): Promise<MadeDraft> {
  const { service } = place;
  const expected = withoutIds(content, service);
  const compared = (row: JsonObject) => {
    const made = madeOf(place, row);
    const { draft } = made;
    return { row, ...made, ...verify(expected, draft.content, { ...service, isNew: true }) };
  };
  const made = compared(answer);
  if (made.deviations.length === 0 && made.isComparable) return made;
  const { locale } = placed(place);
  const there = { ...place.address, id: isSingle(place.address) ? singleId : made.documentId };
  const which = { status: "draft", locale: locale ?? null } as const;
  const [, rows] = await readLocalizations(service, there, which);
  const [row] = rows ?? [];
  return row ? compared(row) : made;
}

const mayBeMade = ({ isWritten }: { readonly isWritten: boolean }, error: CmsError): boolean =>
  isWritten || mayHaveArrived(error);

/** What all localizations share and a new one does not say, where the service can add one without loss. */
async function requireShared(place: Place, content: JsonObject): Promise<Outcome<JsonObject>> {
  const [blind, shared] = await readShared(place, content);
  if (blind) return failed(blind);
  const [tooOld] = await requireSupported(place.service, shared);
  return tooOld ? failed(tooOld) : done(shared.content);
}

async function bodyOf(service: TypedService, content: JsonObject): Promise<Outcome<JsonObject>> {
  const [unsendable, data] = dataOf(content, service);
  return unsendable ? failed(unsendable) : toServiceForm(service, data);
}

/** Whether the document may be there in other locales, with which this one shares attributes. */
const addsLocale = (place: Place): boolean => isAdding(place) && place.locale !== noLocale;

const isAdding = ({ address, documentId }: Place): boolean =>
  documentId !== undefined || isSingle(address);

/** Everything in the content, nulls included: an attribute left out would get its default. */
function dataOf(content: JsonObject, service: TypedService): Outcome<JsonObject> {
  const [unsendable, changes] = changesBetween({}, withoutIds(content, service), service);
  if (unsendable) return failed(unsendable);
  const empty = Object.entries(content).filter(([, value]) => isEmpty(value));
  return done({ ...Object.fromEntries(empty), ...changes.data });
}

function write({ service, address, locale, documentId }: Place, data: JsonObject) {
  const { cms, type } = service;
  const inLocale = locale === noLocale ? {} : { locale };
  const paramsOf = (shape: ShapeParams) => ({ ...shape, ...inLocale, status: "draft" }) as const;
  const payload = { data };
  const single = cms.single<JsonObject>(type.name);
  const documents = cms.collection<JsonObject>(type.name);
  return writeWhole<unknown>(
    service,
    (shape) => {
      const params = paramsOf(shape);
      if (isSingle(address)) return single.update({ payload, params });
      return documentId === undefined
        ? documents.create({ payload, params, standalone: true })
        : documents.update({ documentId, payload, params });
    },
    (shape, written) => {
      const params = paramsOf(shape);
      const made = textIn(written, "documentId");
      return isSingle(address)
        ? single.find({ params })
        : documents.find({ documentId: made, params });
    },
  );
}

/** What an answer to a write says was made. */
function madeOf(place: Place, row: JsonObject) {
  const documentId = textIn(row, "documentId");
  const { id } = isSingle(place.address) ? place.address : { id: documentId };
  const there = { ...placed(place), id };
  return { documentId, draft: draftOf(there, place.service, row) };
}

/** The address of a localization. */
export const placed = ({ address, locale }: Place): Address => ({
  ...address,
  ...(locale !== noLocale && { locale }),
});
