/** Hosts whose rates were added up measured at the same time, by the true time and not by what their clocks say. */
import { toleratedSkew } from '../../../results/trial/together/clock-skew';
import type { HostWork } from './host-work';
import type { Complaint } from '../facts';
import type { Aftermath } from './aftermath';

/** Hosts close down for different fractions of a second, and storage tells whole seconds: what nobody can see. */
const UNSEEN_SECONDS = 1.5;

/** @returns a complaint about every VALID row whose hosts did not measure together */
export function together({ played: { work }, facts: { rows, plan, executionId } }: Aftermath): Complaint[] {
  const steps = new Map(
    (plan?.trials ?? []).map(({ trial, steps: all }) => [trial, all.find(({ measures }) => measures)?.name]),
  );
  const byAttempt = new Map<string, HostWork[]>();
  for (const one of work) {
    const { attempt, step, outputPrefix, instanceId, succeeded } = one;
    if (!outputPrefix.includes(`/${executionId}/raw/`) || step !== steps.get(attempt.split('.')[0] ?? '')) continue;
    const found = byAttempt.get(attempt) ?? [];
    byAttempt.set(attempt, found);
    // Of what was delivered twice only the first is done; hosts that nobody asked for are refused.
    if (succeeded && !found.some((other) => other.instanceId === instanceId)) found.push(one);
  }
  return rows.flatMap(({ row }) => {
    if (row.verdict !== 'VALID' || row.started === null || row.ended === null) return [];
    const ends = (byAttempt.get(`${row.trial}.a${row.attempt}`) ?? []).flatMap(({ until }) => until ?? []);
    // Windows of a trial are as long as each other, nearly, those of a fixed work too: they overlap as their ends do.
    const apart = (Math.max(...ends) - Math.min(...ends)) / 1000;
    const length = (Date.parse(row.ended) - Date.parse(row.started)) / 1000;
    if (ends.length < 2 || apart <= toleratedSkew(length) + UNSEEN_SECONDS) return [];
    const text = `${row.trial} is VALID, ${length.toFixed(1)} s long, but its hosts ended ${apart.toFixed(1)} s apart`;
    return [{ checker: 'together', code: 'NotTogether', text }];
  });
}
