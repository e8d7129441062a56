/** What people and schedules do to a deployment at drawn moments, and faults of the register of its executions. */
import { ensure } from '../../lib/shapes/errors';
import { CALM, type Campaign, type Rule, type RuleOf } from './faults/campaign';
import type { Places } from './places';

type Random = () => number;

export function pick<T>(items: readonly T[], random: Random): T {
  return ensure(items[Math.floor(random() * items.length)], 'something to choose from');
}

/** Draws one operation for an experiment. Each has the same probability. */
export function drawOperation(places: Places, random: Random): Campaign {
  return pick(OPERATIONS, random)(places, random);
}

type Draw = (places: Places, random: Random) => Campaign;

const OPERATIONS: readonly Draw[] = [
  // Redrives count twice: they have most places.
  drawRedrive,
  drawRedrive,
  (places, random) => ({ ...CALM, rules: [person('stop', places, random)] }),
  (places, random) => ({ ...CALM, rules: [person('down', places, random)], ...drawStarts(places, random) }),
  drawPause,
  drawRegisterFault,
  drawLimits,
  (places, random) => ({ ...CALM, rules: [{ fault: 'stack', at: drawMoment(places, random) }] }),
];

/** A person redrives all failed executions, ten seconds to three hours after one was aborted. */
function drawRedrive(places: Places, random: Random): Campaign {
  const { machine, state, count, at } = pick(places.states, random);
  const who = pick(['itself', 'experiment', 'guardian', 'both'] as const, random);
  const abort: Rule = { fault: 'state', machine, state, nth: 1 + Math.floor(random() * count), effect: 'abort', who };
  const later = Math.round(10 * 1000 ** random());
  const redrive: Rule = { fault: 'hand', effect: 'redrive', at: at + later };
  // Without events, the execution is redriven before its guardian knows of its end.
  const lost: readonly Rule[] =
    random() < 0.3 && who !== 'itself' ? [{ fault: 'event', effect: 'lost', times: 10 }] : [];
  return { ...CALM, rules: [abort, redrive, ...lost] };
}

/** Other starts follow a pause, and sometimes a resume. */
function drawPause(places: Places, random: Random): Campaign {
  const pause = person('pause', places, random);
  const at = Math.round(places.seconds * random());
  const resume: readonly Rule[] = random() < 0.5 ? [{ fault: 'person', effect: 'resume', at: at + 60 }] : [];
  return { ...CALM, rules: [pause, ...resume], ...drawStarts(places, random) };
}

/** Starts nearly at once: all of them write the register. */
function drawRegisterFault(_: Places, random: Random): Campaign {
  const count = 1 + Math.floor(3 * random());
  const effect = pick(['raced', 'raced', 'conflict', 'unreadable', 'spoilt', 'gone'] as const, random);
  const times = pick([1, 1, 2, 5, 25], random);
  return {
    ...CALM,
    rules: [{ fault: 'register', effect, nth: pick([1, 2, 3], random), times }],
    beside: { count, apart: pick([0, 0.1, 1, 30], random), as: pick(['others', 'same-moment', 'renamed'], random) },
    ...(random() < 0.5 ? { limits: { maxRunning: 1 + Math.floor(3 * random()) } } : {}),
  };
}

function drawLimits(places: Places, random: Random): Campaign {
  const limits = pick([{ maxRunning: 1 }, { maxRunning: 2 }, { maxUsdPerMonth: 25 }], random);
  return { ...CALM, ...drawStarts(places, random), limits };
}

function drawStarts({ seconds }: Places, random: Random): Pick<Campaign, 'beside'> {
  const as = pick(['others', 'same-name', 'same-moment', 'renamed'] as const, random);
  return { beside: { count: 1 + Math.floor(2 * random()), apart: Math.round(seconds * random() * 0.7), as } };
}

function drawMoment({ seconds }: Places, random: Random): number {
  return Math.round(1 + seconds * random());
}

/** What admission writes, in this order. */
const WRITTEN = ['control/running.json', 'pointers/', 'plan.json'] as const;

/** At any time, or between two writes of an admission. */
function person(effect: RuleOf<'person'>['effect'], places: Places, random: Random): Rule {
  if (random() < 0.6) return { fault: 'person', effect, at: drawMoment(places, random) };
  return {
    fault: 'person',
    effect,
    before: { role: 'admit', action: 'PutObject', key: pick(WRITTEN, random), nth: 1 },
  };
}
