import { getAnswerFile, QUERIES_FILE } from '../../../lib/results/servers/prometheus';
import { judgeTrial } from '../../../lib/results/trial/judge-trial';
import { makeGoodAttempt, makeInput, makeObject, T0 } from '../raw-objects';
import type { Telemetry } from '../../../lib/shapes/telemetry';
import cases from './judge-trial.telemetry.cases.json';

const TELEMETRY = cases.telemetry as Telemetry;
const makeFile = (name: string, value: unknown) => makeObject(`a1/client-0/measure/${name}`, value);
const values = [0, 1, 2, 3, 4].map((second) => [T0 + second, String(10 * second)]);
const objects = [
  ...makeGoodAttempt(1),
  makeFile(QUERIES_FILE, { version: 1, from: T0, to: T0 + 4, step: 1, problem: '', answers: {} }),
  makeFile(getAnswerFile('server_cpu'), {
    status: 'success',
    data: { resultType: 'matrix', result: [{ metric: {}, values }] },
  }),
];

it('adds Prometheus metrics to the observations, and notes missing ones without changing the verdict', () => {
  const plain = judgeTrial(makeInput(makeGoodAttempt(1)));
  const { row, observations, series } = judgeTrial(makeInput(objects, { telemetry: TELEMETRY }));
  expect(observations.slice(0, -1)).toEqual(plain.observations);
  expect(observations.at(-1)).toEqual({
    ...plain.observations.at(-1),
    metric: 'server_cpu',
    operation: null,
    statistic: 'mean',
    unit: '%',
    value: 25,
    source: 'raw/r1/t0001/a1/client-0/measure/raw/server_cpu.json',
  });
  expect(series).toMatchObject([{ trial: 't0001', metric: 'server_cpu', from: T0, step: 1, values: [10, 20, 30, 40] }]);
  expect([row.verdict, row.reasons]).toEqual(cases.verdict);
});

it('ignores Prometheus files when the plan has no telemetry', () => {
  expect(judgeTrial(makeInput(objects))).toEqual(judgeTrial(makeInput(makeGoodAttempt(1))));
});
