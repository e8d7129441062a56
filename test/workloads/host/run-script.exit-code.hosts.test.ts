import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { commandSchema } from '../../../lib/workloads/command/schema';
import { buildTrialSteps } from '../../../lib/workloads/command/steps';
import { joinScript } from '../../../lib/workloads/shell';
import { scriptFiles } from '../script-hosts';
import { PREFIX, WrapperHost } from './wrapper-host';

let host: WrapperHost;
beforeEach(() => (host = new WrapperHost()));

describe('exit code of run-script.sh for the SSM Agent', () => {
  it.each([0, 75, 137, 194])('is 0 or 1 when the script exits with %d, also on a second delivery', (code) => {
    expect(host.run(`exit ${code}`)).toMatchObject({ answer: code === 0 ? 0 : 1, code });
    expect(host.status().rc).toBe(code);
    // A second delivery, which only reports the first.
    expect(host.run(`exit ${code}`)).toMatchObject({ answer: code === 0 ? 0 : 1, code });
  });

  it.each([
    ['FSXBENCH_STEP', 'a;b'],
    ['FSXBENCH_HOST_ID', 'i-9'],
    ['FSXBENCH_HOSTS_KEY', 'none.txt'],
  ])('is 1 when the wrapper refuses %s=%s', (name, value) => {
    expect(host.run('exit 194', { [name]: value }).answer).toBe(1);
  });
});

describe('script that exits with 194, which makes the SSM Agent reboot the host', () => {
  it.each([
    ['prepare', { script: 'true', prepare: 'echo why >&2; exit 194' }],
    ['measure', { script: 'echo why >&2; exit 194' }],
  ])('fails its trial in %s, and the SSM Agent gets 1', (where, given) => {
    host = new WrapperHost('host', 'bucket');
    mkdirSync(join(host.root, 'volumes/c1/client-1'), { recursive: true });
    const metrics = { rate: { unit: 'ops/s', better: 'higher' } };
    const params = commandSchema.parse({ kind: 'command', runtime: '1s', metrics, ...given });
    const ends = buildTrialSteps(params, scriptFiles('command')).map(({ script }, step) => {
      const { answer } = host.run(joinScript(script), { FSXBENCH_STEP: `s${step}`, FSXBENCH_COPY: 'c1' });
      return [answer, host.status(`${PREFIX}client-1/s${step}/`)] as const;
    });
    const [answer, status] = ends[where === 'prepare' ? 0 : 1] ?? [];
    expect([answer, status?.rc]).toEqual([1, 194]);
    expect(status?.facts['problem']).toContain('ended with exit code 194: why');
  });
});
