/** A rig with a Lustre file system and two EBS volumes, with a trial of each, for tests of server-side metrics. */
import type { Observation } from '../../../lib/shapes/observation';
import type { Plan } from '../../../lib/shapes/plan';
import type { TrialRow } from '../../../lib/shapes/verdict';
import { makeRig } from '../fixtures/rig';
import cases from './lustre-and-volumes.cases.json';

const made = makeRig('r1', 'lustre', 1, 1);
const [copy] = made.copies;
if (copy === undefined) throw new Error('the fixture has no copy');
export const RIGS: Plan['rigs'] = [
  {
    ...made,
    copies: [
      { ...copy, copy: 'c1', target: 'lustre', kind: 'fsx-lustre' },
      { ...copy, copy: 'c2', target: 'ebs', kind: 'ebs' },
      { ...copy, copy: 'c3', target: 'disk', kind: 'directory' },
    ],
  },
];
export const TRIALS = ['c1', 'c2', 'c3'].map((name, index) => ({
  trial: `t000${index + 1}`,
  rig: 'r1',
  copy: name,
})) as unknown as Plan['trials'];

export const ENDPOINTS = new Map([
  [
    'r1',
    'c1.fs id fs-0123456789abcdef0\nc1.fs dnsName fs-0123456789abcdef0.fsx.us-east-1.amazonaws.com\n' +
      'c2.i-1 volumeId vol-0aa\nc2.i-1 volumeId2 vol-0bb\n',
  ],
]);

export function row(trial: string, started: string | null, ended: string | null): TrialRow {
  return { trial, rig: 'r1', started, ended, reasons: [] } as unknown as TrialRow;
}

/** 2026-03-02T09:00:00Z */
export const NINE = Date.parse('2026-03-02T09:00:00Z') / 1000;

export const LIKE = cases.like as Observation;
