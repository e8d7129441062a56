import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../lib/cli/program';
import { captured } from './captured';

const LOCAL = `experiment: files
targets: { here: { kind: directory, path: data } }
fleet: { broker: { instanceType: c5n.large }, worker: { instanceType: c5n.large, mount: none } }
workloads: { many: { kind: kafka-perf } }
design: { replicates: 1 }
`;
const CLOUD = LOCAL.replace('directory, path: data', 'efs, throughputMode: elastic, storedGiB: 10');
const MESSAGE =
  'this version cannot execute the workload kind `kafka-perf` (`many`). `npx fsxbench validate` and ' +
  '`npx fsxbench plan` work in full';

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'fsxbench-not-built-'));
});
afterAll(() => rmSync(cwd, { recursive: true }));

async function done(command: string, spec: string, ...options: string[]) {
  writeFileSync(join(cwd, 'spec.yaml'), spec);
  const { cli, out, err } = captured(cwd);
  const code = await main(cli, [command, 'spec.yaml', ...options]);
  return { code, out: out(), err: err() };
}

describe('what cannot be executed yet', () => {
  it.each([
    ['rehearse', CLOUD],
    ['run', LOCAL],
  ])('%s refuses with one message and exit code 2', async (command, spec) => {
    const { code, out, err } = await done(command, spec);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(`error: workloads.many.kind: ${MESSAGE} [NotSupported]`);
    expect(err).toContain('spec.yaml: 1 error, ');
    const json = await done(command, spec, '--json');
    expect(json.code).toBe(2);
    expect(JSON.parse(json.out)).toMatchObject({ error: { name: 'NotSupported' } });
  });

  it('validate and plan tell of it, and carry it out', async () => {
    const validated = await done('validate', CLOUD);
    expect(validated.code).toBe(0);
    expect(validated.out).toContain(`advice: workloads.many.kind: ${MESSAGE} [NotSupported]`);
    const planned = await done('plan', CLOUD);
    expect(planned.code).toBe(0);
    expect(planned.out).toMatch(/^cost {7}\$\d+\.\d\d of at most \$50\.00/m);
    expect(planned.err).toContain('[NotSupported]');
  });

  it('parse reads output of kinds that can be read only', async () => {
    await expect(done('parse', LOCAL, '--workload', 'kafka-perf')).rejects.toMatchObject({
      name: 'NotSupported',
      exitCode: 2,
      message:
        '--workload: output of kafka-perf cannot be parsed yet; allowed: fio, tree-copy, metadata, command, mdtest, ' +
        'ior, database, kafka-omb',
    });
  });
});
