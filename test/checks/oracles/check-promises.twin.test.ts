import type { ExecutionRecord } from '../../../checks/oracles/execution-record';
import { checkNotifications } from '../../../checks/oracles/check-promises';
import { CALM, type Rule } from '../../../checks/campaign/faults/campaign';
import { makeSubject } from '../../../checks/campaign/subject';
import { LUSTRE, makeOptions } from '../../twin/rehearsal/specs';
import cases from './check-promises.cases.json';

const { experiment, startedAt, prices, machineText, scripts } = makeOptions(LUSTRE);
const on = makeSubject({ spec: LUSTRE, experiment, startedAt, prices, machineText, scripts });

describe('simulated execution with injected faults', () => {
  it.each(cases.rules as [string, Rule[]][])('sends every notification that is due %s', async (_what, rules) => {
    const { complaints, struck } = await on.run({ ...CALM, rules, hours: 6 }, 'told');
    expect(complaints).toEqual([]);
    expect(struck.every((times) => times > 0)).toBe(true);
  });
});

const HOUR = 3_600_000;

/** What outlives its expiry, at 26 h; mails of it at some hours; asked at another. */
function judgeExpiry(mailed: readonly number[], asked: number): string[] {
  const messages = mailed.map((hours) => ({
    subject: '[fsxbench] ACTION e1: cleanup not verified',
    message: 'e1',
    at: hours * HOUR,
  }));
  const creations = [{ kind: 'fsx:file-system', id: 'fs-1', execution: 'e1', at: 0, goneAt: null }];
  const observations = { now: asked * HOUR, started: [], messages, creations };
  const facts = { executionId: 'e1', plan: { expiresAt: 26 * 3600 } };
  const paid = [{ interval: { id: 'fs-1', from: 0, until: asked * HOUR, open: true } }];
  return checkNotifications({ observations, facts, creations, paid, endedAt: 0 } as unknown as ExecutionRecord).map(
    ({ code }) => code,
  );
}

describe('checkNotifications', () => {
  it('reports ExpiryNotReported when no mail was sent after the expiry or shortly before it', () => {
    expect(judgeExpiry([], 25)).toEqual([]);
    expect(judgeExpiry([], 27)).toEqual(['ExpiryNotReported']);
    expect(judgeExpiry([15, 27], 80)).toEqual([]);
    expect(judgeExpiry([15, 25.5], 52)).toEqual([]);
    expect(judgeExpiry([15, 25.5], 62)).toEqual(['ExpiryNotReported']);
    expect(judgeExpiry([3], 40)).toEqual(['ExpiryNotReported']);
  });
});
