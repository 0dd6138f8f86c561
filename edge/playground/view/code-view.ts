/** The search as code, to read and to copy. */
import type { SearchRequest } from "../../client/create-client.ts";
import { toCurl, toTypeScript } from "../code-samples.ts";
import { button, type Child, element } from "../dom.ts";
import type { Strings } from "../strings/en.ts";

export function codeView(
  request: SearchRequest,
  strings: Strings,
  announce: (text: string) => void,
): Child[] {
  const samples = [
    { label: strings.copyCurl, name: "curl", code: toCurl(location.origin, request) },
    {
      label: strings.copyTypeScript,
      name: "TypeScript",
      code: toTypeScript(location.origin, request),
    },
  ];
  return samples.flatMap(({ label, name, code }) => [
    element(
      "pre",
      { class: "scrolls", tabindex: 0, role: "group", "aria-label": name },
      element("code", {}, code),
    ),
    button(label, { "data-focus": `copy-${name}` }, () => {
      navigator.clipboard.writeText(code).then(
        () => announce(strings.copied),
        () => announce(strings.notCopied),
      );
    }),
  ]);
}
