import { html } from '../../lib/report/html';
import { behind, notDrawn, numbers, panelFigure, scrollTable, words } from '../../lib/report/table';

it('stands numbers to the right, and escapes what is in it', () => {
  const { text } = scrollTable(
    [words('what'), numbers('n')],
    [
      ['<b>', 3],
      [html`<i>x</i>`, 4],
    ],
  );
  expect(text).toContain('<th scope="col">what</th><th scope="col" class="num">n</th>');
  expect(text).toContain(
    '<tr><td>&lt;b&gt;</td><td class="num">3</td></tr><tr><td><i>x</i></td><td class="num">4</td></tr>',
  );
  expect(behind([], []).text).toMatch(/^<details><summary>Numbers behind this picture<\/summary><div class="scroll">/);
});

it('counts panels that are not drawn, and names panels only where there is a name', () => {
  expect(notDrawn(0).text).toBe('');
  expect(notDrawn(1).text).toContain('1 more panel not drawn');
  expect(panelFigure('', html`<svg></svg>`).text).toBe('<figure><svg></svg></figure>');
  expect(panelFigure('a', html`<svg></svg>`).text).toContain('<figcaption>a</figcaption>');
});
