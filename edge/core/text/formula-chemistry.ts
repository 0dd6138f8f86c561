/**
 * Reads a chemical formula at one position of a text in linear notation and gives it one word that
 * PostgreSQL's parser keeps whole: H2SO4 → h2so4, SO4^2- and SO42- → so4minus2, CuSO4·5H2O →
 * cuso4dot5h2o. A charge is part of the word, so CO2 never equals CO2+.
 * It must not claim plain words: a match needs a digit, a charge or a hydrate.
 */
import { SUP_CLOSE, SUP_OPEN } from "./formula-notation.ts";

export interface ChemicalFormula {
  /** The whole formula first, then its parts where it is a hydrate. */
  readonly words: readonly string[];
  /** Index after the formula. */
  readonly end: number;
}

/** Symbols 1 to 118, IUPAC 2016. */
const ELEMENT_SYMBOLS = (
  "H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br" +
  " Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho" +
  " Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es" +
  " Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og"
).split(" ");

const ELEMENT = `(?:${ELEMENT_SYMBOLS.toSorted((a, b) => b.length - a.length).join("|")})(?![a-z])`;
const ATOM = `${ELEMENT}\\d{0,3}`;
const GROUP = `\\((?:${ATOM}){1,16}\\)\\d{0,3}`;
const COMPLEX = `\\[(?:${ATOM}|${GROUP}){1,24}\\]`;
const FORMULA = new RegExp(`(\\d{0,3})((?:${ATOM}|${GROUP}|${COMPLEX}){1,24})`, "uy");
/** Water of crystallisation: "·5H2O", also written with a full stop or an asterisk. */
const HYDRATE = /[·.*](\d{0,2})(H2O)(?![\p{L}\p{N}])/uy;
const MARKED_CHARGE = new RegExp(`${SUP_OPEN}(?:(\\d?)([+-])|([+-])(\\d?))${SUP_CLOSE}`, "uy");
const LINEAR_CHARGE = /(\d?)([+-])(?![\p{L}\p{N}+-])/uy;
const ALNUM = /[\p{L}\p{N}]/u;

/** An ASCII hyphen after one of these alone is a charge; after others it is punctuation. */
const ANIONS: ReadonlySet<string> = new Set(["H", "F", "Cl", "Br", "I"]);

/** The formula that starts at `at`, or null. The character before `at` must not be alphanumeric. */
export function readChemicalFormula(text: string, at: number): ChemicalFormula | null {
  FORMULA.lastIndex = at;
  const match = FORMULA.exec(text);
  if (match === null) return null;
  const coefficient = match[1]!;
  const body = match[2]!;
  const bodyEnd = at + match[0].length;
  const hydrate = readHydrate(text, bodyEnd, body);
  if (hydrate !== null) return hydrate;
  const charge = readCharge(text, bodyEnd, body);
  const end = charge?.end ?? bodyEnd;
  if (ALNUM.test(text[end] ?? "")) return null;
  if (charge === null && text[end] === SUP_OPEN) return null;
  const plain = flat(charge?.body ?? body);
  if (charge !== null) return { words: [plain + charge.suffix], end };
  if (!/\d/u.test(body)) return null;
  // "2H2O" is two molecules of h2o; "3D" and "2019" never come here.
  const isMolecule = coefficient === "" || /[A-Z].*[A-Z]|[A-Z][a-z]?\d/u.test(body);
  return { words: [isMolecule ? plain : coefficient + plain], end };
}

/** Whether the whole string is a chemical formula, with or without digits ("NaCl", "2Na"). */
export function isChemical(text: string): boolean {
  FORMULA.lastIndex = 0;
  return FORMULA.exec(text)?.[0].length === text.length;
}

function readHydrate(text: string, at: number, body: string): ChemicalFormula | null {
  HYDRATE.lastIndex = at;
  const match = HYDRATE.exec(text);
  if (match === null) return null;
  const salt = flat(body);
  return { words: [`${salt}dot${match[1]}h2o`, salt, "h2o"], end: at + match[0].length };
}

interface Charge {
  readonly body: string;
  readonly suffix: string;
  readonly end: number;
}

function readCharge(text: string, at: number, body: string): Charge | null {
  MARKED_CHARGE.lastIndex = at;
  const marked = MARKED_CHARGE.exec(text);
  if (marked !== null) {
    const suffix = chargeSuffix(marked[2] ?? marked[3]!, marked[1] ?? marked[4] ?? "");
    return { body, suffix, end: at + marked[0].length };
  }
  LINEAR_CHARGE.lastIndex = at;
  const linear = LINEAR_CHARGE.exec(text);
  if (linear === null) return null;
  const sign = linear[2]!;
  if (body.endsWith("]")) {
    return { body, suffix: chargeSuffix(sign, linear[1]!), end: at + linear[0].length };
  }
  const isSingleElement = /^[A-Z][a-z]?\d*$/u.test(body);
  if (sign === "-" && isSingleElement && !/\d/u.test(body) && !ANIONS.has(body)) return null;
  const digits = /\d*$/u.exec(body)![0];
  // "Fe3+" is one atom with charge 3, "SO42-" a subscript 4 and charge 2, "NH4+" a subscript 4.
  const charged = isSingleElement || digits.length > 1 ? digits.slice(-1) : "";
  const neutral = charged === "" ? body : body.slice(0, -1);
  return { body: neutral, suffix: chargeSuffix(sign, charged), end: at + linear[0].length };
}

function chargeSuffix(sign: string, digits: string): string {
  return (sign === "+" ? "plus" : "minus") + (digits === "" ? "1" : digits);
}

function flat(body: string): string {
  return body.replace(/[()[\]]/gu, "").toLowerCase();
}
