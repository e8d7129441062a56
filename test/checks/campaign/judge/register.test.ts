import { CALM, type Campaign } from '../../../../checks/campaign/faults/campaign';
import type { RegisterVersion } from '../../../../checks/campaign/faults/register';
import { checkRegister } from '../../../../checks/campaign/judge/register';
import type { CampaignRun } from '../../../../checks/campaign/faults/run-campaign';

const MINUTE = 60_000;
const entry = (executionId: string, more = {}) => ({
  executionId,
  startedAt: '1970-01-01T00:00:00.000Z',
  admittedAt: '1970-01-01T00:00:00.000Z',
  usd: 10,
  ended: false,
  ...more,
});
const version = (execution: string | null, minutes: number, ...executions: object[]): RegisterVersion => ({
  execution,
  at: minutes * MINUTE,
  text: JSON.stringify({ version: 1, executions }),
});

function codes(register: readonly RegisterVersion[], limits: Campaign['limits'] = {}, pointers: string[] = []) {
  const calls = pointers.map((id) => ({ action: 'PutObject', input: { Key: `pointers/${id}.json` } }));
  const run = { register, calls, campaign: { ...CALM, limits } } as unknown as CampaignRun;
  return checkRegister(run).map(({ code }) => code);
}

describe('checkRegister for the list of running executions', () => {
  const rival = version(null, 0, entry('rival-1'));

  it('accepts entries that are kept, removed by their execution, or removed after they ended', () => {
    expect(codes([rival, version('a', 1, entry('rival-1'), entry('a'))])).toEqual([]);
    expect(codes([version('a', 0, entry('a')), version('a', 1)])).toEqual([]);
    expect(codes([version('a', 0, entry('a', { ended: true })), version('b', 1, entry('b'))])).toEqual([]);
  });

  it('reports EntryLost when another execution overwrote an entry', () => {
    expect(codes([rival, version('a', 1, entry('a'))])).toEqual(['EntryLost']);
  });

  it('accepts the removal of an entry after an hour only when it has no pointer', () => {
    expect(codes([rival, version('a', 61, entry('a'))])).toEqual([]);
    const b = version('b', 0, entry('b'));
    expect(codes([b, version('a', 61, entry('a'))], {}, ['b'])).toEqual(['EntryLost']);
  });

  it('accepts a lost entry after the register was spoilt by hand', () => {
    const spoilt = { execution: null, at: 0, text: '{ "vers' };
    expect(codes([rival, spoilt, version('a', 1, entry('a'))])).toEqual([]);
  });

  it('reports TooManyRegistered and MonthOverbooked above a limit, except when a rival adds itself', () => {
    const both = version('a', 1, entry('rival-1'), entry('a'));
    expect(codes([rival, both], { maxRunning: 1 })).toEqual(['TooManyRegistered']);
    expect(codes([rival, both], { maxUsdPerMonth: 15 })).toEqual(['MonthOverbooked']);
    expect(codes([rival, both], { maxRunning: 2, maxUsdPerMonth: 20 })).toEqual([]);
    const second = version(null, 2, entry('a'), entry('rival-1'));
    expect(codes([version('a', 0, entry('a')), second, version('a', 3, entry('rival-1'))], { maxRunning: 1 })).toEqual(
      [],
    );
  });
});
