import type { AttributeSchema } from "../../client/index.ts";
import { textIn, valueIn, type JsonObject } from "../foundation/json.ts";
import type { ContentType } from "./catalog.ts";

/**
 * Letters, each followed by its replacement in a slug. Strapi uses @sindresorhus/transliterate 0.1
 * (MIT, Copyright Sindre Sorhus). This is its table, without letters that only lose their accents.
 */
const table = `
ßss äae ÄAe öoe ÖOe üue ÜUe ÆAE ÐD ØO ÞTH æae ðd øo þth ẞSS ĐD đd ơo ƠO ưu ƯU ạa ẠA
ảa ẢA ấa ẤA ầa ẦA ẩa ẨA ẫa ẪA ậa ẬA ắa ẮA ằa ẰA ẳa ẲA ẵa ẴA ặa ẶA ẹe ẸE ẻe ẺE ẽe ẼE
ếe ẾE ềe ỀE ểe ỂE ễe ỄE ệe ỆE ỉi ỈI ịi ỊI ọo ỌO ỏo ỎO ốo ỐO ồo ỒO ổo ỔO ỗo ỖO ộo ỘO
ớo ỚO ờo ỜO ởo ỞO ỡo ỠO ợo ỢO ụu ỤU ủu ỦU ứu ỨU ừu ỪU ửu ỬU ữu ỮU ựu ỰU ỳy ỲY ỵy ỴY
ỷy ỶY ỹy ỸY ءe آa أa ؤw إi ئy اa بb ةt تt ثth جj حh خkh دd ذdh رr زz سs شsh صs ضd طt
ظz عe غgh ـ_ فf قq كk لl مm نn هh وw ىa يy ُu ٠0 ١1 ٢2 ٣3 ٤4 ٥5 ٦6 ٧7 ٨8 ٩9 چch کk
گg پp ژzh یy ۰0 ۱1 ۲2 ۳3 ۴4 ۵5 ۶6 ۷7 ۸8 ۹9 ټp ځz څc ډd ﺫd ﺭr ړr ﺯz ږg ښx ګg ڼn ۀe ېe
ۍai ٹt ڈd ڑr ںn ہh ھh ےe АA аa БB бb ВV вv ГG гg ДD дd ЕE еe ЖZh жzh ЗZ зz ИI иi ЙJ
йj КK кk ЛL лl МM мm НN нn ОO оo ПP пp РR рr СS сs ТT тt УU уu ФF фf ХH хh ЦCz цcz
ЧCh чch ШSh шsh ЩShh щshh Ъ ъ ЫY ыy Ь ь ЭE эe ЮYu юyu ЯYa яya ЁYo ёyo șs ȘS țt ȚT ıi
աa ԱA բb ԲB գg ԳG դd ԴD եye ԵYe զz ԶZ էe ԷE ըy ԸY թt ԹT ժzh ԺZh իi ԻI լl ԼL խkh ԽKh
ծts ԾTs կk ԿK հh ՀH ձdz ՁDz ղgh ՂGh ճtch ՃTch մm ՄM յy ՅY նn ՆN շsh ՇSh ոvo ՈVo չch
ՉCh պp ՊP ջj ՋJ ռr ՌR սs ՍS վv ՎV տt ՏT րr ՐR ցc ՑC փp ՓP քq ՔQ օo ՕO ֆf ՖF ևyev აa
ბb გg დd ეe ვv ზz თt იi კk ლl მm ნn ოo პp ჟzh რr სs ტt უu ფph ქq ღgh ყk შsh ჩch ცts
ძdz წts ჭtch ხkh ჯj ჰh ހh ށsh ނn ރr ބb ޅlh ކk އa ވv މm ފf ދdh ތth ލl ގg ޏgn ސs ޑd ޒz
ޓt ޔy ޕp ޖj ޗch ޘtt ޙhh ޚkh ޛth ޜz ޝsh ޞs ޟd ޠt ޡz ޢa ޣgh ޤq ޥw ަa ާaa ިi ީee ުu ޫoo
ެe ޭey ޮo ޯoa ް αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξks οo πp ρr σs τt υy φf χx
ψps ωo άa έe ίi όo ύy ήi ώo ςs ϊi ΰy ϋy ΐi ΑA ΒB ΓG ΔD ΕE ΖZ ΗI ΘTH ΙI ΚK ΛL ΜM ΝN
ΞKS ΟO ΠP ΡR ΣS ΤT ΥY ΦF ΧX ΨPS ΩO ΆA ΈE ΊI ΌO ΎY ΉI ΏO ΪI ΫY ЌKj ќkj ЉLj љlj ЊNj
њnj łl ŁL ЄYe ІI ЇYi ҐG єye іi їyi ґg ĦH ħh ĲIJ ĳij ĸk ĿL ŀl ŉ'n ŊN ŋn ŒOe œoe ŦT ŧt
ſss
`;

const replacements = new Map(
  table
    .trim()
    .split(/\s+/)
    .map(([letter = "", ...replacement]) => [letter, replacement.join("")]),
);

const symbols: readonly (readonly [string, string])[] = [
  ["&", " and "],
  ["🦄", " unicorn "],
  ["♥", " love "],
];

/** In characters. The service stores at most 255 characters of a slug. */
const maxSourceLength = 10_000;

/** The slug of a text by Strapi's rules: @sindresorhus/slugify 1 with the options of the attribute. */
export function slugify(text: string, options: AttributeSchema["options"] = {}): string {
  const { separator = "-", lowercase = true, decamelize = true } = options;
  let words = text.slice(0, maxSourceLength).normalize();
  for (const [symbol, replacement] of [...symbols, ...(options.customReplacements ?? [])]) {
    if (symbol !== "") words = words.replaceAll(symbol, replacement.replaceAll("$", "$$$$"));
  }
  words = words.replace(/[^ -~]/gu, (letter) => replacements.get(letter) ?? withoutAccents(letter));
  if (decamelize)
    words = words
      .replace(/(?<=[A-Z]{2})(?=\d)/g, " ")
      .replace(/(?<=[a-z\d])(?=[A-Z])/g, " ")
      .replace(/(?<=[A-Z])(?=[A-Z][a-z\d])/g, " ");
  if (lowercase) words = words.toLowerCase();
  let slug = words.replace(/[^a-zA-Z\d]+/g, separator).replaceAll("\\", "");
  if (separator !== "") slug = slug.split(separator).filter(Boolean).join(separator);
  return options.preserveLeadingUnderscore === true && text.startsWith("_") ? `_${slug}` : slug;
}

/** Combining marks are removed from the letters of these blocks only, as Strapi does. */
function withoutAccents(letter: string): string {
  if (/[\u20d0-\u20f0\ufe20-\ufe2f]/u.test(letter)) return "";
  const hasAccent = /[\u00c0-\u017f]|[\u0300-\u036f]/u.test(letter);
  return hasAccent ? letter.normalize("NFD").replace(/[\u0300-\u036f]/gu, "") : letter;
}

/** An attribute whose slug is generated from the text of another attribute. */
export interface SlugField {
  readonly name: string;
  readonly target: string;
  readonly options: AttributeSchema["options"];
}

export const slugFieldsOf = ({ attributes }: Pick<ContentType, "attributes">): SlugField[] =>
  [...attributes].flatMap(([name, { type, targetField, options }]) =>
    type === "uid" && targetField !== undefined ? [{ name, target: targetField, options }] : [],
  );

/** The slug generated from the content's text, which may be taken; empty if there is no text. */
export const slugIn = (content: JsonObject, { target, options }: SlugField): string =>
  slugify(textIn(content, target), options);

export const lacksSlug = (content: JsonObject, field: SlugField): boolean =>
  [null, ""].includes(valueIn(content, field.name) as string | null) &&
  slugIn(content, field) !== "";
