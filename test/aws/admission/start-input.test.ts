import { parseStartInput, readStartSpec } from '../../../lib/aws/admission/start-input';
import { readExperiments, readScripts } from '../../../lib/aws/scripts';
import type { PlanningContext } from '../../../lib/aws/context';
import { buildPriceBook } from '../../../lib/pricing/aws';
import { catchError, expectRefusal } from '../../twin/cloud/services';
import { makeAccount } from '../account';

const experiments = { 'lustre-small': 'not a spec' };
const context: PlanningContext = { ...makeAccount().context(), experiments };

function parseError(input: unknown, its = context): string[] {
  const error = catchError(() => parseStartInput(input, its)) as Error;
  return [error.name, ...error.message.split('\n')];
}

describe('start input of an execution', () => {
  it.each([
    [{ experiment: 'lustre-small' }],
    [{ experiment: 'lustre-small', seed: '1', accept: ['HostBusy'], do: 'plan' }],
    [{ spec: 'experiment: x' }],
    [{ spec: { experiment: 'x' }, scheduledAt: '2026-01-01T00:00:00Z' }],
    [{ specKey: 'specs/x.yaml', scheduledAt: '2026-01-01T00:00:01Z', confirm: 1 }],
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
      { specKey: 'a', sed: '1', seed: 1, accept: ['ZeroIo'], confirm: 3, do: 'it' },
      [
        'unknown key `sed`; allowed: experiment, spec, specKey, seed, accept, scheduledAt, confirm, do. ' +
          'Did you mean `seed`?',
        '`seed` is 1; allowed: a text',
        '`accept` is ["ZeroIo"]; allowed: a list of CpuStolen, DeviceShared, HostBusy, MemoryPressure, Throttled',
        '`confirm` is 3; allowed: 0 or 1',
        '`do` is "it"; allowed: "plan"',
      ],
    ],
  ])('refuses with all problems and the available experiments: %j', (input, problems) => {
    expect(parseError(input)).toEqual([
      'InputInvalid',
      'the start input is invalid:',
      ...problems.map((one) => `  ${one}`),
      'Example: {"specKey": "specs/mine.yaml"}',
    ]);
  });

  it('lists the shipped experiments that run in an AWS account, with estimates, when it refuses an input', async () => {
    const all = await readExperiments('experiments');
    const names = ['lustre-small', 'efs-small', 'local-disk'];
    const shipped = Object.fromEntries(names.map((name) => [name, all[name] ?? '']));
    const scripts = await readScripts('workloads');
    const its = { ...context, experiments: shipped, scripts, prices: buildPriceBook('us-east-1') };
    expect(parseError({}, its).slice(3)).toEqual([
      expect.stringMatching(/^Examples: \{"experiment": "(lustre|efs)-small"\} or .*, "do": "plan"\}$/),
      'Available experiments (estimates by list prices):',
      expect.stringMatching(/^ {2}(lustre|efs)-small +\$\d\.\d\d {2}\d/),
      expect.stringMatching(/^ {2}(lustre|efs)-small +\$\d\.\d\d {2}\d/),
    ]);
  });

  it('reads the spec of a deployed experiment, and reports a missing `specKey`', async () => {
    expect((await readStartSpec({ experiment: 'lustre-small' }, context)).text).toBe('not a spec');
    const message = 'there is no object specs/gone.yaml in the bucket results';
    await expectRefusal(readStartSpec({ specKey: 'specs/gone.yaml' }, context), 'SpecInvalid', message);
  });
});
