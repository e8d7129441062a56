/**
 * Tests with programs of other projects. Where one is missing, they are skipped with a message; in CI, which sets
 * `FSXBENCH_OUTSIDE`, they fail.
 */

/** @param missing what is missing and the command that gets it; null if nothing */
export function describeOutside(name: string, missing: string | null, tests: () => void): void {
  if (missing === null) describe(name, tests);
  else if (process.env['FSXBENCH_OUTSIDE'] === undefined) describe.skip(`${name} (skipped: ${missing})`, tests);
  else
    it(name, () => {
      throw new Error(missing);
    });
}
