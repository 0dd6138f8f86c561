/**
 * Every knob of the solvers: default and meaning. The defaults hold for all shapes; a caller that
 * changes one passes a partial record.
 */

export interface SolverSettings {
  /** Largest relative duality gap, (primal − dual)/primal, that may be called optimal. */
  readonly tolGapRel: number;
  /** Largest number of bands that are gathered and solved per value of C. */
  readonly roundCountMax: number;
  /** Largest number of smoothing widths in one band. */
  readonly bandRoundCountMax: number;
  /** Largest number of Newton steps at one smoothing width. */
  readonly newtonCountMax: number;
  /** Largest number of active-set corrections of one polish. */
  readonly polishCountMax: number;
  /** Sparse and Gram shapes: largest number of rounds of coordinate descent and free steps. */
  readonly sweepRoundCountMax: number;
  /** First smoothing width as a share of the root mean square of the slacks m_t − d_t·v. */
  readonly firstWidth: number;
  /** Factor by which the smoothing width shrinks from one solve to the next. */
  readonly widthShrink: number;
  /** Pairs whose distance to the margin exceeds this many first widths are held fixed. */
  readonly bandWidths: number;
  /** Largest memory that one call may ask for, in bytes. */
  readonly memoryBytesMax: number;
}

export const DEFAULT_SETTINGS: SolverSettings = Object.freeze({
  tolGapRel: 1e-9,
  roundCountMax: 60,
  bandRoundCountMax: 8,
  newtonCountMax: 30,
  polishCountMax: 12,
  sweepRoundCountMax: 400,
  firstWidth: 0.2,
  widthShrink: 0.15,
  bandWidths: 4,
  memoryBytesMax: 4 * 1024 ** 3,
});

export function withDefaults(settings: Partial<SolverSettings> = {}): SolverSettings {
  return { ...DEFAULT_SETTINGS, ...settings };
}
