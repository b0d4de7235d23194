import { expectTypeOf } from "expect-type";
import type {
  AnyDocument,
  Cms,
  CmsContentTypes,
  Collection,
  SingleType,
  UsersApi,
} from "../../../src/client/index.ts";
import type { Article, Author, Editor, Homepage, Tag } from "./magazine.ts";

declare const cms: Cms;

// Both ways of augmentation extend the same registry.
expectTypeOf<keyof CmsContentTypes>().toEqualTypeOf<"articles" | "homepage" | "tags">();

// A registered uid determines the type of its documents.
expectTypeOf(cms.collection("articles")).toEqualTypeOf<Collection<Article>>();
expectTypeOf(cms.collection("tags")).toEqualTypeOf<Collection<Tag>>();
expectTypeOf(cms.single("homepage")).toEqualTypeOf<SingleType<Homepage>>();

// For other uids, a type argument determines it. A type argument also overrides the registry.
expectTypeOf(cms.collection<Author>("authors")).toEqualTypeOf<Collection<Author>>();
expectTypeOf(cms.collection<AnyDocument>("articles")).toEqualTypeOf<Collection<AnyDocument>>();
expectTypeOf(cms.single<Author>("founder")).toEqualTypeOf<SingleType<Author>>();

// @ts-expect-error -- authors are not registered, and there is no type argument
cms.collection("authors");
// @ts-expect-error -- a single type that is not registered needs a type argument
cms.single("founder");
declare const uid: string;
// @ts-expect-error -- a string that is known only at run time is not a registered name
cms.collection(uid);
// @ts-expect-error -- documents are objects
cms.collection<string>("authors");

// A user type can have more properties than the service's users, but not fewer.
expectTypeOf(cms.users<Editor>()).toEqualTypeOf<UsersApi<Editor>>();
// @ts-expect-error -- a user type must have the properties of every user
cms.users<{ motto: string }>();
