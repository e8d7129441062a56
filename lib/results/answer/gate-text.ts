/** Texts of an answer to `decide.noWorse`: headline, evidence and advice. */
import { formatValue, pluralize } from '../format';
import { nameMetric } from '../measures';
import type { EffortEstimator, Settlement } from './answer';
import type { GatePair, GateResult, Loss } from './gate';
import { countUnitsToExclude } from './gate-power';
import { formatRough, joinNames, listMissing, type QuestionContext, UNIT_WORDS } from './phrases';

export type GateContext = QuestionContext & { readonly gate: GateResult };

/** Maximum number of pairs with figures; the tables list all configurations. */
const PAIRS_MAX = 3;

/** One or two sentences, without full stops. */
export function describeGate(context: GateContext): readonly [string, (string | null)?] {
  const { gate, decide, decision, metrics } = context;
  const { pairs, mean, allowed } = gate;
  const of = `in ${nameMetric(metrics, decide.metric, decide.operation ?? null)}`;
  const limit = formatRough(allowed);
  const [largest] = pairs;
  const nameOf = nameCells(context);
  const compare = ({ cell, to }: GatePair): [string, string] => [nameOf(cell), nameOf(to)];
  if (decision.outcome === 'misses') {
    const worse = pairs.filter(({ verdict }) => verdict === 'worse');
    const [first, ...others] = worse;
    if (first === undefined)
      return [
        `Together, ${pairs.length} configurations are ${describeLoss(mean)} than their references ${of}`,
        'No single one is surely worse',
      ];
    const [own, reference] = compare(first);
    const more = joinNames(others.map((one) => `${nameOf(one.cell)} (${describeLoss(one.found)})`));
    const whole = mean?.isWorse === true ? `Together, all ${pairs.length} are ${describeLoss(mean)}` : null;
    return [
      `${own} is ${describeLoss(first.found)} than ${reference} ${of}`,
      more === '' ? whole : `Also worse: ${more}`,
    ];
  }
  if (decision.outcome === 'meets' && largest !== undefined) {
    const [own, reference] = compare(largest);
    const most = Math.max(...pairs.map(({ found }) => found?.most ?? 1));
    const bound = most > 0 ? `at most ${formatRough(most)} worse than` : 'no worse than';
    return pairs.length === 1
      ? [`${own} is ${bound} ${reference} ${of} (at 95%)`, `A loss of ${limit} is excluded`]
      : [
          `No configuration is more than ${limit} worse than its reference ${of}`,
          `All ${pairs.length}: at most ${formatRough(Math.max(0, most))} (at 95%)`,
        ];
  }
  const missing = decision.leftOut.filter(({ open }) => open);
  if (missing.length > 0)
    return [`Inconclusive: ${listMissing(missing)} ${missing.length > 1 ? 'were' : 'was'} not compared`];
  const open = pairs.find(({ verdict, reason }) => verdict === 'open' && reason === decision.reason) ?? largest;
  if (open === undefined) return ['Inconclusive: no configuration and its reference have values'];
  const [own, reference] = compare(open);
  if (open.found === null || open.reason === 'few')
    return [`Inconclusive: too few different values compare ${own} with ${reference} ${of}`];
  if (open.reason === 'bound') return [`Inconclusive: values of ${own} or ${reference} ${of} are only bounds`];
  return [
    `Inconclusive: ${own} may be up to ${formatRough(open.found.most)} worse than ${reference} ${of}`,
    open.reason === 'assumed'
      ? `Its instances or hours may explain it; a loss of ${limit} is to be excluded`
      : `A loss of ${limit} is to be excluded`,
  ];
}

/** `14% worse (11% to 17% at 95%)`. */
function describeLoss(found: Loss | null): string {
  if (found === null) return 'worse';
  const { loss, low, high } = found;
  const amount = loss >= 0 ? `${formatRough(loss)} worse` : `${formatRough(-loss)} better`;
  return `${amount} (${formatRough(low)} to ${formatRough(high)} at 95%)`;
}

function nameCells({ decision: { ranking, leftOut } }: QuestionContext): (cell: string) => string {
  const labels = new Map([...ranking, ...leftOut].map(({ cell, label }) => [cell, label]));
  return (cell) => labels.get(cell) ?? cell;
}

/** `a: 10.4 s, a-before: 10.0 s, 3.8% worse (−1% to 8% at 95%).` */
export function listGateEvidence(context: GateContext): readonly string[] {
  const { ranking } = context.decision;
  return context.gate.pairs.slice(0, PAIRS_MAX).map(({ cell, to, found }) => {
    const values = [cell, to].flatMap((name) => {
      const one = ranking.find((contender) => contender.cell === name);
      return one === undefined ? [] : [`${one.label}: ${formatValue(one.value, one.unit)}`];
    });
    return `${[...values, ...(found === null ? [] : [describeLoss(found)])].join(', ')}.`;
  });
}

/** What would settle an open answer. */
export function findGateSettlement(context: GateContext, effortOf: EffortEstimator): Settlement | null {
  const { gate, decision } = context;
  const { pairs, allowed } = gate;
  const limit = formatRough(allowed);
  const nameOf = nameCells(context);
  const plain = (text: string): Settlement => ({ text, setting: null, effort: null });
  if (decision.outcome !== 'open') return null;
  if (decision.reason === 'unmeasured')
    return plain('Find why a configuration or its reference has no value, then rerun.');
  const open = pairs.find(({ verdict, reason }) => verdict === 'open' && reason === decision.reason);
  if (open === undefined) return null;
  const own = decision.ranking.find(({ cell }) => cell === open.cell);
  const kind = own?.unitKind ?? 'trial';
  const units = `${UNIT_WORDS[kind]}s`;
  if (open.reason === 'few')
    return plain(`Three or more different values of each are needed: run longer, or fix what excludes ${units}.`);
  if (open.reason === 'bound')
    return plain(
      `Find what limits ${nameOf(open.cell)} or ${nameOf(open.to)} besides the storage, or decide by a latency.`,
    );
  if (open.reason === 'assumed')
    return plain(
      'Blocks measure how much instances differ: design: { blocks: 5 }. On one target instance nothing is assumed.',
    );
  if (open.noise === null || own === undefined) return null;
  const { deviation } = open.noise;
  const needed = countUnitsToExclude(allowed, { pairs: pairs.length, deviation, assumed: 0 });
  if (needed === null || needed <= own.logs.n)
    return plain(`The loss is too near ${formatRough(allowed)} for more ${units}: make it faster, or allow more.`);
  return {
    text: `${pluralize(needed, UNIT_WORDS[kind])} exclude a loss of ${limit} in four of five cases, if there is none.`,
    setting: `design: { ${units}: ${needed} }`,
    effort: effortOf(kind, needed - own.logs.n),
  };
}
