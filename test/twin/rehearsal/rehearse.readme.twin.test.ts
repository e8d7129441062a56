/** The answer that README quotes under its picture. */
import { readFileSync } from 'node:fs';
import { rehearse } from '../../../lib/twin/rehearsal/rehearse';
import { makeOptions } from './specs';

it('answers gp3-settings as README says, with the name and the start of the command line', async () => {
  const options = makeOptions(readFileSync('experiments/gp3-settings.yaml', 'utf8'));
  const startedAt = Date.parse('2026-01-01T00:00:00Z');
  const { summary } = await rehearse({ ...options, executionId: 'rehearsal', startedAt });
  const { headline = '' } = summary?.answer ?? {};
  const readme = readFileSync('README.md', 'utf8').replace(/\s+/g, ' ');
  expect(headline).toMatch(/^Of 4 configurations, /);
  expect(readme).toContain(`answers in seconds: ${headline.charAt(0).toLowerCase()}${headline.slice(1)} Its report:`);
});
