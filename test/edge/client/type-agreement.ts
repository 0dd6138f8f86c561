/**
 * The client's written-out types against the service's schemas: this file compiles only while they
 * are the same, field by field. It has nothing to run.
 */
import type { z } from "@hono/zod-openapi";
import type {
  DocumentInput,
  ItemResult,
  ScopeField,
  SearchRequest,
  SearchResponse,
  ServiceErrorCode,
} from "#edge/client/create-client.ts";
import type { ErrorCode } from "#edge/errors.ts";
import type { documentSchema, itemResultSchema } from "#edge/schemas/documents.ts";
import type { searchRequestSchema, searchResponseSchema } from "#edge/schemas/search.ts";
import type { SCOPE_FIELDS } from "#core/scope/curriculum-scope.ts";

/** Both sides in one shape: read-only at every depth, mapped types written out. */
type Plain<T> = T extends readonly [infer A, infer B]
  ? readonly [Plain<A>, Plain<B>]
  : T extends readonly (infer E)[]
    ? readonly Plain<E>[]
    : T extends object
      ? { readonly [K in keyof T]: Plain<T[K]> }
      : T;

/** Identity, not assignability: an optional field that only one side has counts as well. */
type Same<A, B> =
  (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2 ? true : false;

type Holds<Claim extends true> = Claim;

export type Agreement = [
  Holds<Same<SearchRequest, z.input<typeof searchRequestSchema>>>,
  Holds<Same<SearchResponse, z.output<ReturnType<typeof searchResponseSchema>>>>,
  Holds<Same<DocumentInput, z.input<ReturnType<typeof documentSchema>>>>,
  Holds<Same<ItemResult, z.output<ReturnType<typeof itemResultSchema>>>>,
  Holds<Same<ScopeField, (typeof SCOPE_FIELDS)[number]>>,
  Holds<Same<ServiceErrorCode, ErrorCode>>,
];

/** A canary would compile if the comparison were blind; its unused directive is an error then. */
export type Canaries = [
  // @ts-expect-error -- a missing optional field is noticed
  Holds<Same<Omit<SearchRequest, "explain">, z.input<typeof searchRequestSchema>>>,
  // @ts-expect-error -- an invented optional field is noticed
  Holds<Same<SearchRequest & { readonly page?: number }, z.input<typeof searchRequestSchema>>>,
  // @ts-expect-error -- a wider type deep inside is noticed
  Holds<Same<{ readonly a: { readonly b: string | null } }, { a: { b: string } }>>,
  // @ts-expect-error -- a missing error code is noticed
  Holds<Same<Exclude<ServiceErrorCode, "internal">, ErrorCode>>,
];
