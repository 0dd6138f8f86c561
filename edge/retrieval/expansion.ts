/** The expansion of one request: the shipped glossary, the tenant's topics, the scope's languages. */
import { type Expansion, expandQuery } from "#core/expansion/expand-query.ts";
import { compileGlossary, type Glossary } from "#core/expansion/glossary.ts";
import schoolTerms from "#core/expansion/school-terms.json" with { type: "json" };
import type { PipelineOptions } from "../ports.ts";
import type { SearchRequest } from "../schemas/search.ts";
import { hasLeg } from "./pipeline.ts";
import type { Understood } from "./search.ts";
import { queryLanguages } from "./stages.ts";

let shipped: Glossary | null = null;

/** Null: the request wants none, or no term of it has another name. */
export function expansionOf(
  { expand }: Pick<SearchRequest, "expand">,
  { tenant, scope, extraction }: Understood,
  pipeline?: PipelineOptions,
): Expansion | null {
  if (!expand || !hasLeg("lexical", pipeline)) return null;
  shipped ??= compileGlossary(schoolTerms);
  return expandQuery({
    extraction,
    vocabulary: tenant.vocabulary,
    languages: queryLanguages(scope.gate, tenant.languages),
    subjects: scope.effective.subject ?? [],
    glossary: shipped,
  });
}
