import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSpec } from '../../../lib/experiment/reading/read-spec';
import { shrinkSpec } from '../../../checks/campaign/subject';

const SPECS = ['lustre-small', 'lustre-metadata', 'openzfs', 'ontap-small'];

describe('the smaller one of a spec', () => {
  it.each(SPECS)('of %s is a sound spec with the same decision', (name) => {
    const text = readFileSync(join(process.cwd(), 'experiments', `${name}.yaml`), 'utf8');
    const { text: smaller, leftOut } = shrinkSpec(text);
    const { spec, problems } = readSpec(smaller, `${name}.yaml`);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(spec?.decide?.where).toEqual(readSpec(text, name).spec?.decide?.where);
    expect(spec?.design.replicates).toBe(2);
    expect(leftOut).toContain('all but 2 replicates');
  });

  it('keeps what is asked about, and two targets', () => {
    const { text, leftOut } = shrinkSpec(readFileSync(join(process.cwd(), 'experiments/lustre-small.yaml'), 'utf8'));
    const { spec } = readSpec(text, 'smaller');
    expect(Object.keys(spec?.targets ?? {})).toEqual(['scratch', 'persistent-125']);
    expect(spec?.factors['io']).toEqual([{ rw: 'read', bs: '1m', iodepth: 8 }]);
    expect(leftOut).toEqual(['1 of 3 targets', '3 of 4 levels of io', 'all but 2 replicates']);
  });

  it('is the same to the letter where it is small already', () => {
    const small = 'experiment: a\ntargets: { one: { kind: x } }\ndesign: { replicates: 1 }\n';
    expect(shrinkSpec(small)).toEqual({ text: small, leftOut: [] });
  });
});
