/**
 * Typesets the formulas below a node with KaTeX, which is loaded when the first formula appears. A
 * formula that KaTeX refuses keeps its source. KaTeX builds nodes (no HTML is parsed) and may not
 * follow links or load anything.
 */
import type { KatexOptions } from "katex";
import { TEX_CLASS } from "./rich-text.ts";

/** A page of hits holds some dozens; the rest of an unreasonable text keeps its source. */
const FORMULAS_MAX = 500;

const OPTIONS: KatexOptions = {
  throwOnError: true,
  trust: false,
  strict: "ignore",
  maxSize: 20,
  maxExpand: 200,
  // A command that is not trusted is shown as it was written, not as an alarm.
  errorColor: "currentcolor",
};

/** French papers write vectors so. A copy for each formula: none may redefine what others use. */
const MACROS = { "\\vect": "\\overrightarrow{#1}" };

type Katex = typeof import("katex").default;
let loading: Promise<Katex> | null = null;

export async function typeset(root: HTMLElement): Promise<void> {
  const formulas = [...root.querySelectorAll<HTMLElement>(`code.${TEX_CLASS}`)];
  if (formulas.length === 0) {
    return;
  }
  loading ??= load();
  const katex = await loading;
  for (const formula of formulas.slice(0, FORMULAS_MAX)) {
    render(katex, formula);
  }
}

async function load(): Promise<Katex> {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = "./formula.css";
  const styled = new Promise((resolve) => {
    style.addEventListener("load", resolve);
    style.addEventListener("error", resolve);
  });
  document.head.append(style);
  const [{ default: katex }] = await Promise.all([import("katex"), styled]);
  return katex;
}

function render(katex: Katex, formula: HTMLElement): void {
  const target = document.createElement("span");
  try {
    const displayMode = formula.dataset["display"] !== undefined;
    katex.render(formula.textContent ?? "", target, {
      ...OPTIONS,
      displayMode,
      macros: { ...MACROS },
    });
    formula.replaceWith(target);
  } catch {
    formula.classList.replace(TEX_CLASS, "tex-source");
  }
}
