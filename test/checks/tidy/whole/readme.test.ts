import { readFileSync } from 'node:fs';
import { readmeFaults, setUpCommands } from '../../../../checks/tidy/whole/readme';

const README =
  'Text `npm ci && nothing`.\n\n```sh\nnpm ci && start\n```\n\nThen\n\n```sh\nnpm ci && npm test\nls\n```\n';
const messages = (ci: string, readme = README): string[] => readmeFaults(readme, ci).map((fault) => fault.message);

describe('README and the script for a clean machine', () => {
  it('are the same in this repository', () => {
    const readme = readFileSync('README.md', 'utf8');
    expect(readmeFaults(readme, readFileSync('.ci/run', 'utf8'))).toEqual([]);
    expect(setUpCommands(readme)).toEqual([
      'npm ci && npx fsxbench run experiments/local-disk.yaml',
      'npm ci && npm test',
    ]);
  });

  it('must agree to the letter', () => {
    expect(messages('set -e\nnpm ci\nnpm test\nstart\n')).toEqual([]);
    expect(messages('npm ci\nnpm test\nstart --fast\n')).toEqual(['does not run README\'s "start"']);
    expect(messages('# npm ci\nnpm test\nstart\n')).toHaveLength(1);
  });

  it.each(['npm ci\nstart\nnpm test\n', 'npm test\nnpm ci\nstart\n'])('must come in order, not %j', (ci) => {
    expect(messages(ci)).toEqual([expect.stringContaining('wrong order')]);
  });

  it('must be two', () => {
    expect(messages('', '```sh\nnpm ci && start\n```\n')).toEqual([expect.stringContaining('has 1 lines')]);
  });
});
