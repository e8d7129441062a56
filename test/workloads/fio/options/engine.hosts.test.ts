import { spawnSync } from 'node:child_process';
import { METADATA_ENGINES, explainUnknownEngine } from '../../../../lib/workloads/fio/options/engine';

const ALLOWED = 'allowed: auto, libaio, io_uring, psync, sync, filecreate, filestat, filedelete';
const DIRECTORIES =
  'fio added directory engines after version 3.36, and Debian 12 has 3.33; use a workload of kind metadata or ' +
  'mdtest, which create, look up and remove directories';

describe('explainUnknownEngine', () => {
  it.each(['dircreate', 'dirstat', 'dirdelete'])('suggests the workloads metadata and mdtest for %s', (input) => {
    expect(explainUnknownEngine({ input })).toBe(`"${input}" is not allowed; ${ALLOWED}; ${DIRECTORIES}`);
  });

  it.each([
    ['aio', `"aio" is not allowed; ${ALLOWED}`],
    [7, `7 is not allowed; ${ALLOWED}`],
    [undefined, `is missing; ${ALLOWED}`],
  ])('lists the allowed engines for %j', (input, message) => {
    expect(explainUnknownEngine({ input })).toBe(message);
  });
});

// The statement of the message, held against the fio that is installed.
it('reports file engines in --enghelp of fio up to 3.36, but no directory engines', () => {
  const version = spawnSync('fio', ['--version'], { encoding: 'utf8' });
  const [, minor] = /^fio-3\.(\d+)/.exec(version.stdout) ?? [];
  const engines = spawnSync('fio', ['--enghelp'], { encoding: 'utf8' }).stdout.split(/\s+/);
  for (const engine of METADATA_ENGINES) expect(engines).toContain(engine);
  expect(engines.includes('dirstat')).toBe(Number(minor) > 36);
});
