/** A small corpus for the page: three levels, two languages, formulas, options, hostile text. */
import type { DocumentInput } from "#edge/client/create-client.ts";

/** Would run, load or break out if any part were parsed as HTML, or as TeX with side effects. */
export const HOSTILE_TEXT =
  `Hostile refraction <img src=x onerror="window.hacked=1"> <script>window.hacked=2</script> ` +
  `</mark></p><svg onload=window.hacked=3> $\\href{javascript:window.hacked=4}{click}$ ` +
  `$\\htmlStyle{position:fixed}{\\includegraphics{http://127.0.0.1:9/x.png}}$ ` +
  `$\\def\\x{\\x\\x}\\x$ $\\gdef\\frac#1#2{\\text{taken over}}$ "quotes" 'single' &amp; &lt;b&gt;`;

const physics = { subject: "Physics", language: "en", content_type: "textbook_section" } as const;
const brevet = {
  subject: "Mathématiques",
  level: "3e (fin de collège)",
  exam: "DNB (diplôme national du brevet)",
  board: "Éducation nationale (France)",
  language: "fr",
} as const;

export const CORPUS: readonly DocumentInput[] = [
  {
    ...physics,
    id: "hs-refraction",
    level: "High school",
    title: "Refraction — bending of light",
    text:
      "Light bends when it enters glass because it slows down. The change of direction is called " +
      "refraction. Snell's law says $n_1 \\sin\\theta_1 = n_2 \\sin\\theta_2$, where n is the " +
      "index of refraction. In glass light travels at about 2 × 10^8 m/s, so n_glass is 1.5.",
  },
  {
    ...physics,
    id: "hs-reflection",
    level: "High school",
    title: "Reflection of light in a mirror",
    text: "A mirror reflects light. The angle of incidence equals the angle of reflection.",
  },
  {
    ...physics,
    id: "hs-lens",
    level: "High school",
    title: "Lenses",
    text:
      "A glass lens bends light twice. The lens equation $$\\frac{1}{f} = \\frac{1}{d_o} + " +
      "\\frac{1}{d_i}$$ relates the focal length to the distances. " +
      "A lens costs $5, a good one $50.",
  },
  {
    ...physics,
    id: "college-refraction",
    level: "College",
    title: "The law of refraction",
    text:
      "Refraction of light at a glass surface follows Fermat's principle of least time: the path " +
      "satisfies $\\delta \\int n \\, ds = 0$ and gives $\\vec{k}_1 \\cdot \\hat{t} = " +
      "\\vec{k}_2 \\cdot \\hat{t}$.",
  },
  {
    ...physics,
    id: "ap-photoelectric",
    level: "AP",
    content_type: "structured_question",
    exam: "AP Physics 2",
    year: 2019,
    session: "June",
    paper: "2",
    question_number: "7",
    title: null,
    text: "Photoelectric effect: light of frequency f ejects electrons. Explain K_max = hf − W_0.",
  },
  {
    id: "mcq-light",
    subject: "Physics",
    level: "High school",
    content_type: "mcq",
    language: "en",
    title: null,
    text: "What happens to the wavelength of light when it enters glass?",
    options: { A: "It grows", B: "It shrinks to $\\lambda/n$", C: "It stays", D: "It is 10^-3 m" },
    answer: "B",
  },
  {
    ...brevet,
    id: "dnb-pythagore",
    year: 2019,
    session: "Juin",
    paper: "Métropole",
    question_number: "3",
    content_type: "structured_question",
    topic: ["Pythagore", "Géométrie"],
    title: "Exercice 3 — théorème de Pythagore",
    text:
      "Le triangle ABC est rectangle en A, avec $AB = 3$ cm et $AC = 4$ cm. À l’aide du théorème " +
      "de Pythagore, montrer que $BC = \\sqrt{AB^2 + AC^2} = 5$ cm.",
  },
  {
    ...brevet,
    id: "dnb-pythagore-corrige",
    year: 2019,
    session: "Juin",
    paper: "Métropole",
    question_number: "3",
    content_type: "mark_scheme",
    topic: ["Pythagore", "Géométrie"],
    related: ["dnb-pythagore"],
    title: "Corrigé de l’exercice 3 — Pythagore",
    text: "D’après Pythagore, $BC^2 = AB^2 + AC^2 = 9 + 16 = 25$, donc $BC = 5$ cm.",
  },
  {
    id: "hostile",
    subject: "Physics",
    level: "High school",
    language: "en",
    title: `Hostile <b onclick="window.hacked=5">title</b>`,
    content_type: "mcq",
    text: HOSTILE_TEXT,
    options: { "<i>A": `<img src=x onerror="window.hacked=6">` },
    source: "javascript:window.hacked=7",
  },
];
