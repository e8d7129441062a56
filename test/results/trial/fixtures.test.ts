import { checkFixtures } from '../../../lib/results/trial/fixtures';
import { judgeTrial } from '../../../lib/results/trial/judge-trial';
import type { SlotStatus, WantedSlot } from '../../../lib/shapes/fixture';
import type { RawObject } from '../../../lib/results/trial/attempt';
import { codes, ended, good, HOSTS, input, left, object, started, status, T0, trial } from '../raw-objects';

const SLOTS: WantedSlot[] = [
  { slot: 'mount/c1', key: 'aaaaaaaaaaaa', roles: ['client'] },
  { slot: 'service/kafka', key: 'bbbbbbbbbbbb', roles: ['broker'] },
];
const slot = (key: string, more: Partial<SlotStatus> = {}): SlotStatus => ({
  key,
  state: 'standing',
  stays: false,
  ...more,
});
const RIGHT = { 'mount/c1': slot('aaaaaaaaaaaa') };

/** The trial with what the second host says of its slots. */
function judged(second: unknown, slots: readonly WantedSlot[] | null = SLOTS) {
  const objects = [
    started(1),
    ended(1),
    ...left(1, 'client-0', 100, 0, { slots: RIGHT }),
    ...left(1, 'client-1', 100, 0, { slots: second }),
  ];
  return judgeTrial(input(objects, { trial: slots === null ? trial : { ...trial, slots } }));
}

describe('fixtures of a trial', () => {
  it('accepts fixtures that match those planned for the role', () => {
    expect(judged(RIGHT).row).toMatchObject({ verdict: 'VALID', reasons: [] });
    expect(judged({ ...RIGHT, 'tool/fio': slot('cccccccccccc', { stays: true }) }).row.verdict).toBe('VALID');
  });

  it('is INVALID (WrongFixture) when data have another size or settings', () => {
    const stated = [...SLOTS, { slot: 'data/c1/fio', key: 'ffffffffffff', roles: ['client'] }];
    const found = (key: string) => judged({ ...RIGHT, 'data/c1/fio': slot(key, { stays: true }) }, stated);
    expect(found('111111111111').row.reasons.map(({ code, text }) => [code, text])).toContainEqual([
      'WrongFixture',
      expect.stringContaining('client-1: data/c1/fio was 111111111111, not ffffffffffff'),
    ]);
    expect(found('111111111111').row.verdict).toBe('INVALID');
  });

  it.each<[string, unknown, string]>([
    ['another key', { 'mount/c1': slot('dddddddddddd') }, 'mount/c1 was dddddddddddd, not aaaaaaaaaaaa'],
    ['nothing', {}, 'mount/c1 was missing'],
    ['half of it', { 'mount/c1': slot('aaaaaaaaaaaa', { state: 'dirty' }) }, 'mount/c1 was incomplete'],
    ['one too many', { ...RIGHT, 'host/net': slot('eeeeeeeeeeee') }, 'host/net was not requested'],
    ['what cannot be read', { 'mount/c1': 'aaaaaaaaaaaa' }, 'it did not report its fixtures'],
    ['silence', undefined, 'it did not report its fixtures'],
  ])('is INVALID (WrongFixture) for %s', (_, second, text) => {
    const { row } = judged(second);
    expect(row.verdict).toBe('INVALID');
    expect(row.reasons).toEqual([
      { level: 'invalid', code: 'WrongFixture', text: `fixtures differ from the plan: client-1: ${text}` },
    ]);
  });

  it('accepts a service that a planned kill stopped', () => {
    const judge = (facts: Readonly<Record<string, string>>) => {
      const slots = [{ slot: 'service/kafka', key: 'bbbbbbbbbbbb', roles: ['client'] }];
      const dead = { 'service/kafka': slot('bbbbbbbbbbbb', { state: 'dirty' }) };
      const objects = [started(1), ended(1), ...HOSTS.flatMap((host) => left(1, host, 100, 0, { facts, slots: dead }))];
      return codes(judgeTrial(input(objects, { trial: { ...trial, slots } })));
    };
    expect([judge({ killedSlot: 'service/kafka' }), judge({})]).toEqual([[], ['WrongFixture']]);
  });

  it('skips the check of fixtures when the plan has none', () => {
    expect(judged(undefined, null).row.verdict).toBe('VALID');
    expect(judgeTrial(input(good(1))).row.verdict).toBe('VALID');
  });

  it('reports WrongFixture once when hosts detected it and did not measure', () => {
    const facts = { wrongFixture: 'mount/c1 does not stand', problem: 'x' };
    const lost = ['client-0: fixtures differ from the plan: mount/c1 does not stand'];
    const objects = [
      started(1),
      ended(1, { measure: 'LOST' }, lost),
      ...HOSTS.flatMap((host) => left(1, host, 0, 0, { rc: 75, facts, slots: {} })),
    ];
    const result = judgeTrial(input(objects, { trial: { ...trial, slots: SLOTS } }));
    expect(codes(result)).toEqual(['WrongFixture']);
    expect(result.row.reasons[0]?.text).toContain('mount/c1 does not stand');
  });

  it('is INVALID when the kernel has other mount options than requested', () => {
    const mounted = ({ options }: { options: string }, role: string): string | null =>
      options === 'rw' && role === 'client' ? 'nconnect is 1, not 16' : null;
    const { row } = judgeTrial(input(good(1), { mounted }));
    expect(row).toMatchObject({ verdict: 'INVALID' });
    expect(row.reasons[0]?.text).toContain('client-0: nconnect is 1, not 16, client-1: nconnect');
    expect(checkFixtures({ mounted: () => null }, [])).toEqual([]);
  });

  it('checks the last reported fixtures of hosts that took part only in other steps', () => {
    const broker = (step: string, at: number, key: string, rc = 0) =>
      object(`a1/broker-0/${step}/status.json`, {
        ...status('broker-0'),
        role: 'broker',
        rc,
        ended: T0 + at,
        slots: { 'service/kafka': slot(key) },
      });
    const row = (...objects: readonly RawObject[]) => {
      const measured = HOSTS.flatMap((host) => left(1, host, 100, 0, { slots: RIGHT }));
      return judgeTrial(input([started(1), ended(1), ...measured, ...objects], { trial: { ...trial, slots: SLOTS } }))
        .row;
    };
    expect(row(broker('fixtures', 1, 'cccccccccccc'), broker('start', 2, 'bbbbbbbbbbbb')).verdict).toBe('VALID');
    const { verdict, reasons } = row(broker('start', 2, 'cccccccccccc'), broker('fixtures', 1, 'bbbbbbbbbbbb'));
    expect(verdict).toBe('INVALID');
    expect(reasons[0]?.text).toContain('broker-0: service/kafka was cccccccccccc, not bbbbbbbbbbbb');
    expect(row(broker('start', 2, 'cccccccccccc', 1)).verdict).toBe('VALID');
    expect(row().verdict).toBe('VALID');
  });
});
