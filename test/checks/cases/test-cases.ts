import { readFileSync } from 'node:fs';
import { playCase, readCases } from '../../../checks/cases/play-case';
import { makeSubject, type Subject } from '../../../checks/campaign/subject';
import { getOrMake, groupBy } from '../../../lib/shapes/collections';
import { makeOptions } from '../../twin/rehearsal/specs';

const subjects = new Map<string, Subject>();

/** Made once for each spec, as it keeps its runs without faults. */
function findSubject(name: string): Subject {
  return getOrMake(subjects, name, () => {
    const spec = readFileSync(`cases/specs/${name}.yaml`, 'utf8');
    const { experiment, startedAt, prices, machineText, scripts } = makeOptions(spec);
    return makeSubject({ spec, experiment, startedAt, prices, machineText, scripts });
  });
}

/** Tests every fourth file of cases. Four test files do this side by side. */
export function testCases(first: 0 | 1 | 2 | 3): void {
  const files = [...groupBy(readCases(process.cwd()), ({ file }) => file)].filter((_, index) => index % 4 === first);
  describe.each(files)('cases of %s', (_, cases) => {
    it.each(cases.map((one) => [one.case, one] as const))('holds: %s', async (__, one) => {
      expect(await playCase(one, findSubject(one.spec))).toEqual([]);
    });
  });
}
