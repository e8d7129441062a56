import { execFileSync } from 'node:child_process';
import { buildFioArguments } from '../../../../lib/workloads/fio/cell/command';
import { estimateDuration, buildMeasureSteps } from '../../../../lib/workloads/fio/cell/steps';
import type { Step } from '../../../../lib/workloads/contract';
import { joinScript } from '../../../../lib/workloads/shell';
import { ensure } from '../../../../lib/shapes/errors';
import { dataParams, parseParams } from '../recorded-outputs';
import { scriptFiles } from '../../script-hosts';

const joinStep = (step: Step | undefined): string => joinScript(ensure(step, 'a step').script);

const FILES = scriptFiles('fio');

/** Values of exported variables, as a shell reads them. */
function readExported(script: string, name: string): string {
  const head = script.slice(0, script.indexOf('# --- '));
  return execFileSync('bash', ['-c', `${head}\nprintf %s "$${name}"`], { encoding: 'utf8' });
}

describe('buildMeasureSteps', () => {
  it('exports the arguments of fio, and shows the command line in a comment', () => {
    const params = dataParams();
    const [step, ...others] = buildMeasureSteps(params, FILES);
    expect(others).toEqual([]);
    expect(step).toMatchObject({ name: 'measure', roles: ['client'], barrier: true });
    expect(readExported(joinStep(step), 'FIO_ARGUMENTS').split('\n')).toEqual(buildFioArguments(params));
    expect(joinStep(step)).toMatch(/^# fio --name=randread-4096-qd4x2 /m);
  });

  it('builds equal scripts for equal parameters, and other scripts for other parameters', () => {
    const [one, two] = [buildMeasureSteps(dataParams(), FILES)[0], buildMeasureSteps(dataParams(), FILES)[0]];
    expect(joinStep(one)).toBe(joinStep(two));
    expect(joinStep(buildMeasureSteps(dataParams({ iodepth: 8 }), FILES)[0])).not.toBe(joinStep(one));
  });

  it('expects warm-up, runtime and at most 2 s more, with a timeout above 60 s', () => {
    const params = dataParams({ ramp_time: '1s', runtime: '4s' });
    const [step] = buildMeasureSteps(params, FILES);
    expect(step?.expectedSeconds).toBeGreaterThan(5);
    expect(step?.expectedSeconds).toBeLessThanOrEqual(7);
    expect(step?.timeoutSeconds).toBeGreaterThan(60);
    expect(estimateDuration(params)).toEqual({ total: 5, warmUp: 1, measured: 4, until: 'time' });
  });

  it('estimates the duration of metadata engines from the number of files', () => {
    const estimate = (ioengine: string, nrfiles: number) =>
      estimateDuration(parseParams({ kind: 'fio', ioengine, nrfiles, numjobs: 2 }));
    const many = estimate('filecreate', 100_000);
    expect(estimate('filecreate', 10).measured).toBe(1);
    expect(many).toMatchObject({ total: many.measured, warmUp: 0, until: 'done' });
    expect(many.measured).toBeGreaterThan(50);
    // What is deleted is laid out before.
    expect(estimate('filedelete', 100_000)).toEqual({ ...many, total: 2 * many.measured });
  });

  it('adds a layout step before the measurement only for filedelete', () => {
    const steps = (ioengine: string) =>
      buildMeasureSteps(parseParams({ kind: 'fio', ioengine, nrfiles: 4000, numjobs: 2 }), FILES);
    for (const engine of ['filestat', 'filecreate']) expect(steps(engine).map(({ name }) => name)).toEqual(['measure']);
    const [layout, measure] = steps('filedelete');
    expect(layout).toMatchObject({ name: 'layout', roles: ['client'], barrier: false, expectedSeconds: 5 });
    expect(readExported(joinStep(layout), 'FIO_FILE_COUNTS')).toBe('4000 4000');
    expect(measure).toMatchObject({ name: 'measure', barrier: true });
  });

  it('counts all operations of metadata engines, and none for time-based cells', () => {
    const metadata = (ioengine: string) => parseParams({ kind: 'fio', ioengine, nrfiles: 100, numjobs: 2 });
    const works = (params: Parameters<typeof buildMeasureSteps>[0]) =>
      buildMeasureSteps(params, FILES).map(({ name, work }) => [name, work?.operations]);
    expect(works(metadata('filecreate'))).toEqual([['measure', { create: 200 }]]);
    expect(works(metadata('filestat'))).toEqual([['measure', { stat: 200 }]]);
    expect(works(metadata('filedelete'))).toEqual([
      ['layout', { create: 200 }],
      ['measure', { delete: 200 }],
    ]);
    expect(works(dataParams({}))).toEqual([['measure', undefined]]);
  });
});
