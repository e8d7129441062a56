/** Lines about the metrics of servers: what an execution that was over asked CloudWatch, and was answered. */
import { answer, ask, type Asked, ASKED, pointsOf } from '../../../results/servers/answers';
import type { MetricsRequest } from '../../../results/servers/ask';
import { layout } from '../../../shapes/layout';
import { expected } from '../../../shapes/errors';
import type { Experiment } from '../experiments';
import { nameOf } from '../calls';
import { fails, holds, type Patient, type Probe } from '../patient';
import { type Shown, shownBy } from './shown';

/** Text of a file of the folder `servers/`; null where there is none. */
async function read(one: Experiment, { calls, deployment }: Patient, name: string): Promise<string | null> {
  const Key = layout(one.plan.experiment, one.executionId).servers(name);
  try {
    return await calls.s3.getText({ Bucket: expected(deployment.bucket, 'the results bucket'), Key });
  } catch (error) {
    if (nameOf(error) === 'NoSuchKey') return null;
    throw error;
  }
}

async function askedOf(one: Experiment, patient: Patient): Promise<Asked | null> {
  const text = one.plan.simulated ? null : await read(one, patient, ASKED);
  return text === null ? null : (JSON.parse(text) as Asked);
}

const access: Shown = async (one, patient) => {
  const asked = await askedOf(one, patient);
  if (asked === null) return null;
  if (asked.problem === null) return holds(`CloudWatch answered ${asked.answered} of ${asked.requests} requests`);
  return /denied|authorized|Forbidden/i.test(asked.problem) ? fails(`CloudWatch answered ${asked.problem}`) : null;
};

/** What the first question asked, and whether each of it has a point. */
async function told(
  one: Experiment,
  patient: Patient,
): Promise<readonly { readonly id: string; readonly searched: boolean; readonly points: number }[] | null> {
  if (one.plan.simulated) return null;
  const [question, text] = [await read(one, patient, ask(1)), await read(one, patient, answer(1))];
  if (question === null || text === null) return null;
  const points = pointsOf([text]);
  const { MetricDataQueries } = JSON.parse(question) as MetricsRequest;
  return MetricDataQueries.map((query) => ({
    id: query.Id,
    searched: 'Expression' in query,
    points: points.get(query.Id)?.size ?? 0,
  }));
}

const search: Shown = async (one, patient) => {
  const asked = await askedOf(one, patient);
  if (asked?.problem?.startsWith('Validation') === true) return fails(`CloudWatch answered ${asked.problem}`);
  const found = (await told(one, patient))?.filter(({ searched }) => searched) ?? [];
  const [first] = found.filter(({ points }) => points > 0);
  if (found.length === 0) return null;
  return first === undefined
    ? fails(`none of ${found.length} searches found a point`)
    : holds(`the search ${first.id} found ${first.points} points of what had been deleted`);
};

const names: Shown = async (one, patient) => {
  const found = await told(one, patient);
  if (found === null) return null;
  const silent = found.filter(({ points }) => points === 0).map(({ id }) => id);
  const whole = `${found.length - silent.length} of ${found.length} metrics have points`;
  if (silent.length === found.length) return fails(whole);
  return holds(silent.length === 0 ? whole : `${whole}; not ${silent.join(', ')}`);
};

const NONE = 'it takes one with trials of five minutes';

export const SERVER_PROBES = {
  'server-metric-access': shownBy(access, NONE),
  'server-metric-search': shownBy(search, NONE),
  'server-metric-names': shownBy(names, NONE),
} satisfies Readonly<Record<string, Probe>>;
