import { renderReport } from '../../../lib/report/render';
import { summarize } from '../../../lib/results/summary';
import { execution, type Options } from '../../results/fixture';

const page = (options: Options) => renderReport(summarize(execution(options)));

it('shows each configuration as a ratio to its own reference, and says what differs there', () => {
  const text = page({ reference: 0 });
  expect(text).toContain('÷ reference</th>');
  expect(text).toContain('<td class="num" data-v="1">reference</td>');
  expect(text).toContain('<small class="to">÷ disk</small>');
  expect(text).toContain('<small class="to">÷ disk, bs 4k</small>');
  expect(page({})).not.toContain('÷ reference');
});
