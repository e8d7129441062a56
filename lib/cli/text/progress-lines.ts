/** The living lines of an execution: one a rig at work, one for the whole. */
import type pc from 'picocolors';
import { formatUsd } from '../../results/format';
import { formatSeconds } from '../../shapes/quantity';
import type { Progress } from './progress';

/** What is used of picocolors. */
export type ProgressColours = Pick<ReturnType<typeof pc.createColors>, 'bold' | 'cyan' | 'dim' | 'green' | 'yellow'>;

/** Blocks of the bar. */
const WIDTH = 16;

/**
 * Which trial is measured, how many are over, how fast they go, how long it takes still, and the money so far.
 * @param now epoch milliseconds, of the clock of the execution
 */
export function progressLines(progress: Progress, now: number, colours: ProgressColours): string[] {
  const { bold, cyan, dim, green } = colours;
  const { plan, rigs } = progress;
  const working = [...rigs].flatMap(([name, rig]) => {
    if (rig.phase === 'waiting' || rig.phase === 'done') return [];
    const count = `${rig.ended.size}/${rig.trials.length}`;
    const doing =
      rig.current === null
        ? cyan(rig.phase)
        : `${cyan(rig.phase)} ${bold(harmless(progress.label(rig.current)))} ${dim(progress.within(rig, now))}`;
    return [`  ${name}  ${count}  ${doing}`];
  });
  const { ended } = progress;
  const all = plan.trials.length;
  const full = all === 0 ? 0 : Math.round((ended / all) * WIDTH);
  const bar = `${green('█'.repeat(full))}${dim('░'.repeat(WIDTH - full))}`;
  const passed = formatSeconds(Math.round((now - progress.startedAt) / 1000));
  const left = formatSeconds(Math.round(progress.secondsLeft(now)));
  const usd = `${formatUsd(progress.usdSoFar(now))} so far of ${formatUsd(plan.estimate.usd)} (modelled)`;
  const parts = [
    `${bar} ${bold(String(ended))} of ${all} trials`,
    ...(progress.rate() === null ? [] : [progress.rate()]),
    `${passed} passed`,
    progress.over ? 'looking that nothing is left' : `about ${bold(left)} left`,
    plan.local ? 'no cost' : usd,
  ];
  return [...working, `  ${parts.join(', ')}`];
}

/** Levels come from a spec: control characters in them would move the cursor. */
function harmless(text: string): string {
  return text.replace(/\p{Cc}/gu, '?');
}
