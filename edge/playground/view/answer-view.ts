/** How an answer came about: widening by steps, time by stage, model and path, what was reduced. */
import type { RelaxationRecord, SearchResponse } from "../../client/create-client.ts";
import { type Child, element } from "../dom.ts";
import type { Shown } from "../run-search.ts";
import type { Strings } from "../strings/en.ts";
import { fieldNames } from "./field-names.ts";

export function answerView(
  { answer, browserMs }: Pick<Shown, "answer" | "browserMs">,
  strings: Strings,
): Child[] {
  return [
    degradedView(answer, strings),
    element("h3", {}, strings.timeline),
    timelineView(answer, strings),
    element("h3", {}, strings.timings),
    timingsView(answer, browserMs, strings),
    element("h3", {}, strings.machinery),
    machineryView(answer, strings),
    ...notesView(answer, strings),
  ];
}

function degradedView({ degraded }: SearchResponse, strings: Strings): Child {
  if (degraded.length === 0) {
    return null;
  }
  return element(
    "div",
    { class: "degraded" },
    element("h3", {}, strings.degraded),
    element(
      "ul",
      {},
      ...degraded.map((code) => element("li", {}, strings.degradedCodes[code] ?? code)),
    ),
  );
}

function timelineView(answer: SearchResponse, strings: Strings): Child {
  const { relaxation, pool_size: poolSize, outcome } = answer;
  const start = relaxation[0]?.pool_before ?? poolSize;
  const steps = relaxation.map((record) => element("li", {}, ...stepView(record, strings)));
  return element(
    "ol",
    { class: "timeline" },
    element("li", {}, element("strong", {}, strings.timelineStart), ` ${strings.documents(start)}`),
    ...steps,
    element(
      "li",
      { class: `outcome outcome-${outcome}` },
      element("strong", {}, strings.outcome[outcome]),
      relaxation.length === 0 ? ` ${strings.timelineNone}` : null,
    ),
  );
}

function stepView(record: RelaxationRecord, strings: Strings): Child[] {
  const { step, dropped, reason, pool_before: before, pool_after: after, ms } = record;
  return [
    element("strong", {}, step),
    ` ${strings.dropped(fieldNames(dropped, strings))} (${reason.replaceAll("_", " ")})`,
    element("span", { class: "pool" }, `${strings.pool(before, after)} · ${ms}\u00a0ms`),
  ];
}

function timingsView({ timing_ms: timing }: SearchResponse, browserMs: number, strings: Strings) {
  const shown: readonly (readonly [string, number])[] = [
    ...Object.entries(timing),
    ["browser", Math.round(browserMs)],
  ];
  const longest = Math.max(...shown.map(([, ms]) => ms), 1);
  return element(
    "dl",
    { class: "timings" },
    ...shown.flatMap(([stage, ms]) => {
      const bar = element("span", { class: "bar", "aria-hidden": "true" });
      bar.style.setProperty("--share", String(ms / longest));
      return [
        element("dt", {}, strings.timingStages[stage] ?? stage.replaceAll("_", " ")),
        element("dd", {}, `${ms}\u00a0ms`, bar),
      ];
    }),
  );
}

function machineryView(answer: SearchResponse, strings: Strings): Child {
  const { model, encoder, path, cache, request_id: requestId } = answer;
  const entries: readonly (readonly [string, string])[] = [
    [strings.modelVersion, model.version ?? strings.noModel],
    [strings.modelStatus, model.status],
    [strings.encoder, encoder],
    [strings.densePath, path.dense],
    [strings.lexicalPath, path.lexical],
    [strings.cache, cache],
    [strings.requestId, requestId],
  ];
  return element(
    "dl",
    { class: "facts" },
    ...entries.flatMap(([name, text]) => [element("dt", {}, name), element("dd", {}, text)]),
  );
}

/** The service writes its notes in English. */
function notesView({ notes, scope }: SearchResponse, strings: Strings): Child[] {
  const all = [...notes, ...scope.notes];
  if (all.length === 0) {
    return [];
  }
  return [
    element("h3", {}, strings.notes),
    element("ul", { class: "notes", lang: "en" }, ...all.map((note) => element("li", {}, note))),
  ];
}
