import assert from "node:assert/strict";
import {
  connectionsToService,
  fromLinkQuery,
  toLinkQuery,
} from "../../../src/model/find/documentLink.ts";

const connection = { id: "k3j2h4x9", name: "Magazine", url: "https://cms.example.com/content" };
const connectionPart = { connection: connection.id };

describe("Document link", () => {
  const addresses = [
    { ...connectionPart, type: "articles", id: "p6fdbjwirk8jhb2llq9k1fnb", locale: "pt-BR" },
    { ...connectionPart, type: "tags", id: "p6fdbjwirk8jhb2llq9k1fnb" },
    { ...connectionPart, type: "homepage", id: "-", locale: "en" },
    { ...connectionPart, type: "users", id: "12" },
  ];
  for (const address of addresses) {
    it(`a document link converts to a query and back: ${address.type}`, () => {
      const { type, id, ...otherFields } = address;
      const locale = "locale" in otherFields ? { locale: otherFields.locale } : {};

      const link = fromLinkQuery(toLinkQuery(address, connection));

      assert.deepEqual(link, { url: connection.url, type, id, ...locale });
    });
  }

  it("a document link contains the URL of the service, and neither connection nor token", () => {
    const [address] = addresses;

    assert.equal(
      toLinkQuery(address!, connection),
      "url=https%3A%2F%2Fcms.example.com%2Fcontent&type=articles&id=p6fdbjwirk8jhb2llq9k1fnb&locale=pt-BR",
    );
  });

  const malformed = [
    "",
    "url=https://cms.example.com",
    "url=https://cms.example.com&type=articles",
    "url=https://cms.example.com&id=a1",
    "type=articles&id=a1",
    "url=&type=articles&id=a1",
    "url=file:///etc/passwd&type=articles&id=a1",
    "url=https://user:secret@cms.example.com&type=articles&id=a1",
    "url=https://cms.example.com&type=../users&id=a1",
    "url=https://cms.example.com&type=articles&id=../../users/1",
    "url=https://cms.example.com&type=articles&id=a/b",
    "url=https://cms.example.com&type=articles&id=%00",
    "url=https://cms.example.com&type=articles&id=a1&locale=e/n",
    "url=https://cms.example.com&type=users&id=me",
    "url=https://cms.example.com&type=users&id=-",
    "url=https://cms.example.com&type=users&id=99999999999999999999",
  ];
  for (const query of malformed) {
    it(`a document link is undefined for the malformed query "${query}"`, () => {
      assert.equal(fromLinkQuery(query), undefined);
    });
  }

  it("a document link is undefined for a query that is longer than any link to a document", () => {
    const query = toLinkQuery({ ...connectionPart, type: "tags", id: "a1" }, connection);

    assert.equal(fromLinkQuery(query + "&a;".repeat(30_000)), undefined);
  });

  it("a document link matches every connection to the service, however its URL is written", () => {
    const other = { ...connection, id: "othr0000", url: "https://cms.example.com" };
    const link = fromLinkQuery("url=HTTPS://CMS.example.com:443/content/&type=tags&id=a1");

    const matches = connectionsToService(link?.url ?? "", [connection, other]);

    assert.deepEqual(matches, [connection]);
  });
});
