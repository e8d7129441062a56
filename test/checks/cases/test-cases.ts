import { readFileSync } from 'node:fs';
import { playCase, readCases } from '../../../checks/cases/play-case';
import { makeSubject, type Subject } from '../../../checks/campaign/subject';
import { groupBy } from '../../../lib/shapes/collections';
import { makeOptions } from '../../twin/rehearsal/specs';

const subjects = new Map<string, Subject>();

/** Made once for each spec, as it keeps its runs without faults. */
function findSubject(name: string): Subject {
  const text = readFileSync(`cases/specs/${name}.yaml`, 'utf8');
  const { experiment, startedAt, prices, machineText, scripts } = makeOptions(text);
  const subject =
    subjects.get(name) ?? makeSubject({ spec: text, experiment, startedAt, prices, machineText, scripts });
  subjects.set(name, subject);
  return subject;
}

/** Tests every fourth file of cases, from this one: four test files, which run side by side, take an equal time. */
export function testCases(first: 0 | 1 | 2 | 3): void {
  const files = [...groupBy(readCases(process.cwd()), ({ file }) => file)].filter((_, index) => index % 4 === first);
  describe.each(files)('cases of %s', (_, cases) => {
    it.each(cases.map((one) => [one.case, one] as const))('holds: %s', async (__, one) => {
      expect(await playCase(one, findSubject(one.spec))).toEqual([]);
    });
  });
}
