import { checkLimits } from '../../../../checks/campaign/judge/clean-run';
import { CALM, type Campaign } from '../../../../checks/campaign/faults/campaign';
import type { CampaignRun } from '../../../../checks/campaign/faults/run-campaign';
import type { ExecutionRecord } from '../../../../checks/oracles/execution-record';
import { getPointerKey, getProofKey, PAUSED_KEY } from '../../../../lib/shapes/layout';

const write = (Key: string, seconds: number) => ({
  action: 'PutObject',
  input: { Key },
  time: new Date(1000 * seconds).toISOString(),
});

/** A campaign, and when a person pauses or resumes starts, in seconds. */
type PausedCampaign = Partial<Campaign> & { readonly pauses?: Readonly<Record<number, boolean>> };

/** Two executions: from 10 s and from 20 s, the first proven clean after so many. */
function listCodes({ pauses = {}, ...campaign }: PausedCampaign, provenAfter: number, startedAt = 0): string[] {
  const names = ['e1', 'e2'];
  const paused = Object.entries(pauses).map(([at, isPaused]) => ({
    ...write(PAUSED_KEY, Number(at)),
    input: { Key: PAUSED_KEY, Body: `{"version":1,"paused":${isPaused}}` },
  }));
  // Each is registered five seconds before it takes its name.
  const register = names.map((id, nth) => ({
    execution: id,
    at: 5000 + 10_000 * nth,
    text: `{"executionId":"${id}"}`,
  }));
  const calls = [
    ...paused,
    write(getPointerKey('e1'), 10),
    write(getPointerKey('e2'), 20),
    write(getProofKey('e1'), provenAfter),
  ];
  const started = names.map((executionId) => ({ executionId, execution: { startDate: 1000 * 15 } }));
  const played = { campaign: { ...CALM, ...campaign }, calls, started, startedAt, register } as unknown as CampaignRun;
  const aftermaths = names.map((executionId) => ({
    facts: { executionId },
    creations: [{ id: executionId, at: 0, execution: executionId, goneAt: 9000 }],
    paid: [{ interval: { id: executionId, from: 0, until: 9000 }, usd: 4 }],
    observations: { ...played, now: 9000, healedAt: 0, deleting: new Map(), untagged: new Set(), deployment: WORLD },
    endedAt: 9000,
  }));
  return checkLimits(aftermaths as unknown as ExecutionRecord<CampaignRun>[], played, 0.1).map(({ code }) => code);
}
const WORLD = { account: { sfn: { executions: () => [] }, stored: { left: () => [] } } };

describe('checkLimits', () => {
  const beside = { count: 1, apart: 1 };
  it.each([
    ['executions without a limit', {}, 30, []],
    ['maxRunning 1 with sequential executions', { limits: { maxRunning: 1 } }, 15, []],
    ['maxRunning 1 with two simultaneous executions (TooManyRan)', { limits: { maxRunning: 1 } }, 30, ['TooManyRan']],
    [
      'maxRunning 1 after a person deleted the register',
      { limits: { maxRunning: 1 }, rules: [{ fault: 'register' as const, effect: 'gone' as const }] },
      30,
      [],
    ],
    ['maxRunning 2 with two simultaneous executions', { limits: { maxRunning: 2 } }, 30, []],
    ['maxUsdPerMonth equal to the spend', { limits: { maxUsdPerMonth: 8 } }, 30, []],
    ['maxUsdPerMonth below the spend (MonthOverspent)', { limits: { maxUsdPerMonth: 7.7 } }, 30, ['MonthOverspent']],
    [
      'two starts at the same moment (StartedTwice)',
      { beside: { ...beside, as: 'same-moment' as const } },
      15,
      ['StartedTwice'],
    ],
    [
      'a pause before both were registered (StartedPaused twice)',
      { pauses: { 4: true } },
      15,
      ['StartedPaused', 'StartedPaused'],
    ],
    ['a pause before the second was registered (StartedPaused)', { pauses: { 14: true } }, 15, ['StartedPaused']],
    ['a pause after the second was registered', { pauses: { 19: true } }, 15, []],
    ['a pause that ended before the starts', { pauses: { 4: true, 7: false } }, 15, []],
  ])('returns only the complaints in parentheses, else none, for %s', (_, campaign, provenAfter, codes) => {
    expect(listCodes(campaign, provenAfter)).toEqual(codes);
  });
});
