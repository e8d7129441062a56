import { noteHostCredits } from '../../lib/results/host-credits';
import { judgeTrial } from '../../lib/results/trial/judge-trial';
import { toTrialStatuses } from '../../lib/results/trial-status';
import type { RoleUsage } from '../../lib/shapes/verdict';
import { makeGoodAttempt, makeInput, makeObject } from './raw-objects';
import { makeSampledHost } from './trial/two-looks';

const GBIT = 1e9 / 8;
const makeUsage = (gbits: readonly number[] | null, role = 'client'): RoleUsage => ({
  role,
  cpu: [0.1],
  network: gbits?.map((one) => one * GBIT) ?? null,
  delayedHosts: null,
});
const makeRoles = (instanceType: string, role = 'client') => [{ role, instanceType }];

describe('noteHostCredits', () => {
  it('notes traffic above the baseline of the instance type, with the share that the baseline carries', () => {
    expect(noteHostCredits([makeUsage([8])], makeRoles('c5n.large'))).toEqual([
      {
        level: 'note',
        code: 'HostCredits',
        text: 'c5n.large moved 8 Gbit/s; its baseline is 3 Gbit/s',
        lowerLevel: 3 / 8,
      },
    ]);
  });

  it('uses the median host of each role', () => {
    expect(noteHostCredits([makeUsage([1, 6, 9])], makeRoles('c5n.large'))[0]?.lowerLevel).toBe(0.5);
    expect(noteHostCredits([makeUsage([1, 1, 9])], makeRoles('c5n.large'))).toEqual([]);
    const two = noteHostCredits(
      [makeUsage([6]), makeUsage([12], 'broker')],
      [...makeRoles('c5n.large'), ...makeRoles('c5n.large', 'broker')],
    );
    expect(two.map(({ lowerLevel }) => lowerLevel)).toEqual([0.5, 0.25]);
  });

  it.each([
    ['traffic is at the baseline, up to noise', makeUsage([3.29]), 'c5n.large'],
    ['the type has no burst', makeUsage([49]), 'c5n.9xlarge'],
    ['the type is unknown', makeUsage([8]), 'z9.large'],
    ['hosts are local', makeUsage([8]), 'local'],
    ['hosts are managed', makeUsage([8]), 'managed'],
    ['hosts count no traffic', makeUsage(null), 'c5n.large'],
    ['little of the work was traffic', makeUsage([0.2]), 'c5n.large'],
  ])('notes nothing when %s', (_, uses, type) => expect(noteHostCredits([uses], makeRoles(type))).toEqual([]));
});

it('counts a trial with HostCredits as VALID, and sets hostLevel, not lowerLevel', () => {
  const idle = [400, 0, 600, 1000, 0, 0, 0, 0];
  const looks = ['client-0', 'client-1'].flatMap((host) =>
    makeSampledHost(host, { traffic: { in: 1e10, out: 1e8 }, cpu: idle }, { traffic: { in: 0, out: 0 } }).files.map(
      ({ text }) => makeObject(`a1/${host}/measure/raw/evidence.json`, text),
    ),
  );
  const roles = [{ role: 'client', count: 2, instanceType: 'c5n.large' }];
  const plan = { experiment: 'exp', executionId: 'e1', rigs: [{ rig: 'r1', roles }] };
  const { row } = judgeTrial(makeInput([...makeGoodAttempt(1), ...looks], { plan }));
  expect(row).toMatchObject({ verdict: 'VALID', reasons: [{ code: 'HostCredits', lowerLevel: 0.375 }] });
  const status = toTrialStatuses([], [row]).get(row.trial);
  expect(status).toMatchObject({ out: null, hostLevel: 0.375 });
  expect(status?.lowerLevel).toBeUndefined();
  // The same bytes over hosts whose baseline carries them.
  const large = [{ role: 'client', count: 2, instanceType: 'c5n.9xlarge' }];
  expect(
    judgeTrial(makeInput([...makeGoodAttempt(1), ...looks], { plan: { ...plan, rigs: [{ rig: 'r1', roles: large }] } }))
      .row.reasons,
  ).toEqual([]);
});
