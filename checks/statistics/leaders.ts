/** Who leads several, and who is called equal: how often that is said, and how often it is wrong. */
import type { DecidedParts } from '../../lib/results/answer/answer';
import { FOLDERS } from './contest';
import { MEDIAN, type Noise, NOISE, normal, SIGMA, SLOW, SLOW_SHARE } from './noise';
import { PER_N, REPLICATES, RUNS, type Table, zeros } from './table';
import { rateOf, type World } from './world';

const isDecided = ({ status }: DecidedParts): boolean => status === 'decided';
const leads = ({ status, winner }: DecidedParts): boolean => status === 'decided' && winner?.cell === 'cell-x0';

/** How often the best of several is found, all others being equal: the seldomer, the more there are to beat. */
export function powerAmong(): Table {
  const lines = [2, 3].flatMap((deviations) =>
    [2, 4, 8].map((k) => ({
      label: `${deviations} deviations above all others, ${k} configurations`,
      figures: REPLICATES.map((replicates) => {
        const truth = [deviations * SIGMA, ...zeros(k - 1)];
        const world: World = { truth, replicates, noise: NOISE['log-normal'], how: FOLDERS };
        return { rate: rateOf(world, RUNS / 2, `among ${deviations} ${k} ${replicates}`, leads) };
      }),
    })),
  );
  return { head: ['true difference', ...PER_N], lines };
}

/** Two that are the same lead all others: one of them called the best is wrong. */
export function tied(): Table {
  const names = ['log-normal', 'bimodal 70/30'] as const;
  const lines = names.flatMap((name) =>
    [3, 8].map((k) => ({
      label: `${name}, ${k} configurations`,
      figures: REPLICATES.map((replicates) => {
        const truth = zeros(k).map((_, index) => (index < 2 ? 0 : -8 * SIGMA));
        const world: World = { truth, replicates, noise: NOISE[name], how: FOLDERS };
        return { rate: rateOf(world, RUNS, `tied ${name} ${k} ${replicates}`, isDecided) };
      }),
    })),
  );
  return { head: ['two are the same, and far above all others', ...PER_N], lines };
}

/** Logarithm of the difference that matters, and deviations that let some say that there is none. */
const MARGIN_LOG = Math.log(1.02);
const FINE = [0.005, 0.01] as const;
const SAME_AS = 'the same, ';
export const SAME = `${SAME_AS}called equal`;

/** Called equal, though they differ by just what matters; and how often those are that do not differ. */
export function equals(): Table {
  const lines = FINE.flatMap((sigma) => {
    const noise: Noise = (random) => () => sigma * normal(random);
    const percent = `deviation ${100 * sigma} %`;
    const row = (label: string, truth: readonly number[], hit: (found: DecidedParts) => boolean) => ({
      label: `${percent}, ${label}`,
      figures: REPLICATES.map((replicates) => {
        const world: World = { truth, replicates, noise, how: FOLDERS };
        // The true rate of what is wrong is nearest to what is allowed.
        const runs = truth.length > 2 || label.startsWith(SAME_AS) ? RUNS / 2 : 2 * RUNS;
        return { rate: rateOf(world, runs, `equal ${sigma} ${truth.join(' ')} ${replicates}`, hit) };
      }),
    });
    // The leader is held to be equal to one that is worse by as much as matters.
    const wrong = ({ compared }: DecidedParts): boolean =>
      compared.some(({ result, cell }) => result === 'equal' && cell === 'cell-x1');
    return [
      row('2 % apart, called equal', [MARGIN_LOG, 0], ({ status }) => status === 'equal'),
      row('three that lead another by 2 %, which is called equal', [MARGIN_LOG, 0, MARGIN_LOG, MARGIN_LOG], wrong),
      row(SAME, [0, 0], ({ status }) => status === 'equal'),
      row(`${SAME_AS}cannot be told apart`, [0, 0], ({ status }) => status === 'close'),
    ];
  });
  return { head: ['two configurations, or four', ...PER_N], lines };
}

/** Part of the trials that stall, and what they reach of the others. */
const STALLS = { share: 0.1, level: 0.5 } as const;

/** Two of one mean, of which one stalls in some trials: few have none of these, and seem to be the higher. */
export function stalls(): Table {
  const counts = [...REPLICATES, 20];
  const mean = Math.log(1 - STALLS.share * (1 - STALLS.level));
  const lines = ['the steady one', 'the one that stalls'].map((which, index) => ({
    label: `${which} is called the higher`,
    figures: counts.map((replicates) => {
      const world: World = {
        truth: [mean, 0],
        replicates,
        noise: () => () => 0,
        own: [0.01, 0.01],
        slowAt: [null, STALLS],
        how: FOLDERS,
        decide: { statistic: 'mean' },
      };
      const called = ({ status, winner }: DecidedParts): boolean =>
        status === 'decided' && winner?.cell === `cell-x${index}`;
      return { rate: rateOf(world, RUNS, `stalls ${replicates}`, called) };
    }),
  }));
  return { head: ['two of one mean', ...counts.map((n) => `n = ${n}`)], lines };
}

/** Two of one median, of which one has two levels: how often the one or the other is called the higher. */
export function equalMedians(): Table {
  const counts = [...REPLICATES, 20];
  const lines = ['the steady one', 'the one of two levels'].map((which, index) => ({
    label: `${which} is called the higher`,
    figures: counts.map((replicates) => {
      const world: World = {
        truth: [MEDIAN['bimodal 70/30'], 0],
        replicates,
        noise: () => () => 0,
        own: [0.01, 0.01],
        slowAt: [null, { share: SLOW_SHARE, level: Math.exp(SLOW) }],
        how: FOLDERS,
      };
      const called = ({ status, winner }: DecidedParts): boolean =>
        status === 'decided' && winner?.cell === `cell-x${index}`;
      return { rate: rateOf(world, RUNS, `medians ${replicates}`, called) };
    }),
  }));
  return { head: ['two of one median', ...counts.map((n) => `n = ${n}`)], lines };
}
