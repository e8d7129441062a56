import { readFileSync } from 'node:fs';
import { parseStartInput, readStartSpec } from '../../../lib/aws/admission/start-input';
import { readExperiments, readScripts } from '../../../lib/aws/scripts';
import type { PlanningContext } from '../../../lib/aws/context';
import { buildPriceBook } from '../../../lib/pricing/aws';
import { makeAccount } from '../account';

let context: PlanningContext;
beforeAll(async () => {
  const all = await readExperiments('experiments');
  const experiments = Object.fromEntries(
    ['lustre-small', 'efs-small', 'local-disk'].map((name) => [name, all[name] ?? '']),
  );
  const scripts = await readScripts('workloads');
  context = { ...makeAccount().context(), experiments, scripts, prices: buildPriceBook('us-east-1') };
});

function parseError(input: unknown): string[] {
  try {
    parseStartInput(input, context);
  } catch (error) {
    return [(error as Error).name, ...(error as Error).message.split('\n')];
  }
  return [];
}

const STARTABLE = [
  expect.stringMatching(/^Examples: \{"experiment": "(lustre|efs)-small"\} or .*, "do": "plan"\}$/),
  'Available experiments (estimates by list prices):',
  expect.stringMatching(/^ {2}(lustre|efs)-small +\$\d\.\d\d {2}\d/),
  expect.stringMatching(/^ {2}(lustre|efs)-small +\$\d\.\d\d {2}\d/),
];

describe('start input of an execution', () => {
  it.each([
    [{ experiment: 'lustre-small' }],
    [{ experiment: 'lustre-small', seed: '1', accept: ['HostBusy'], do: 'plan' }],
    [{ spec: 'experiment: x' }],
    [{ spec: { experiment: 'x' }, scheduledAt: '2026-01-01T00:00:00Z' }],
    [{ specKey: 'specs/x.yaml' }],
    [{ specKey: 'specs/x.yaml', AWS_STEP_FUNCTIONS_STARTED_BY_EXECUTION_ID: 'arn:x' }],
  ])('accepts %j', (input) => {
    expect(parseStartInput(input, context)).toBe(input);
  });

  it.each([
    ['text', ['found "text"; allowed: an object']],
    [null, ['found null; allowed: an object']],
    [[], ['found []; allowed: an object']],
    [undefined, ['found nothing; allowed: an object']],
    [{ spec: [1] }, ['`spec` is [1]; allowed: a spec as YAML text or JSON']],
    [
      { spec: 'x', scheduledAt: '<aws.scheduler.scheduled-time>' },
      ['`scheduledAt` is "<aws.scheduler.scheduled-time>"; allowed: a moment, ISO 8601'],
    ],
    [{}, ['found none of experiment, spec, specKey; exactly one required']],
    [{ specKey: 'a', spec: 'b' }, ['found spec, specKey of experiment, spec, specKey; exactly one required']],
    [{ experiment: 'lustre-smal' }, ['there is no experiment "lustre-smal"; did you mean "lustre-small"?']],
    [{ experiment: '../../etc/passwd' }, ['there is no experiment "../../etc/passwd"']],
    [{ experiment: 'constructor' }, ['there is no experiment "constructor"']],
    [
      { specKey: 'a', sed: '1', seed: 1, accept: ['ZeroIo'], do: 'it' },
      [
        'unknown key `sed`; allowed: experiment, spec, specKey, seed, accept, scheduledAt, do. Did you mean `seed`?',
        '`seed` is 1; allowed: a text',
        '`accept` is ["ZeroIo"]; allowed: a list of CpuStolen, DeviceShared, HostBusy, MemoryPressure, Throttled',
        '`do` is "it"; allowed: "plan"',
      ],
    ],
  ])('refuses with all problems and the available experiments: %j', (input, problems) => {
    expect(parseError(input)).toEqual([
      'InputInvalid',
      'the start input is invalid:',
      ...problems.map((one) => `  ${one}`),
      ...STARTABLE,
    ]);
  });

  it('reads the spec of a deployed experiment, and reports a missing `specKey`', async () => {
    const text = readFileSync('experiments/lustre-small.yaml', 'utf8');
    expect((await readStartSpec({ experiment: 'lustre-small' }, context)).text).toBe(text);
    await expect(readStartSpec({ specKey: 'specs/gone.yaml' }, context)).rejects.toThrow(
      'there is no object specs/gone.yaml in the bucket results',
    );
  });
});
