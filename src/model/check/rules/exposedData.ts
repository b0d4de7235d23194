import { attributeValuesIn } from "../../content/attributePositions.ts";
import { textsIn } from "../../content/textMatch.ts";
import type { CheckRule } from "../checkRule.ts";

/**
 * Finds email addresses and secrets in published texts. Off by default, because many texts name an
 * address on purpose. A finding does not contain what it found.
 */
export const exposedData: CheckRule<"exposed-data"> = {
  code: "exposed-data",
  defaultSeverity: "off",
  needsPublished: true,
  create: ({ report }) => ({
    document: ({ address, title, content, published = {} }, { service }) => {
      const publicContent = service.type.draftAndPublish ? published : content;
      const locatedTexts = attributeValuesIn(publicContent, service)
        .filter(({ attribute }) => textTypes.test(attribute.type))
        .flatMap(({ path, value }) => [...textsIn(value, path)]);
      for (const { path, text } of locatedTexts) {
        if (secrets.some((secret) => secret.test(text)))
          report({ address, title, path, data: { kind: "secret" } });
        else if (text.includes("@") && email.test(text))
          report({ address, title, path, data: { kind: "email" } });
      }
    },
  }),
};

/** An attribute of the type `email` is for an address. */
const textTypes = /^(string|text|richtext|blocks|json)$/;

/** Keys and tokens that services mark with a prefix. */
const secrets = [
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bAIza[\w-]{35}/,
  /\bgh[pousr]_[A-Za-z0-9]{36}/,
  /\bgithub_pat_\w{22}/,
  /\b[rs]k_live_[A-Za-z0-9]{16}/,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10}/,
  /\beyJ[\w-]{10,1000}\.eyJ[\w-]{10,1000}\./,
  /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----/,
];

const email = /(?<=[\w.+-])@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){0,5}\.[a-z]{2,24}\b/i;
