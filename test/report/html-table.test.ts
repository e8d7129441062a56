import { html } from '../../lib/report/html';
import { numberColumn, drawTable, textColumn } from '../../lib/report/html-table';

it('aligns number columns to the right, and escapes text cells', () => {
  const { text } = drawTable(
    [textColumn('what'), numberColumn('n')],
    [
      ['<b>', 3],
      [html`<i>x</i>`, 4],
    ],
  );
  expect(text).toContain('<th scope="col">what</th><th scope="col" class="num">n</th>');
  expect(text).toContain(
    '<tr><td>&lt;b&gt;</td><td class="num">3</td></tr><tr><td><i>x</i></td><td class="num">4</td></tr>',
  );
});
