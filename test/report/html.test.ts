import { allowBreaks, escapeText, html, joinHtml, renderProse, makeRawHref, keepTogether } from '../../lib/report/html';

describe('html', () => {
  it('escapes every value that is not markup already', () => {
    const evil = `<img src=x onerror="alert('1')">&`;
    expect(html`<p title="${evil}">${evil}</p>`.text).toBe(
      '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;">' +
        '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</p>',
    );
    expect(html`<ul>${[html`<li>a</li>`, '<b>']}</ul>`.text).toBe('<ul><li>a</li>&lt;b&gt;</ul>');
    expect(joinHtml(['<', html`<i></i>`], ' & ').text).toBe('&lt; & <i></i>');
  });

  it('lets text break after commas, and escapes it', () => {
    expect(allowBreaks('op=<b>,bs=1m, depth').text).toBe('op=&lt;b&gt;,<wbr>bs=1m, depth');
  });

  it('shows what stands between backticks as what is written, and escapes it', () => {
    expect(renderProse('Ask for `bs=<4k>` & `direct: true`.').text).toBe(
      'Ask for <code>bs=&lt;4k&gt;</code> &amp; <code>direct: true</code>.',
    );
    expect(renderProse('one ` alone').text).toBe('one ` alone');
  });

  it('leaves out nothing and shows zero', () => {
    expect(html`${null}${undefined}${false}${0}${''}`.text).toBe('0');
  });

  it('drops characters that no document may hold', () => {
    expect(escapeText('a\u0000b\u001bc\nd')).toBe('abc\nd');
  });
});

it('writes shares in one form', () => {
  expect(html`<b>${'90% of 4 hosts, 7%'}</b>`.text).toBe('<b>90% of 4 hosts, 7%</b>');
});

it('links raw files whatever their names hold', () => {
  expect(makeRawHref('raw/r1/t 1/a#1/x?.json')).toBe('../raw/r1/t%201/a%231/x%3F.json');
});

it('keeps a number with its unit and its interval on one line', () => {
  expect(keepTogether('31.5k ops/s (75% interval 30.1k–32.0k, n = 3)')).toBe(
    '31.5k\u00a0ops/s (75% interval 30.1k\u2060–\u206032.0k, n\u00a0=\u00a03)',
  );
  expect(keepTogether('a - b of 4 hosts')).toBe('a - b of 4 hosts');
});
