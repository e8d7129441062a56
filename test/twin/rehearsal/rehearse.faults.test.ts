import { runBundled } from './bundled';
import type { Found } from './faults/matrix';

// A thousand executions in each of which one thing goes wrong; one process for each kind of file system.
jest.setTimeout(600_000);

const KINDS = ['lustre', 'openzfs'] as const;
const found: Record<string, Found & { readonly cpuSeconds: number }> = {};

beforeAll(async () => {
  const [lustre, openzfs] = await runBundled(
    'faults/run-matrix.ts',
    KINDS.map((kind) => [kind]),
  );
  Object.assign(found, { lustre, openzfs });
});

describe.each(KINDS)('an abort, silence, a time-out, a lost answer at each call of %s', (kind) => {
  it('ends with a clean receipt, nothing left, nothing paid for, nothing running', () => {
    expect(found[kind]?.complaints).toEqual([]);
  });

  it('is tidied up by the guardian; nobody waits for the janitor', () => {
    expect(found[kind]?.janitor).toBe(0);
  });

  it('was tried hundreds of times', () => {
    const { cases, aborted = 0 } = found[kind] ?? {};
    // Every call of the machines and handlers, by state: none may be lost from the list unnoticed.
    expect(cases?.abort).toBeGreaterThan(140);
    expect(cases?.lost).toBe(cases?.abort);
    expect(cases?.silence).toBeGreaterThan(70);
    expect(cases?.['time-out']).toBeGreaterThan(70);
    // What is asked of an execution after its guardian has ended stops nothing.
    expect(aborted).toBeGreaterThan(0.95 * (cases?.abort ?? 0));
  });

  afterAll(() => {
    const { cases, cpuSeconds } = found[kind] ?? {};
    process.stderr.write(`${kind}: ${JSON.stringify(cases)} in ${cpuSeconds?.toFixed(1)} s of CPU\n`);
  });
});
