import { makePage } from '../../../lib/report/page/context';
import { drawCostSection } from '../../../lib/report/sections/cost';
import { summarize } from '../../../lib/results/summary';
import type { Receipt } from '../../../lib/shapes/receipt';
import { ensure } from '../../../lib/shapes/errors';
import { execution } from '../../results/fixture';

const skipped = [{ kind: 'cloudwatch:alarm', why: 'AccessDenied', ids: ['a'] }];

function section(more: Partial<Receipt>): string {
  const summary = summarize(execution());
  const receipt = { ...ensure(summary.receipt, 'a receipt'), ...more };
  return drawCostSection(makePage({ ...summary, receipt })).text.replace(/\s+/g, ' ');
}

it('lists resource kinds that cleanup could not check, for clean and unclean receipts', () => {
  const unseen = 'Could not be checked: cloudwatch:alarm (1 known; cents a month each).';
  expect(section({ skipped })).toContain(unseen);
  const left = [{ kind: 'fsx:file-system', id: 'fs-1', rig: null, state: 'AVAILABLE' }];
  expect(section({ clean: false, remaining: left, skipped })).toContain(unseen);
  expect(section({ clean: false, remaining: left })).not.toContain('Could not be checked');
});

it('redacts account ids in the errors of unlisted resource kinds', () => {
  const why = 'AccessDenied: User: arn:aws:sts::123456789012:assumed-role/bench/x is not authorized';
  const text = section({ clean: false, unlisted: [{ kind: 'fsx:file-system', why }] });
  expect(text).toContain('fsx:file-system: could not be listed (AccessDenied: User: arn:… is not authorized)');
});

it('shows an unknown spend as "Not known yet" instead of 0', () => {
  const { spend: _, ...priced } = execution({ prices: { disk: 0.2, memory: 3 }, receipt: null });
  const text = drawCostSection(makePage(summarize({ ...priced, outcomes: [] }))).text;
  expect(text).toMatch(/<dt>Cost<\/dt><dd>Not known yet; .*\$2\.50, of a budget of \$50\.00\.<\/dd>/);
});
