/** Advice: settings that are allowed and measure something else than most people mean. Only what is certain is said. */
import texts from '../../messages.json';
import { changeIn } from '../../../shapes/events';
import { competes, type Expanded } from '../../design/expand';
import { type Kinds, targetOfCell, workloadOfCell } from '../../kinds';
import { TRIALS_TO_COMPARE } from '../../../shapes/decide';
import { adviceAt, type Problem, warningAt, say } from '../../../shapes/problem';
import { metricsOf } from '../../design/decide';
import { readPublished } from '../../design/published';
import { factorNames, labelAt, labelsOf } from '../../design/space';
import { isAbout, namedLevels, type PublishedFigure } from '../../../shapes/published';
import type { Spec } from '../../../shapes/spec';
import { listed, nearest } from '../../../shapes/suggest';
import { adviseByModel } from './modelled';

type Advice = (code: string, path: Problem['path'], message: string) => void;

/** Advice, and warnings, on a spec that has no error. */
export function advise(spec: Spec, expanded: Expanded, kinds: Kinds): Problem[] {
  const found: Problem[] = [...cannotAnswer(spec, expanded), ...tooFew(spec, expanded)];
  found.push(...onPublished(spec, expanded, kinds));
  const advice: Advice = (code, path, message) => found.push(adviceAt(code, path, message));
  onDesign(spec, expanded, kinds, advice);
  onDecision(spec, expanded, kinds, advice);
  onUnstored(spec, expanded, kinds, advice);
  onUnused(spec, expanded, kinds, advice);
  onChanges(expanded, advice);
  found.push(...adviseByModel(spec, expanded, kinds));
  return found;
}

/** How often a difference of two standard deviations is found (docs/statistics.md, which is simulated). */
const POWER = { 3: '38 %', 5: '78 %', 10: '99 %' } as const;

/** Where not even all trials together carry a decision. */
function tooFew({ design }: Spec, { decide }: Expanded): Problem[] {
  const trials = design.replicates * design.blocks;
  if (decide === null || trials >= TRIALS_TO_COMPARE) return [];
  const message =
    `${trials} trial${trials === 1 ? '' : 's'} of each cell (replicates × blocks): two cells are compared from ` +
    `${TRIALS_TO_COMPARE} that count of each on, so that no comparison can be decided. A difference of twice the ` +
    `spread of trials is found in ${POWER[3]} of cases with 3, in ${POWER[5]} with 5 and in ${POWER[10]} with 10 ` +
    '(docs/statistics.md). Take 5 or more, so that one may be thrown out';
  return [warningAt('TooFewReplicates', ['design', 'replicates'], message)];
}

function onDesign(spec: Spec, { cells, decide }: Expanded, kinds: Kinds, advice: Advice): void {
  const { blocks, order, replicates } = spec.design;
  // Where something is to be decided, it is warned of already.
  if (replicates * blocks === 1 && decide === null)
    advice(
      'OneReplicate',
      ['design', 'replicates'],
      'one replicate gives a number without an interval: nobody can tell a difference from noise; 3 or more are usual',
    );
  if (order === 'asWritten' && cells.length > 1) advice('OrderAsWritten', ['design', 'order'], texts.orderAsWritten);
  const locals = Object.entries(spec.targets).filter(([, entry]) => kinds.targetOf(entry.kind)?.local === true);
  if (locals.length === 0) return;
  if (blocks > 1) advice('SameDisk', ['design', 'blocks'], texts.sameDisk);
  if ((spec.limits.parallelRigs ?? 1) > 1)
    advice(
      'RigsDisturb',
      ['limits', 'parallelRigs'],
      'rigs on one machine that measure at the same time take processor, memory and disk from each other',
    );
}

function onDecision(spec: Spec, { decide }: Expanded, kinds: Kinds, advice: Advice): void {
  if (decide === null) return;
  const better = metricsOf(spec.workloads, kinds).metrics.get(decide.metric)?.better;
  const threshold = decide.atLeast ?? decide.atMost;
  const unpriced = Object.values(spec.targets).every(
    (entry) => kinds.targetOf(entry.kind)?.local === true && entry['usdPerHour'] === undefined,
  );
  if (decide.prefer === 'cheapest' && threshold === undefined && (decide.require ?? []).length === 0)
    advice(
      'NoThreshold',
      ['decide', 'prefer'],
      `without \`atLeast\`, \`atMost\` or \`require\` the cheapest wins however slow it ` +
        `is${unpriced ? '; what stands here has no price (`usdPerHour`), so the best wins' : ''}`,
    );
  const free = Object.entries(spec.targets).filter(
    ([, entry]) => kinds.targetOf(entry.kind)?.foreign !== undefined && entry['usdPerHour'] === undefined,
  );
  if (decide.prefer === 'cheapest')
    for (const [name] of free) advice('NoPrice', ['targets', name], say(texts.noPrice, { name }));
  if ((decide.prefer === 'highest' && better === 'lower') || (decide.prefer === 'lowest' && better === 'higher')) {
    advice(
      'WorstPreferred',
      ['decide', 'prefer'],
      `of \`${decide.metric}\` less is ${better === 'lower' ? 'better' : 'worse'}, so \`${decide.prefer}\` ` +
        `chooses the worst cell`,
    );
  }
  const wrongWay =
    better === 'lower'
      ? decide.atLeast !== undefined && decide.atMost === undefined
      : decide.atMost !== undefined && decide.atLeast === undefined;
  if (wrongWay)
    advice(
      'WorstAllowed',
      ['decide', better === 'lower' ? 'atLeast' : 'atMost'],
      `of \`${decide.metric}\` ${better === 'lower' ? 'less' : 'more'} is better, so this lets the worse cells pass`,
    );
}

/** What is decided by a time that ends while the memory of the host still holds what was written. */
function onUnstored(spec: Spec, { cells, decide }: Expanded, kinds: Kinds, advice: Advice): void {
  if (decide === null) return;
  const { metrics } = metricsOf(spec.workloads, kinds);
  const competing = cells.filter((cell) => competes(cell, decide));
  const asked: readonly (readonly [string, Problem['path']])[] = [
    [decide.metric, ['decide', 'metric']],
    ...(decide.require ?? []).map(({ name, metric }) => [metric, ['criteria', name, 'metric']] as const),
  ];
  for (const [metric, path] of asked) {
    const stored = metrics.get(metric)?.untilStored;
    if (stored === undefined) continue;
    const early = competing.filter(
      (cell) =>
        targetOfCell(spec, cell, kinds).closesEarly === true &&
        Object.hasOwn(workloadOfCell(spec, cell, kinds).metrics, metric),
    );
    const targets = [...new Set(early.map(({ target }) => target))];
    if (targets.length === 0) continue;
    const message = say(texts.endsInMemory, { metric, targets: listed(targets), stored });
    advice('EndsInMemory', path, message);
  }
}

/** Trials in the midst of which storage is changed: the next one would find it changed already. */
function onChanges({ cells }: Expanded, advice: Advice): void {
  const once = new Set(cells.filter(({ events }) => changeIn(events) !== undefined).map(({ workload }) => workload));
  for (const workload of once) advice('OnceABlock', ['workloads', workload, 'events'], texts.onceABlock);
}

function onUnused(spec: Spec, { space, assignments, cells, searches }: Expanded, kinds: Kinds, advice: Advice): void {
  for (const name of factorNames(space)) {
    // A stage to which a trial changes is met, though no trial begins in it.
    const led = name === 'stage' ? cells.flatMap(({ events }) => changeIn(events)?.stage ?? []) : [];
    const missing = labelsOf(space, name).filter(
      (label) => !led.includes(String(label)) && !assignments.some((one) => labelAt(one, name) === label),
    );
    if (missing.length > 0)
      advice('UnusedLevel', placeOf(name), `the design never measures ${name} ${listed(missing)}`);
  }
  for (const name of Object.keys(spec.criteria ?? {}))
    if (!(spec.decide?.require ?? []).includes(name) && !searches.some(({ criteria }) => criteria.includes(name)))
      advice('UnusedCriterion', ['criteria', name], 'nothing asks for it: name it in `decide.require`, or take it out');
  const roles = new Set(
    cells.flatMap((cell) => [
      ...workloadOfCell(spec, cell, kinds)
        .roles(cell.params, Object.keys(cell.fleet))
        .map(({ role }) => role),
      // Where a service goes on that was killed elsewhere.
      ...(cell.events ?? []).flatMap(({ action }) => ('kill' in action ? [action.kill.resumeOn] : [])),
    ]),
  );
  for (const role of Object.keys(spec.fleet)) {
    if (!roles.has(role))
      advice('UnusedRole', ['fleet', role], `no workload runs anything on role \`${role}\`; its hosts would idle`);
  }
}

/** Levels that are measured, but never where the answer is sought: no result could choose them. */
function cannotAnswer(spec: Spec, { space, cells, decide }: Expanded): Problem[] {
  const where = decide?.where ?? {};
  const competing = cells.filter((cell) => competes(cell, decide));
  // Stages belong to targets: those of other targets were not meant.
  const target = where['target'];
  const possible = target === undefined ? cells : cells.filter((cell) => cell.target === target);
  const lost = factorNames(space).flatMap((name) => {
    const labels = labelsOf(space, name).filter((label) => possible.some(({ levels }) => levels[name] === label));
    const answers = new Set(competing.map(({ levels }) => levels[name]));
    // What says nothing about the cells that compete is no question there.
    const has = competing.some(({ levels }) => Object.hasOwn(levels, name));
    const missing = Object.hasOwn(where, name) || !has ? [] : labels.filter((label) => !answers.has(label));
    return missing.length === 0 ? [] : [`${name} ${listed(missing)}`];
  });
  if (lost.length === 0) return [];
  const { oneAtATime, exclude, cross } = spec.design;
  const cause =
    oneAtATime === true ? 'oneAtATime' : exclude !== undefined ? 'exclude' : cross === undefined ? undefined : 'cross';
  const message = say(texts.measuredElsewhere, { lost: lost.join(', nor of ') });
  const path = cause === undefined ? ['decide', 'where'] : ['design', cause];
  return [warningAt('MeasuredElsewhere', path, message)];
}

function placeOf(factor: string): Problem['path'] {
  const sections: Readonly<Record<string, string>> = { target: 'targets', stage: 'targets', workload: 'workloads' };
  const section = sections[factor];
  return section === undefined ? ['factors', factor] : [section];
}

/** Advice on the rows of `published`; none where there are none. */
function onPublished(spec: Spec, { space, cells }: Expanded, kinds: Kinds): Problem[] {
  const { published } = readPublished(spec.published, { ...spec, space }, kinds);
  const found: Problem[] = [];
  const advice = (code: string, row: number, key: string, message: string): void => {
    found.push(adviceAt(code, ['published', 'rows', row - 1, key], message));
  };
  const { metrics } = metricsOf(spec.workloads, kinds);
  const said = new Set<string>();
  for (const figure of published?.figures ?? []) {
    const about = cells.filter((cell) => isAbout(figure, cell));
    if (about.length === 0)
      advice('PublishedNowhere', figure.row, 'where', 'no cell that is measured has these levels: it is not shown');
    const near = metrics.has(figure.metric) ? undefined : nearest(figure.metric, [...metrics.keys()]);
    if (near !== undefined)
      advice(
        'UnknownMetric',
        figure.row,
        'metric',
        `no workload of this spec measures \`${figure.metric}\`: it stands beside no number. Did you mean \`${near}\`?`,
      );
    const rivals = (published?.figures ?? []).filter((other) => other.row > figure.row && competesWith(other, figure));
    for (const rival of rivals) {
      if (!about.some((cell) => isAbout(rival, cell)) || said.has(`${rival.row}`)) continue;
      said.add(`${rival.row}`);
      advice('AmbiguousPublished', rival.row, 'where', say(texts.ambiguousPublished, { row: figure.row }));
    }
  }
  return found;
}

/** Whether two figures are about the same number, and neither names more levels. */
function competesWith(a: PublishedFigure, b: PublishedFigure): boolean {
  const key = ({ metric, operation, statistic, host }: PublishedFigure): string =>
    JSON.stringify([metric, operation, statistic, host]);
  return key(a) === key(b) && namedLevels(a) === namedLevels(b);
}
