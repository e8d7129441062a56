import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { main } from '../../../lib/cli/program';
import { temporaryFolder } from '../../temporary';
import { LUSTRE, OPENZFS } from '../../twin/rehearsal/specs';
import { captureCli } from '../capture-cli';

/** Checks requests against AWS's own service models, where it stands beside the checkout and botocore is there. */
const models = join(process.env['FSXBENCH_SHARED'] ?? resolve(process.cwd(), '../shared'), 'checks/aws-models');
const python = process.env['FSXBENCH_PYTHON'] ?? 'python3';
const checkable = existsSync(models) && spawnSync(python, ['-c', 'import botocore'], { encoding: 'utf8' }).status === 0;

describe('fsxbench rehearse', () => {
  (checkable ? it : it.skip)(
    `makes requests that match the service models of botocore${checkable ? '' : ' (skipped: no models)'}`,
    async () => {
      const cwd = temporaryFolder('fsxbench-rehearse-');
      for (const [index, spec] of [LUSTRE, OPENZFS].entries()) {
        writeFileSync(join(cwd, 'spec.yaml'), spec);
        const calls = join(cwd, `${index}.jsonl`);
        await main(captureCli(cwd).cli, ['rehearse', 'spec.yaml', '--json', '--calls', calls]);
        const { status, stdout } = spawnSync(python, [models, calls], { encoding: 'utf8' });
        expect([status, stdout.trim().split('\n').at(-1)]).toEqual([0, expect.stringMatching(/^\d{3,} calls, 0 bad$/)]);
      }
    },
  );
});
