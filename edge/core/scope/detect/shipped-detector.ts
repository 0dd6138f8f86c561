/** The detector that comes with the product, unpacked at the first look. */
import file from "./field-detector.json" with { type: "json" };
import { readDetector } from "./detector-file.ts";
import type { FieldDetector } from "./field-detector.ts";

let detector: FieldDetector | null = null;

export function shippedDetector(): FieldDetector {
  detector ??= readDetector(file);
  return detector;
}
