import { allowBreaks, escapeText, html, joinHtml, renderProse, makeRawHref, keepTogether } from '../../lib/report/html';

describe('html template', () => {
  it('escapes every value that is not markup', () => {
    const evil = `<img src=x onerror="alert('1')">&`;
    expect(html`<p title="${evil}">${evil}</p>`.text).toBe(
      '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;">' +
        '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</p>',
    );
    expect(html`<ul>${[html`<li>a</li>`, '<b>']}</ul>`.text).toBe('<ul><li>a</li>&lt;b&gt;</ul>');
    expect(joinHtml(['<', html`<i></i>`], ' & ').text).toBe('&lt; & <i></i>');
  });

  it('allows line breaks after commas, and escapes the text (allowBreaks)', () => {
    expect(allowBreaks('op=<b>,bs=1m, depth').text).toBe('op=&lt;b&gt;,<wbr>bs=1m, depth');
  });

  it('renders text between backticks as escaped <code> (renderProse)', () => {
    expect(renderProse('Ask for `bs=<4k>` & `direct: true`.').text).toBe(
      'Ask for <code>bs=&lt;4k&gt;</code> &amp; <code>direct: true</code>.',
    );
    expect(renderProse('one ` alone').text).toBe('one ` alone');
  });

  it('leaves out null, undefined and false, and renders 0', () => {
    expect(html`${null}${undefined}${false}${0}${''}`.text).toBe('0');
  });

  it('removes control characters that HTML does not allow (escapeText)', () => {
    expect(escapeText('a\u0000b\u001bc\nd')).toBe('abc\nd');
  });
});

it('leaves percentages in text unchanged', () => {
  expect(html`<b>${'90% of 4 hosts, 7%'}</b>`.text).toBe('<b>90% of 4 hosts, 7%</b>');
});

it('encodes special characters of raw file paths in links (makeRawHref)', () => {
  expect(makeRawHref('raw/r1/t 1/a#1/x?.json')).toBe('../raw/r1/t%201/a%231/x%3F.json');
});

it('keeps a number, its unit and its interval on one line with no-break spaces (keepTogether)', () => {
  expect(keepTogether('31.5k ops/s (75% interval 30.1k–32.0k, n = 3)')).toBe(
    '31.5k\u00a0ops/s (75% interval 30.1k\u2060–\u206032.0k, n\u00a0=\u00a03)',
  );
  expect(keepTogether('a - b of 4 hosts')).toBe('a - b of 4 hosts');
});
