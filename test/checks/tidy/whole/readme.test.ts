import { readFileSync } from 'node:fs';
import { readmeFaults, setUpCommands } from '../../../../checks/tidy/whole/readme';

const README =
  'Text `npm ci && nothing`.\n\n```sh\nnpm ci && start\n```\n\nThen\n\n```sh\nnpm ci && npm test\nls\n```\n';
const messages = (ci: string, readme = README): string[] => readmeFaults(readme, ci).map((fault) => fault.message);

describe('readmeFaults', () => {
  it('accepts README.md and .ci/run of this repository', () => {
    const readme = readFileSync('README.md', 'utf8');
    expect(readmeFaults(readme, readFileSync('.ci/run', 'utf8'))).toEqual([]);
    expect(setUpCommands(readme)).toEqual([
      'npm ci && npx fsxbench run experiments/local-disk.yaml',
      'npm ci && npm test',
    ]);
  });

  it('reports a setup command that .ci/run does not run exactly', () => {
    expect(messages('set -e\nnpm ci\nnpm test\nstart\n')).toEqual([]);
    expect(messages('npm ci\nnpm test\nstart --fast\n')).toEqual(['does not run README\'s "start"']);
    expect(messages('# npm ci\nnpm test\nstart\n')).toHaveLength(1);
  });

  it.each(['npm ci\nstart\nnpm test\n', 'npm test\nnpm ci\nstart\n'])(
    'reports the wrong order of commands in %j',
    (ci) => {
      expect(messages(ci)).toEqual([expect.stringContaining('wrong order')]);
    },
  );

  it('reports a README without two lines of setup commands', () => {
    expect(messages('', '```sh\nnpm ci && start\n```\n')).toEqual([expect.stringContaining('has 1 lines')]);
  });
});
