import { expectTypeOf } from "expect-type";
import type {
  AnyDocument,
  Cms,
  CmsContentTypes,
  Collection,
  Single,
  Users,
} from "../../../src/client/index.ts";
import type { Article, Author, Editor, Homepage, Tag } from "./magazine.ts";

declare const cms: Cms;

// Both ways to augment end in one registry.
expectTypeOf<keyof CmsContentTypes>().toEqualTypeOf<"articles" | "homepage" | "tags">();

// A registered uid says what its documents are.
expectTypeOf(cms.collection("articles")).toEqualTypeOf<Collection<Article>>();
expectTypeOf(cms.collection("tags")).toEqualTypeOf<Collection<Tag>>();
expectTypeOf(cms.single("homepage")).toEqualTypeOf<Single<Homepage>>();

// Another one says it with a type argument, which also goes before the registry.
expectTypeOf(cms.collection<Author>("authors")).toEqualTypeOf<Collection<Author>>();
expectTypeOf(cms.collection<AnyDocument>("articles")).toEqualTypeOf<Collection<AnyDocument>>();
expectTypeOf(cms.single<Author>("founder")).toEqualTypeOf<Single<Author>>();

// @ts-expect-error -- authors are not registered, and no type argument says what they are
cms.collection("authors");
// @ts-expect-error -- a single type that is not registered needs one too
cms.single("founder");
declare const uid: string;
// @ts-expect-error -- a name that is only known when it runs is not registered
cms.collection(uid);
// @ts-expect-error -- documents are objects
cms.collection<string>("authors");

// Accounts may have more than every account has, but not less.
expectTypeOf(cms.users<Editor>()).toEqualTypeOf<Users<Editor>>();
// @ts-expect-error -- a user type has what every user has
cms.users<{ motto: string }>();
