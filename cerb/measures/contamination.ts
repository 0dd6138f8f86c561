/**
 * Contamination: whether (1 or 0) a list holds any document out of scope. The mean is the share of
 * students who see one.
 *
 *   gate contamination    any document outside the gate; undefined (null) without a gate field
 *   full contamination    any document that violates a constrained field
 *   silent contamination  any such document whose violated fields the system did not all mark, as
 *                         outside ("leaks") or as not verified ("unverified")
 *   unstated              the same, where only "outside" counts: the system cannot answer for a field
 *                         by saying that it does not know
 *
 * A system that marks everything is never silent. The price of marks is measured beside it: the share
 * of admissible documents that carry one, undefined (null) where none was returned.
 *
 * (Named in CHSR-RRF and CERB, arXiv:2609.02913, and defined in the open protocol.) Ties: the list
 * is taken in its order and cut to K = 8.
 */
import type { JudgedResult } from "./judged-result.ts";
import { hasGate } from "./leakage.ts";

export function gateContamination(result: JudgedResult): number | null {
  if (!hasGate(result)) return null;
  return Number(result.returned.some(({ isInGate }) => !isInGate));
}

export function fullContamination({ returned }: JudgedResult): number {
  return Number(returned.some(({ isAdmissible }) => !isAdmissible));
}

export function silentContamination({ returned }: JudgedResult): number {
  return Number(returned.some(({ isAdmissible, isFlagged }) => !isAdmissible && !isFlagged));
}

export function unstatedContamination({ returned }: JudgedResult): number {
  return Number(returned.some(({ isAdmissible, isStated }) => !isAdmissible && !isStated));
}

export function markedAdmissible({ returned }: JudgedResult): number | null {
  const admissible = returned.filter(({ isAdmissible }) => isAdmissible);
  if (admissible.length === 0) return null;
  return admissible.filter(({ isMarked }) => isMarked).length / admissible.length;
}
