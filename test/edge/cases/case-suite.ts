/** The frame of a suite of input cases: every case has a check, and each check is a test. */
import { expect, it } from "vitest";
import type { InputCase } from "./case-file.ts";

export type Check<World> = (one: InputCase, world: World) => Promise<void>;

export function playCases<World>(
  cases: ReadonlyMap<string, InputCase>,
  checks: Readonly<Record<string, Check<World>>>,
  world: () => World,
): void {
  it("all have a check", () => {
    expect(Object.keys(checks).toSorted()).toEqual([...cases.keys()].toSorted());
  });

  it.each([...cases.values()].map((one) => [one.id, one.when, one] as const))(
    "%s: %s",
    async (id, _, one) => {
      await checks[id]!(one, world());
    },
  );
}
