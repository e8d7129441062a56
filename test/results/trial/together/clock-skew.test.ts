import { judgeTrial } from '../../../../lib/results/trial/judge-trial';
import type { RawObject } from '../../../../lib/results/trial/attempt';
import {
  makeRecords,
  listCodes,
  makeEndRecord,
  HOSTS,
  makeInput,
  makeObject,
  makeStartRecord,
  makeStatus,
  T0,
} from '../../raw-objects';
import cases from './clock-skew.cases.json';

interface HostTimes {
  /** Seconds that the host's clock is ahead, and that its last object took after the end; null: it does not tell. */
  readonly ahead?: number;
  readonly sentAfter?: number | null;
  readonly seconds?: number;
}

/** What one host leaves in S3: times by its own clock, which it takes for the right one; `storedAt` by that of S3. */
function makeSkewedHost(host: string, { ahead = 0, sentAfter = 1, seconds = 60 }: HostTimes = {}): RawObject[] {
  // It waits for the agreed time by its own clock, so that its times are as they should be.
  const told = { started: T0, ended: T0 + seconds };
  const sent = sentAfter === null ? {} : { sent: told.ended + sentAfter };
  const storedAt = Math.floor(told.ended - ahead + (sentAfter ?? 0) + 0.6);
  return [
    { ...makeObject(`a1/${host}/measure/status.json`, { ...makeStatus(host, told), ...sent }), storedAt },
    { ...makeObject(`a1/${host}/measure/raw/out.json`, { rate: 100, from: T0, to: T0 + seconds }), storedAt },
  ];
}
const makeTrial = (...hosts: RawObject[][]) => makeInput(makeRecords(...hosts.flat()));

describe('hosts whose clocks differ (ClockSkew)', () => {
  it.each(cases.pauses as [number, string][])(
    'makes the trial INVALID without a sum when clocks differ by %d s',
    (ahead, words) => {
      const result = judgeTrial(makeTrial(makeSkewedHost('client-0'), makeSkewedHost('client-1', { ahead })));
      expect(result.row).toMatchObject({ verdict: 'INVALID', overlap: 1 });
      expect(listCodes(result)).toEqual(['ClockSkew']);
      expect(result.row.reasons[0]?.text).toContain(words);
      expect(result.row.reasons[0]?.text).toContain(`differ by about ${Math.abs(ahead)}.0 s (limit 3.0 s`);
      expect(result.observations.map(({ host }) => host)).toEqual(HOSTS);
    },
  );

  it('makes the trial INVALID when clocks differ by more than 5% of the window and 2 s', () => {
    const judgeSkew = (ahead: number, seconds: number): string =>
      judgeTrial(makeTrial(makeSkewedHost('client-0', { seconds }), makeSkewedHost('client-1', { ahead, seconds }))).row
        .verdict;
    expect([judgeSkew(2, 60), judgeSkew(3, 60), judgeSkew(4, 60)]).toEqual(['VALID', 'SUSPECT', 'INVALID']);
    expect([judgeSkew(6, 600), judgeSkew(7, 600)]).toEqual(['VALID', 'SUSPECT']);
    expect([judgeSkew(30, 600), judgeSkew(31, 600)]).toEqual(['SUSPECT', 'INVALID']);
    expect([judgeSkew(2, 10), judgeSkew(3, 10)]).toEqual(['VALID', 'INVALID']);
  });

  it('adds the late start of a host to the clock difference', () => {
    const late = makeSkewedHost('client-1', { ahead: 25, seconds: 600 }).map((one) => ({
      ...one,
      text: one.text.replace(`"from":${T0},"to":${T0 + 600}`, `"from":${T0 + 20},"to":${T0 + 620}`),
    }));
    expect(listCodes(judgeTrial(makeTrial(makeSkewedHost('client-0', { seconds: 600 }), late)))).toEqual(['ClockSkew']);
  });
});

it('compares clocks of hosts without a measurement window, e.g. brokers', () => {
  const broker = makeSkewedHost('broker-0', { ahead: -300 }).slice(0, 1);
  const result = judgeTrial(makeTrial(makeSkewedHost('client-0'), makeSkewedHost('client-1'), broker));
  expect([result.row.verdict, listCodes(result)]).toEqual(['INVALID', ['ClockSkew']]);
});

it('reports ClockSkew when a host with a late clock timed out at the common start', () => {
  const told = { ...makeStatus('client-1', { rc: 124, started: T0, ended: T0 - 100 }), sent: T0 - 99 };
  const late = { ...makeObject('a1/client-1/measure/status.json', told), storedAt: T0 + 201 };
  const failed = makeEndRecord(1, { measure: 'FAILED' }, ['client-1: exit code 124']);
  const result = judgeTrial(makeInput([makeStartRecord(1), failed, ...makeSkewedHost('client-0'), late]));
  expect(listCodes(result)).toEqual(['HostFailed', 'ClockSkew', 'NoWindow']);
  expect(result.row.reasons[1]?.text).toContain('client-1 is 300.0 s behind');
});

describe('clocks measured by chrony', () => {
  const makeChronyHost = (host: string, clock: number | null, clockBound?: number | null): RawObject[] => {
    const nothing = { user: 0, system: 0, read: 0, write: 0 };
    const look = {
      at: T0,
      cpu: [0, 0, 0, 0, 0, 0, 0, 0],
      load: 0,
      running: 1,
      own: nothing,
      others: nothing,
      hidden: 0,
      disk: { read: 0, write: 0 },
      memory: { total: 100, available: 90, swappedIn: 0, killed: 0 },
      stalled: { cpu: null, io: null, memory: null },
      thermalMs: 0,
    };
    const evidence = {
      version: 1,
      machine: host,
      device: '',
      clock,
      clockBound,
      samples: [look, { ...look, at: T0 + 60 }],
    };
    return [...makeSkewedHost(host, { sentAfter: null }), makeObject(`a1/${host}/measure/raw/evidence.json`, evidence)];
  };
  const judgeOffsets = (one: number | null, other: number | null) =>
    judgeTrial(makeTrial(makeChronyHost('client-0', one), makeChronyHost('client-1', other)));

  it.each(cases.windows as [number, number | null, string][])(
    'compares offsets with 1% of the window: %d and %d give %s',
    (one, other, verdict) => {
      expect(judgeOffsets(one, other).row.verdict).toBe(verdict);
    },
  );

  it.each(cases.bounds as [number, number, number | null, string, string][])(
    'subtracts the errors: a difference of %d s with errors %j and %j gives %s',
    (ahead, one, other, verdict, words) => {
      const { row } = judgeTrial(
        makeTrial(makeChronyHost('client-0', 0, one), makeChronyHost('client-1', ahead, other)),
      );
      expect(row.verdict).toBe(verdict);
      expect(row.reasons[0]?.text ?? '').toContain(words);
    },
  );

  it('reports each offset when SUSPECT, and keeps the sum over hosts', () => {
    const { row, observations } = judgeOffsets(0, -0.7);
    expect(row.reasons).toEqual(cases.reasons);
    expect(observations.map(({ host }) => host)).toContain(null);
  });
});

describe('a trial without ClockSkew', () => {
  it.each(cases.pairs as [string, HostTimes, HostTimes][])('is VALID with %s', (_, one, other) => {
    expect(judgeTrial(makeTrial(makeSkewedHost('client-0', one), makeSkewedHost('client-1', other))).row.verdict).toBe(
      'VALID',
    );
  });

  it('is VALID with one host whose clock is 300 s behind', () => {
    const plan = { experiment: 'exp', executionId: 'e1', rigs: [{ rig: 'r1', roles: [{ role: 'client', count: 1 }] }] };
    const alone = { ...makeTrial(makeSkewedHost('client-0', { ahead: -300 })), plan };
    expect(judgeTrial(alone).row.verdict).toBe('VALID');
  });

  it('is VALID when files do not record the send time, whatever their upload times', () => {
    const objects = HOSTS.flatMap((host, index) =>
      makeSkewedHost(host, { sentAfter: null }).map((one) => ({ ...one, storedAt: T0 + 50 * index })),
    );
    expect(judgeTrial(makeTrial(objects)).row.verdict).toBe('VALID');
  });
});

describe('downloaded raw files without S3 upload times', () => {
  const dropUploadTimes = (objects: readonly RawObject[]): RawObject[] =>
    objects.map(({ key, text }) => ({ key, text }));
  const skewed = makeTrial(makeSkewedHost('client-0'), makeSkewedHost('client-1', { ahead: -300 }));

  it('keeps the ClockSkew found in the bucket, for the same attempt', () => {
    const { row } = judgeTrial(skewed);
    const again = { ...skewed, objects: dropUploadTimes(skewed.objects) };
    expect(judgeTrial({ ...again, before: row }).row).toEqual(row);
    expect(judgeTrial({ ...again, before: { ...row, attempt: 2 } }).row.verdict).toBe('VALID');
    expect(judgeTrial({ ...again, before: null }).row.verdict).toBe('VALID');
  });
});
