/**
 * Contamination: whether (1 or 0) a list holds any document out of scope. The mean is the share of
 * students who see one.
 *
 *   gate contamination    any document outside the gate; undefined (null) without a gate field
 *   full contamination    any document that violates a constrained field
 *   silent contamination  any such document whose violated fields the system did not all mark
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
