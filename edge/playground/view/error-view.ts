/** What went wrong, in the words of the service, with what is needed to look it up. */
import { ScopewiseError } from "../../client/create-client.ts";
import { type Child, element } from "../dom.ts";
import type { Strings } from "../strings/en.ts";

export function errorView(error: unknown, strings: Strings): Child[] {
  const known = error instanceof ScopewiseError ? error : null;
  const isUnreached = known?.code === "network" || known?.code === "timeout";
  const message = known?.message ?? (error instanceof Error ? error.message : String(error));
  const details = [
    known === null ? null : `${known.code}${known.status === null ? "" : `, ${known.status}`}`,
    known?.field === null || known === null ? null : strings.named(strings.errorField, known.field),
    known === null ? null : strings.named(strings.requestId, known.requestId),
  ].filter((detail) => detail !== null);
  return [
    element("strong", {}, strings.error),
    isUnreached ? element("p", {}, strings.errorNetwork) : null,
    element("p", { lang: "en" }, message),
    details.length === 0 ? null : element("p", { class: "quiet" }, details.join(" · ")),
  ];
}
