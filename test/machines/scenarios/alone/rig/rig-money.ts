/** `rig` by itself: no wait is longer than its share of the budget lasts. */
import { type Answers, inTurn, takes } from '../../../alone';
import { type Complaints, type Load, same } from '../../../stage';
import { listArguments, silent } from '../../../story';
import { changed, copy, FS, online, play, prepared, request, TIMING, turned, VOLUME, written } from './rig-answers';

/** Its budget lasts 200 seconds from the first available file system on, whatever is billed then. */
const TIGHT = { firstUsdPerHour: 3.6, usdPerHour: 3.6, shareUsd: 0.2 };
const PATIENT = { ...TIMING, hostsOnlineSeconds: 5_000 };
const BATCHES = [
  {
    period: 2,
    changes: [turned('c1', { of: 'fs', nth: 1, ...quick() })],
    copies: ['c1'],
    first: [{ copy: 'c1', seconds: 1 }],
    usdPerHour: 3.6,
    copyUsdPerHour: { c1: 3.6 },
    batch: 1,
    key: 'batches/r1.1.json',
    timeoutSeconds: 9_000,
  },
];

/** A change that should take no time. */
function quick(): object {
  return { expectedSeconds: 1, timeoutSeconds: 7_000, pauseSeconds: 0 };
}

const tight = (more: { usdPerHour?: number } & object = {}): Answers => {
  const { usdPerHour = TIGHT.usdPerHour } = more;
  const batches = BATCHES.map((one) => ({ ...one, usdPerHour }));
  return { LoadRig: changed({ ...TIGHT, timing: PATIENT, copies: [copy('c1', { usdPerHour })], batches, ...more }) };
};
const LONG_REQUESTS = ['fs', 'volume'].map((id, wave) => ({ ...request(id, wave), timeoutSeconds: 7_000 }));
const over = (why: string): unknown => ({
  code: 'BudgetReached',
  text: `The rig spent its share of the budget, 0.2 USD, while it waited: ${why}.`,
});

/** Every wait ends with the budget, and with that as its reason; unavailable file systems cost nothing. */
export async function* money(load: Load): Complaints {
  const late = takes(500, { Output: FS });
  const waits: readonly [string, Answers, string][] = [
    ['MakeStorage', { MakeStorage: inTurn(late, silent) }, 'States.Timeout'],
    ['LaunchRole', { MakeStorage: inTurn(late, { Output: VOLUME }), LaunchRole: silent }, 'States.Timeout'],
    ['HostsOnline', { MakeStorage: inTurn(late, { Output: VOLUME }), HostsOnline: online(0) }, 'HostsNotOnline'],
    ['PrepareHosts', { MakeStorage: inTurn(late, { Output: VOLUME }), PrepareHosts: silent }, 'States.Timeout'],
    ['ChangeOne', { MakeStorage: inTurn(late, { Output: VOLUME }), ChangeOne: silent }, 'States.Timeout'],
    ['MeasureBatch', { MakeStorage: inTurn(late, { Output: VOLUME }), MeasureBatch: silent }, 'States.Timeout'],
  ];
  for (const [state, answers, why] of waits) {
    const long = { copies: [copy('c1', { usdPerHour: 3.6, requests: LONG_REQUESTS })] };
    const played = await play(load, { ...tight(long), ...answers });
    const [outcome] = listArguments(played, 'WriteOutcome') as [
      { Body: { status: string; reason: unknown; marks: unknown } },
    ];
    const last = played.calls.findIndex((call) => call.state === 'WriteOutcome');
    yield* same(`${state} ends as`, [outcome.Body.status, outcome.Body.reason], ['STOPPED', over(why)]);
    yield* same(`${state} is the last`, played.calls[last - 1]?.state, state);
    yield* same(`${state}: the rig`, played.output, { rig: 'r1', status: 'STOPPED' });
    if (!(played.at >= 699 && played.at <= 721)) yield `${state}: ended after ${played.at} s, not 700`;
  }
}

/** Waits that end by themselves, or cost nothing, have their own reason and limit. */
export async function* own(load: Load): Complaints {
  const limits: readonly [string, Answers, number][] = [
    ['MakeStorage', { MakeStorage: inTurn({ Output: FS }, silent) }, 2501],
    ['LaunchRole', { LaunchRole: silent }, 2100],
    ['PrepareHosts', { PrepareHosts: silent }, 2501],
    ['ChangeOne', { ChangeOne: silent }, 8800],
    ['MeasureBatch', { MeasureBatch: silent }, 9_000],
  ];
  for (const [state, answers, seconds] of limits) {
    for (const rich of [
      { firstUsdPerHour: 0, usdPerHour: 0, shareUsd: 0 },
      { firstUsdPerHour: 3600, usdPerHour: 3600, shareUsd: 90_000 },
    ]) {
      const played = await play(load, { ...tight(rich), ...answers });
      yield* same(`${state}, rich`, [played.error, Math.round(played.at)], ['States.Timeout', seconds]);
    }
  }
  const first = await play(load, { ...tight(), MakeStorage: silent });
  const broken = await play(load, { ...tight(), PrepareHosts: prepared('FAILED', 'no') });
  const [told] = listArguments(broken, 'WriteOutcome');
  yield* same('the first file system', [first.error, Math.round(first.at)], ['States.Timeout', 2501]);
  yield* same(
    'a failure',
    told,
    written(
      'FAILED',
      { code: 'PrepareFailed', text: 'install: no' },
      [
        ['creating', 0],
        ['creating', 0, 3.6],
        ['launching', 0, 3.6],
        ['preparing', 0],
        ['measuring', 0],
        ['deleting', 0],
      ],
      [{ copy: 'c1', code: 'PrepareFailed', text: 'install: no' }],
    ),
  );
}
