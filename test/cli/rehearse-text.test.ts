import pc from 'picocolors';
import { rehearsalJson, rehearsalText } from '../../lib/cli/rehearse-text';
import type { Rehearsal } from '../../lib/twin/rehearsal/rehearse';

/** A rehearsal that came to nothing: whatever has no answer must still be said. */
const FAILED = {
  status: 'FAILED',
  error: 'Broken',
  cause: '{"errorMessage":"the template was refused","errorType":"Broken"}',
  plan: null,
  summary: null,
  receipt: null,
  bill: {
    usd: 1.5,
    lines: [{ item: 'hosts, x', quantity: 3, unit: 'instance-hour', usdPerUnit: 0.5, usd: 1.5, source: 's' }],
    phases: [
      { phase: 'creating', usd: 0.5, seconds: 61.4 },
      { phase: 'measuring', usd: 1, seconds: 3600 },
    ],
    measuringShare: 2 / 3,
    idle: [{ rig: 'r1', seconds: 59.6 }],
    unknown: ['y9.metal'],
  },
  seconds: 3725.2,
  path: [
    { what: 'admission', seconds: 1 },
    { what: 'r1 creating', seconds: 600 },
  ],
  machines: [
    { machine: 'rig', executions: 2, transitions: 30, events: 90, payloadBytes: 1000 },
    { machine: 'results', executions: 1, transitions: 12, events: 20, payloadBytes: 4000 },
  ],
  complaints: ['nothing-left: ResourceLeft: fsx:file-system fs-1 is AVAILABLE'],
} as unknown as Rehearsal;

const text = (rehearsal: Rehearsal): string[] =>
  rehearsalText(rehearsal, { colours: pc.createColors(false), report: null, columns: 100 }).split('\n');

describe('rehearsalText', () => {
  it('says what was paid for what, and that a sum is too low', () => {
    const lines = text(FAILED);
    expect(lines).toContain('no results: FAILED Broken the template was refused');
    expect(lines).toContain('paid      $1.50; 66.7 % of it while hosts measured');
    expect(lines).toContain('          hosts, x: 3.00 instance-hour x 0.500 = $1.50');
    expect(lines).toContain('          y9.metal: no price is known, the sum is too low');
    expect(lines).toContain('phases    creating $0.50 in 1m 1s, measuring $1.00 in 1h');
    expect(lines).toContain('idle      r1 1m');
  });

  it('says how long it took and by what, and what the machines did', () => {
    const lines = text(FAILED);
    expect(lines).toContain('time      1h 2m: admission 1s, r1 creating 10m');
    expect(lines).toContain('machines  42 transitions; at most 90 events and 4000 bytes in one execution');
    expect(lines).toContain('check failed: nothing-left: ResourceLeft: fsx:file-system fs-1 is AVAILABLE');
  });

  it('says nothing of a share of no money', () => {
    expect(text({ ...FAILED, bill: { ...FAILED.bill, usd: 0, measuringShare: null } })[1]).toBe('paid      $0');
  });
});

describe('rehearsalJson', () => {
  it('is marked, and has all that the text has', () => {
    expect(rehearsalJson(FAILED, 'e1', 'report/index.html')).toEqual({
      simulated: true,
      note: 'modelled: nothing was created, measured or paid',
      executionId: 'e1',
      outcome: 'FAILED',
      error: 'Broken',
      cause: 'the template was refused',
      seconds: 3725.2,
      cost: { ...FAILED.bill, estimateUsd: null, maxUsd: null },
      criticalPath: FAILED.path,
      stateMachines: { transitions: 42, mostEvents: 90, mostPayloadBytes: 4000, machines: FAILED.machines },
      answer: null,
      verdicts: null,
      receipt: null,
      complaints: FAILED.complaints,
      report: 'report/index.html',
    });
  });
});
