import { checkFixtures } from '../../../lib/results/trial/fixtures';
import { judgeTrial } from '../../../lib/results/trial/judge-trial';
import type { SlotStatus, WantedSlot } from '../../../lib/shapes/fixture';
import type { RawObject } from '../../../lib/results/trial/attempt';
import {
  makeRecords,
  listCodes,
  makeEndRecord,
  makeGoodAttempt,
  HOSTS,
  makeInput,
  makeHostFiles,
  makeObject,
  makeStartRecord,
  makeStatus,
  T0,
  trial,
} from '../raw-objects';

const SLOTS: WantedSlot[] = [
  { slot: 'mount/c1', key: 'aaaaaaaaaaaa', roles: ['client'] },
  { slot: 'service/kafka', key: 'bbbbbbbbbbbb', roles: ['broker'] },
];
const makeSlot = (key: string, more: Partial<SlotStatus> = {}): SlotStatus => ({
  key,
  state: 'standing',
  stays: false,
  ...more,
});
const RIGHT = { 'mount/c1': makeSlot('aaaaaaaaaaaa') };

/** The trial with what the second host says of its slots. */
function judgeSlots(second: unknown, slots: readonly WantedSlot[] | null = SLOTS) {
  const objects = makeRecords(
    ...makeHostFiles(1, 'client-0', 100, 0, { slots: RIGHT }),
    ...makeHostFiles(1, 'client-1', 100, 0, { slots: second }),
  );
  return judgeTrial(makeInput(objects, { trial: slots === null ? trial : { ...trial, slots } }));
}

describe('fixtures of a trial (prepared mounts, services and data)', () => {
  it('accepts fixtures that match those planned for the role', () => {
    expect(judgeSlots(RIGHT).row).toMatchObject({ verdict: 'VALID', reasons: [] });
    expect(judgeSlots({ ...RIGHT, 'tool/fio': makeSlot('cccccccccccc', { stays: true }) }).row.verdict).toBe('VALID');
  });

  it('is INVALID (WrongFixture) when the key of its data differs from the planned one', () => {
    const stated = [...SLOTS, { slot: 'data/c1/fio', key: 'ffffffffffff', roles: ['client'] }];
    const judgeData = (key: string) => judgeSlots({ ...RIGHT, 'data/c1/fio': makeSlot(key, { stays: true }) }, stated);
    expect(judgeData('111111111111').row.reasons.map(({ code, text }) => [code, text])).toContainEqual([
      'WrongFixture',
      expect.stringContaining('client-1: data/c1/fio was 111111111111, not ffffffffffff'),
    ]);
    expect(judgeData('111111111111').row.verdict).toBe('INVALID');
  });

  it.each<[string, unknown, string]>([
    ['another key', { 'mount/c1': makeSlot('dddddddddddd') }, 'mount/c1 was dddddddddddd, not aaaaaaaaaaaa'],
    ['a missing mount', {}, 'mount/c1 was missing'],
    ['a dirty mount', { 'mount/c1': makeSlot('aaaaaaaaaaaa', { state: 'dirty' }) }, 'mount/c1 was incomplete'],
    ['an extra fixture', { ...RIGHT, 'host/net': makeSlot('eeeeeeeeeeee') }, 'host/net was not requested'],
    ['an unreadable record', { 'mount/c1': 'aaaaaaaaaaaa' }, 'it did not report its fixtures'],
    ['no record', undefined, 'it did not report its fixtures'],
  ])('is INVALID (WrongFixture) for %s', (_, second, text) => {
    const { row } = judgeSlots(second);
    expect(row.verdict).toBe('INVALID');
    expect(row.reasons).toEqual([
      { level: 'invalid', code: 'WrongFixture', text: `fixtures differ from the plan: client-1: ${text}` },
    ]);
  });

  it('accepts a service that a planned kill stopped', () => {
    const judge = (facts: Readonly<Record<string, string>>) => {
      const slots = [{ slot: 'service/kafka', key: 'bbbbbbbbbbbb', roles: ['client'] }];
      const dead = { 'service/kafka': makeSlot('bbbbbbbbbbbb', { state: 'dirty' }) };
      const objects = makeRecords(...HOSTS.flatMap((host) => makeHostFiles(1, host, 100, 0, { facts, slots: dead })));
      return listCodes(judgeTrial(makeInput(objects, { trial: { ...trial, slots } })));
    };
    expect([judge({ killedSlot: 'service/kafka' }), judge({})]).toEqual([[], ['WrongFixture']]);
  });

  it('skips the check of fixtures when the plan has none', () => {
    expect(judgeSlots(undefined, null).row.verdict).toBe('VALID');
    expect(judgeTrial(makeInput(makeGoodAttempt(1))).row.verdict).toBe('VALID');
  });

  it('reports WrongFixture once when hosts detected it and did not measure', () => {
    const facts = { wrongFixture: 'mount/c1 does not stand', problem: 'x' };
    const lost = ['client-0: fixtures differ from the plan: mount/c1 does not stand'];
    const objects = [
      makeStartRecord(1),
      makeEndRecord(1, { measure: 'LOST' }, lost),
      ...HOSTS.flatMap((host) => makeHostFiles(1, host, 0, 0, { rc: 75, facts, slots: {} })),
    ];
    const result = judgeTrial(makeInput(objects, { trial: { ...trial, slots: SLOTS } }));
    expect(listCodes(result)).toEqual(['WrongFixture']);
    expect(result.row.reasons[0]?.text).toContain('mount/c1 does not stand');
  });

  it('is INVALID when the kernel has other mount options than requested', () => {
    const mounted = ({ options }: { options: string }, role: string): string | null =>
      options === 'rw' && role === 'client' ? 'nconnect is 1, not 16' : null;
    const { row } = judgeTrial(makeInput(makeGoodAttempt(1), { mounted }));
    expect(row).toMatchObject({ verdict: 'INVALID' });
    expect(row.reasons[0]?.text).toContain('client-0: nconnect is 1, not 16, client-1: nconnect');
    expect(checkFixtures({ mounted: () => null }, [])).toEqual([]);
  });

  it('checks the last reported fixtures of hosts that took part only in other steps', () => {
    const makeBroker = (step: string, at: number, key: string, rc = 0) =>
      makeObject(`a1/broker-0/${step}/status.json`, {
        ...makeStatus('broker-0'),
        role: 'broker',
        rc,
        ended: T0 + at,
        slots: { 'service/kafka': makeSlot(key) },
      });
    const judgeRow = (...objects: readonly RawObject[]) => {
      const measured = HOSTS.flatMap((host) => makeHostFiles(1, host, 100, 0, { slots: RIGHT }));
      return judgeTrial(
        makeInput(makeRecords(...measured, ...objects), {
          trial: { ...trial, slots: SLOTS },
        }),
      ).row;
    };
    expect(judgeRow(makeBroker('fixtures', 1, 'cccccccccccc'), makeBroker('start', 2, 'bbbbbbbbbbbb')).verdict).toBe(
      'VALID',
    );
    const { verdict, reasons } = judgeRow(
      makeBroker('start', 2, 'cccccccccccc'),
      makeBroker('fixtures', 1, 'bbbbbbbbbbbb'),
    );
    expect(verdict).toBe('INVALID');
    expect(reasons[0]?.text).toContain('broker-0: service/kafka was cccccccccccc, not bbbbbbbbbbbb');
    expect(judgeRow(makeBroker('start', 2, 'cccccccccccc', 1)).verdict).toBe('VALID');
    expect(judgeRow().verdict).toBe('VALID');
  });
});
