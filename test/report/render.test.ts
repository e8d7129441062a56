import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import { analyse, SORT_SCRIPT } from '../../lib/report/render';
import type { Reason } from '../../lib/shapes/verdict';
import { execution, type Options } from '../results/fixture';
import { countWords, WORDS_MAX } from './count-words';

const page = (options: Options = {}) => analyse(execution(options), { version: '0.1.0' }).html;
const EVIL = '<img src=x onerror=alert(1)>';
const VOID = new Set(['meta', 'link', 'input', 'br', 'wbr']);

/** Tags that are not closed where they should be. */
function listUnbalancedTags(text: string): readonly string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  const markup = text.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '').replace(/<!doctype html>/, '');
  for (const [tag, close, name = ''] of markup.matchAll(/<(\/?)([a-zA-Z][a-zA-Z0-9]*)(?:\s(?:"[^"]*"|[^">])*)?>/g)) {
    // In drawings tags may close themselves.
    if (VOID.has(name) || tag.endsWith('/>')) continue;
    if (close !== '/') open.push(name);
    else if (open.pop() !== name) wrong.push(name);
  }
  return [...wrong, ...open];
}

/** Everything that a browser would follow or load. */
const targets = (text: string) =>
  [...text.matchAll(/\s(?:href|src|action|srcset|xlink:href)="([^"]*)"/g)].map(([, target]) => target ?? '');

const CASES: Record<string, Options> = {
  'local-disk': { reference: 0, decide: { where: { op: 'randread', bs: '4k' } } },
  'a spec without question': { decide: null, question: null, reference: 0 },
  'a single configuration': { factors: { target: ['disk'] } },
  'INVALID trials only': { reasons: () => [{ level: 'invalid', code: 'ZeroIo', text: 'no I/O' }] },
  'NOT_RUN trials only': { reasons: () => [{ level: 'not-run', code: 'FenceClosed', text: 'stopped' }], receipt: null },
  'a simulated spec with prices and two blocks': {
    simulated: true,
    blocks: 2,
    prices: { disk: 1, memory: 4 },
    decide: { atLeast: 1000, prefer: 'cheapest' },
  },
  'hostile names': {
    question: `${EVIL}?`,
    factors: { target: [EVIL, '"\'&</style></script>'], [EVIL]: [EVIL, 'b'], bs: ['4k', '64k'] },
  },
};

/** Drawn once for all tests. */
const drawn = new Map<string, string>();
function renderPage(name: string): string {
  const text = drawn.get(name) ?? page(CASES[name]);
  drawn.set(name, text);
  return text;
}

describe.each(Object.keys(CASES))('report page of %s', (name) => {
  const text = renderPage(name);

  it('is well-formed HTML, and every internal link has its anchor', () => {
    expect(listUnbalancedTags(text)).toEqual([]);
    const ids = [...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const target of targets(text).filter((one) => one.startsWith('#'))) expect(ids).toContain(target.slice(1));
  });

  it('loads no external resource, and restricts scripts by a Content-Security-Policy hash', () => {
    for (const target of targets(text)) expect(target).toMatch(/^(#|\.\.\/|data:,$|data:text\/csv)/);
    // Not toMatch: the whole page would be printed.
    expect(/@import|url\((?!#)|https?:\/\/(?!www\.w3)|new XMLHttpRequest|fetch\(|sendBeacon|WebSocket/.test(text)).toBe(
      false,
    );
    const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(text) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    expect(text).toContain(`script-src &#39;sha256-${hash}&#39;`);
    expect(text).toContain('default-src &#39;none&#39;');
  });

  it('escapes names, so that they cannot add elements', () => {
    expect(text).not.toContain('<img');
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text.match(/<\/style>/g)).toHaveLength(1);
  });
});

it('has a sort script that parses as JavaScript, cannot end its element, and calls neither network nor eval', () => {
  expect(new Script(SORT_SCRIPT)).toBeInstanceOf(Script);
  expect(SORT_SCRIPT).not.toMatch(/<\/|<!--/);
  expect(SORT_SCRIPT).not.toMatch(
    /fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|import\(|eval|Function\(|innerHTML/,
  );
});

describe('report page', () => {
  const text = renderPage('local-disk');

  it('shows the answer first, then the table, then folded details', () => {
    const open = ['<h1>', 'class="answer"', '<h2>All 8 configurations', 'Latency</h2>'];
    const folded = ['How it was measured', 'Cost of measuring', 'Timeline', 'Where the numbers come from'];
    const parts = [...open, ...folded.map((name) => `<summary>${name}`)];
    const places = parts.map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('uses no viewBox for charts, except for lines of panels and icons, so that text is not scaled', () => {
    const boxes = [...text.matchAll(/<svg [^>]*viewBox[^>]*>/g)].map(([tag]) => tag);
    for (const tag of boxes) expect(tag).toMatch(/class="ln"|viewBox="0 0 15 15"/);
  });

  it('uses equal scales in all panels of a figure', () => {
    const levels = ['4k', '16k', '64k'];
    const curves = page({ factors: { target: ['disk', 'memory'], op: ['randread', 'randwrite'], bs: levels } });
    const [, figure = ''] = /<h3>IOPS[^<]* over bs(.*?)<h3>/s.exec(curves) ?? [];
    const axes = figure
      .split('<svg height')
      .slice(1)
      .map((svg) => [...svg.matchAll(/class="e" x="0%"[^>]*>([^<]*)</g)].map(([, tick]) => tick));
    expect(axes).toHaveLength(2);
    for (const axis of axes) expect(axis).toEqual(axes[0]);
  });

  it('contains a row with an anchor for each configuration, raw files, and commands to repeat it', () => {
    const { plan } = execution();
    for (const { cellId } of plan.cells) expect(text).toContain(`<tr id="cell=${cellId}"`);
    expect(text).toContain('href="../raw/"');
    expect(text).toContain('fio --name=measure --rw=randread --bs=4k');
    expect(text).toContain('npx fsxbench run .fsxbench/bucket/executions/local-disk/e1/spec.yaml --seed e1');
  });

  it('explains each technical term once', () => {
    const explained = [...text.matchAll(/<abbr class="word"[^>]*>([^<]*)</g)].map(([, word]) => word?.toLowerCase());
    expect(new Set(explained).size).toBe(explained.length);
    expect(explained).toEqual(expect.arrayContaining(['90% interval', 'verdicts', 'replicates', 'receipt', 'seed']));
  });

  it('includes the escaped spec when it is available', () => {
    expect(analyse({ ...execution({ factors: { target: ['disk'] } }), spec: 'experiment: <x>' }).html).toContain(
      '<pre>experiment: &lt;x&gt;</pre>',
    );
  });
});

it('renders the same page for the same input', () => {
  const options = { factors: { target: ['disk', 'memory'], bs: ['4k', '64k', '1m'] } };
  const [once, twice] = [page(options), page(options)];
  expect(once === twice).toBe(true);
});

it('shows SIMULATED in the page and its title for simulated results', () => {
  const factors = { target: ['disk'] };
  const text = page({ simulated: true, factors });
  expect(text).toMatch(/<body class="\w+">[\s\S]{0,200}<div class="simulated"[^>]*>SIMULATED/);
  expect(text).toContain('<title>SIMULATED: ');
  expect(page({ factors })).not.toContain('SIMULATED');
});

describe('report page of a rehearsal', () => {
  const text = renderPage('a simulated spec with prices and two blocks');

  it('links only to plan, summary and receipt, and states that a rehearsal keeps no raw files', () => {
    const files = targets(text).filter((target) => target.startsWith('../'));
    expect(new Set(files)).toEqual(new Set(['../plan.json', '../summary.json', '../receipt.json']));
    expect(text).toContain('a rehearsal keeps no spec, scripts or raw files');
  });

  it('recommends `fsxbench rehearse` to repeat it, not `fsxbench run`', () => {
    expect(text).toContain('npx fsxbench rehearse SPEC --seed e1');
    expect(text).not.toContain('npx fsxbench run');
  });
});

describe('cost section of the report page', () => {
  const hosts = { of: 'hosts', quantity: 150.83333, unit: 'instance-hour', usdPerUnit: 0.108, usd: 16.29 } as const;
  const storage = { of: 'storage', quantity: 0.5, unit: 'GiB-month', usdPerUnit: 0.2, usd: 0.1 } as const;
  const lines = [
    { ...hosts, item: 'hosts', source: 'list of 2026-07-20' },
    { ...storage, item: 'storage', source: 'list of 2026-02-17' },
  ];
  const input = execution({ factors: { target: ['disk'] }, prices: { disk: 1 } });
  const plan = { ...input.plan, estimate: { ...input.plan.estimate, lines } };
  const text = analyse({ ...input, plan, spend: { usd: 16.39, lines, phases: [] } }).html;

  it('shows quantities and unit prices whose product is the shown cost', () => {
    const rows = [
      ...text.matchAll(
        /<td class="num">([\d.]+) [\w-]+<\/td><td class="num">\$([\d.]+)<\/td><td class="num">\$([\d.]+)/g,
      ),
    ];
    expect(rows).toHaveLength(2);
    for (const [, quantity, price, usd] of rows) expect(Number(quantity) * Number(price)).toBeCloseTo(Number(usd), 2);
    expect(text).toContain('$0.108<');
    expect(text).toContain('$0.2<');
  });

  it('shows the Region and the dates of the list prices', () => {
    expect(text).toMatch(/List prices of us-east-1,\s*dated 2026-02-17 to 2026-07-20/);
    expect(text).toContain('<dt>Prices</dt><dd><div>list of 2026-02-17</div><div>list of 2026-07-20</div>');
    expect(renderPage('local-disk')).not.toMatch(/List prices|<dt>Prices|<dt>Region/);
  });
});

it('ends a sentence with one period when the reason already ends with one', () => {
  const input = execution({ factors: { target: ['disk'] } });
  const reason = { level: 'not-run', code: 'ShareReached', text: 'above its share, 5.12 USD.' } as const;
  const outcomes = input.outcomes.map((outcome) => ({ ...outcome, status: 'FAILED' as const, reason }));
  const text = analyse({ ...input, outcomes }).html;
  expect(text).toContain('above its share, 5.12 USD. No host');
});

it('draws the timeline up to the cleanup receipt, including verification', () => {
  const [, section = ''] = /<details id="timeline">([\s\S]*?)<\/details>/.exec(renderPage('local-disk')) ?? [];
  // The receipt of the fixture is verified 206 s after the start, 6 s after the fence.
  expect(section).toMatch(/3m 26s until\s+the cleanup receipt/);
  expect(section).toMatch(/<i class="verifying"[^>]*title="settling and verifying: 6s">/);
  expect(page({ factors: { target: ['disk'] }, receipt: null })).toMatch(/until\s+the last known event/);
});

it('shows the data size of each host as "Data of each host"', () => {
  const input = execution({ factors: { target: ['disk'] } });
  const rows = input.rows.map((row) => ({ ...row, facts: { ...row.facts, fileBytes: String(16 * 2 ** 30) } }));
  expect(analyse({ ...input, rows }).html).toContain('<dt>Data of each host</dt><dd>16 GiB</dd>');
});

it('allows line breaks in long levels in the table', () => {
  const levels = ['op=read,bs=1m,depth=8', 'op=read,bs=4k,depth=32'];
  expect(page({ factors: { target: ['disk'], io: levels } })).toContain('op=read,<wbr>bs=1m,<wbr>depth=8</td>');
});

it('lists excluded trials with reasons, and groups equal ones', () => {
  const late: Reason = { level: 'not-run', code: 'DeadlineReached', text: 'the deadline came first' };
  const cached: Reason = { level: 'suspect', code: 'CacheServed', text: 'faster than the disk can be' };
  const factors = { target: ['disk'] };
  const reasons = (trial: number) => (trial > 20 ? [late] : trial === 3 ? [cached] : []);
  const [, section = ''] =
    /<details id="left-out" open>([\s\S]*?)<\/details>/.exec(page({ factors, replicates: 24, reasons })) ?? [];
  expect(section).toContain('Excluded: 5 of 24 trials');
  expect(section).toContain('<td>t0021–t0024</td>');
  expect(section.match(/the deadline came first/g)).toHaveLength(1);
  expect(section).toMatch(
    />1 (<abbr[^>]*>)?SUSPECT(<\/abbr>)?\s+\(excluded\)<\/span>CacheServed<[\s\S]*<p>faster than the disk can be\./,
  );
  expect(section).toContain('Raise <code>limits.maxHours</code>, then start again.');
});

it('stays below 3 MB and the word limit for 500 trials', () => {
  const factors = {
    target: ['disk', 'memory'],
    op: ['randread', 'randwrite'],
    bs: ['4k', '8k', '16k', '64k', '256k', '1m'],
    depth: ['1', '2', '4', '8', '16', '32', '64'],
  };
  const input = execution({ factors, replicates: 3, reference: 0 });
  expect(input.rows.length).toBeGreaterThanOrEqual(500);
  const { html } = analyse(input);
  expect(Buffer.byteLength(html)).toBeLessThan(3_000_000);
  expect(countWords(html)).toBeLessThanOrEqual(WORDS_MAX);
});
