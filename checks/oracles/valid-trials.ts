/** Checks of trials: alone on their hosts, ended by the fence, measured together. */
import type { HostCommandRecord } from './creation-log';
import { layout } from '../../lib/shapes/layout';
import { complain, type Finding } from '../../lib/twin/checkers/facts';
import type { ExecutionRecord } from './execution-record';
import { computeMaxSkew } from '../../lib/results/trial/together/clock-skew';

/** @returns a complaint about every VALID row whose attempt shared a host */
export function checkAttemptsShareNoHost({
  observations: { work, now },
  facts: { rows, executionId },
}: ExecutionRecord): Finding[] {
  const own = work.filter(({ outputPrefix }) => outputPrefix.includes(`/${executionId}/raw/`));
  const byHost = new Map<string, HostCommandRecord[]>();
  for (const one of own) {
    const before = byHost.get(one.instanceId);
    if (before === undefined) byHost.set(one.instanceId, [one]);
    else before.push(one);
  }
  const valid = new Set(rows.flatMap(({ row }) => (row.verdict === 'VALID' ? [`${row.trial}.a${row.attempt}`] : [])));
  const complaints = new Set<string>();
  for (const commands of byHost.values()) {
    // Sorted by start time, so each attempt is compared only with attempts that still run.
    let open: HostCommandRecord[] = [];
    for (const one of commands) {
      open = open.filter(({ until }) => (until ?? now) > one.from);
      for (const other of open) {
        if (other.attempt === one.attempt) continue;
        if (valid.has(one.attempt))
          complaints.add(`${one.attempt} is VALID, but ${other.attempt} ran at the same time`);
        if (valid.has(other.attempt))
          complaints.add(`${other.attempt} is VALID, but ${one.attempt} ran at the same time`);
      }
      open.push(one);
    }
  }
  return [...complaints].map((text) => complain('TrialsOverlap', text));
}

/** A trial that was sent while another one ran may begin after the fence is closed, but no second one. */
export function checkFenceEndsTrials({
  observations: { work, calls },
  facts: { executionId, plan },
}: ExecutionRecord): Finding[] {
  const key = layout(plan?.experiment ?? '', executionId).fence;
  const closing = calls.find(({ action, error, input }) => {
    const { Key } = input as { readonly Key?: unknown };
    return action === 'PutObject' && error === undefined && Key === key;
  });
  const closed = closing === undefined ? Number.POSITIVE_INFINITY : Date.parse(closing.time);
  return (plan?.rigs ?? []).flatMap(({ rig }) => {
    const begun = work.filter(
      ({ outputPrefix, attempt, from }) =>
        from > closed && /^t\d+\./.test(attempt) && outputPrefix.includes(`/${executionId}/raw/${rig}/`),
    );
    const attempts = [...new Set(begun.map(({ attempt }) => attempt))];
    return attempts.length > 1 ? [complain('TrialsAfterFence', `${attempts.join(', ')} began after the fence`)] : [];
  });
}

// If the rates of hosts were summed, these hosts measured at the same time, by true time and not by host clocks.

/** Tolerance: hosts end at slightly different times, and results have whole seconds. */
const MAX_OFFSET_SECONDS = 1.5;

/** @returns a complaint about every VALID row whose hosts did not measure at the same time */
export function checkHostsMeasureTogether({
  observations: { work },
  facts: { rows, plan, executionId },
}: ExecutionRecord): Finding[] {
  const steps = new Map(
    (plan?.trials ?? []).map(({ trial, steps: all }) => [trial, all.find(({ measures }) => measures)?.name]),
  );
  const byAttempt = new Map<string, HostCommandRecord[]>();
  for (const one of work) {
    const { attempt, step, outputPrefix, instanceId, succeeded } = one;
    if (!outputPrefix.includes(`/${executionId}/raw/`) || step !== steps.get(attempt.split('.')[0] ?? '')) continue;
    const found = byAttempt.get(attempt) ?? [];
    byAttempt.set(attempt, found);
    // Only the first delivery of a command runs, and hosts refuse unrequested commands.
    if (succeeded && !found.some((other) => other.instanceId === instanceId)) found.push(one);
  }
  return rows.flatMap(({ row }) => {
    if (row.verdict !== 'VALID' || row.started === null || row.ended === null) return [];
    const ends = (byAttempt.get(`${row.trial}.a${row.attempt}`) ?? []).flatMap(({ until }) => until ?? []);
    // All hosts of a trial measure for nearly the same time, so comparing their end times is enough.
    const apart = (Math.max(...ends) - Math.min(...ends)) / 1000;
    const length = (Date.parse(row.ended) - Date.parse(row.started)) / 1000;
    if (ends.length < 2 || apart <= computeMaxSkew(length) + MAX_OFFSET_SECONDS) return [];
    const text = `${row.trial} is VALID, ${length.toFixed(1)} s long, but its hosts ended ${apart.toFixed(1)} s apart`;
    return [complain('HostsNotTogether', text)];
  });
}

// The fixtures of each measurement match the plan. Hosts are compared by their actual state, not by their reports.

/** @returns a complaint about every VALID row of a trial in which a host had other fixtures than planned */
export function checkFixtures({
  observations: { work },
  facts: { rows, plan, executionId },
}: ExecutionRecord): Finding[] {
  const trials = new Map((plan?.trials ?? []).map((trial) => [trial.trial, trial]));
  return rows.flatMap(({ row }) => {
    const trial = trials.get(row.trial);
    if (row.verdict !== 'VALID' || trial?.slots === undefined) return [];
    const { slots, steps } = trial;
    const measuring = steps.find(({ measures }) => measures)?.name;
    const attempt = `${row.trial}.a${row.attempt}`;
    const own = work.filter(
      (one) =>
        one.attempt === attempt &&
        one.step === measuring &&
        one.succeeded &&
        one.outputPrefix.includes(`/${executionId}/raw/`),
    );
    return own.flatMap(({ instanceId, role, slots: stood = {} }) => {
      const wrong = slots.filter(({ slot, key, roles }) => {
        const found = stood[slot];
        return roles.includes(role) && (found?.key !== key || found.state !== 'standing');
      });
      if (wrong.length === 0) return [];
      const text = `${row.trial} is VALID, but ${instanceId} had another ${wrong.map(({ slot }) => slot).join(', ')}`;
      return [complain('FixturesDiffer', text)];
    });
  });
}
