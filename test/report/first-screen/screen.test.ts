import { analyse, renderReport } from '../../../lib/report/render';
import type { Reason } from '../../../lib/shapes/verdict';
import { execution, type Options } from '../../results/fixture';

const page = (options: Options) => analyse(execution(options)).html;
const screen = (options: Options) => /<header>.*<\/header>/s.exec(page(options))?.[0] ?? '';
const TWO = { target: ['disk', 'memory'] };
const ACCEPT = { codes: ['HostBusy'], isExploratory: true };
/** Six replicates of two targets, against a threshold. */
const ASKED: Options = { factors: TWO, replicates: 6, decide: { atLeast: 1000, prefer: 'cheapest' } };
const BUSY: readonly Reason[] = [{ level: 'suspect', code: 'HostBusy', text: 'others took 66%' }];

describe('first screen of the report', () => {
  const text = screen({ ...ASKED, prices: { disk: 1, memory: 4 } });

  it('shows question, answer, main figure, chart and facts in this order', () => {
    const parts = [
      'class="run"',
      '<h1>',
      'class="answer"',
      'class="num',
      'class="mark"',
      '<figure>',
      '<dl class="facts">',
    ];
    const places = parts.map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(text.match(/<figure>/g)).toHaveLength(1);
  });

  it('labels the run cost of the full grid as estimated when a walk by price spent less', () => {
    const { summary } = analyse(execution({ ...ASKED, prices: { disk: 1, memory: 4 } }));
    const walk = { steps: [], batches: [], end: null };
    const draw = (gridUsd: number) =>
      renderReport({ ...summary, cost: { ...summary.cost, spendUsd: 12 }, walk: { ...walk, gridUsd } });
    expect(draw(40)).toContain('<dt>Run cost</dt>\n<dd>$12.00 instead of $40.00, estimated</dd>');
    expect(draw(11)).not.toContain('<dt>Run cost</dt>');
  });

  it('prices all configurations with hosts when one of them uses local disks of hosts', () => {
    const { plan, ...rest } = execution(ASKED);
    const cells = plan.cells.map((cell, at) => ({ ...cell, storageUsdPerHour: at, hostsUsdPerHour: 1 }));
    const html = analyse({ ...rest, plan: { ...plan, local: false, cells } }).html;
    expect(html).toContain('<dt>Storage and hosts per month</dt>');
    expect(html).toMatch(
      /<th scope="col" class="num">Storage and hosts per month<\/th>.*>\$730<\/td>.*>\$1,460<\/td>/s,
    );
  });

  it('prices storage alone when only configurations outside the question use local disks of hosts', () => {
    const { plan, ...rest } = execution({ ...ASKED, decide: { atLeast: 1000, where: { target: 'memory' } } });
    const cells = plan.cells.map((cell, at) => ({ ...cell, storageUsdPerHour: at, hostsUsdPerHour: 9 }));
    const { html, summary } = analyse({ ...rest, plan: { ...plan, local: false, cells } });
    expect(summary.answer.headline).toContain('for $730 of storage per month');
    expect(html).toContain('<dt>Storage per month</dt><dd>$730</dd>');
    expect(html).toMatch(
      /<th scope="col" class="num">Storage per month<\/th>.*>\$730<\/td>.*<td class="num" data-v="">–/s,
    );
    expect(html).not.toMatch(/\$7,300|storage and hosts/i);
  });

  it('shows the price of the headline when two configurations are the cheapest', () => {
    const three = { target: ['disk', 'memory', 'other'] };
    const { html, summary } = analyse(
      execution({ ...ASKED, factors: three, prices: { disk: 1, memory: 1, other: 4 }, noise: 0.4 }),
    );
    expect(summary.answer.headline).toContain(
      'are the cheapest that meet 1,000 IOPS for $730 of storage per month each',
    );
    expect(html).toContain('<dt>Storage per month</dt><dd>$730</dd>');
  });

  it.each([
    ['cheapest', 2, 0],
    ['highest', 1, 1],
  ] as const)('judges a dearer configuration by itself only where the %s counts', (prefer, meeting, open) => {
    const { summary } = analyse(execution({ ...ASKED, prices: { disk: 1, memory: 4 } }));
    const ranking = summary.answer.ranking.map((one) =>
      one.label === 'memory' ? ({ ...one, qualifies: 'open', alone: 'yes', reason: 'few' } as const) : one,
    );
    const html = renderReport({ ...summary, answer: { ...summary.answer, prefer, ranking } });
    expect(summary.answer.winner?.label).toBe('disk');
    expect(html.split('✓ meets</span>').length - 1).toBe(meeting);
    expect(html.split('? inconclusive</span>').length - 1).toBe(open);
  });

  it('says that some prices are assumed when one of storage has no source', () => {
    const { spend, ...rest } = execution({ ...ASKED, prices: { disk: 1, memory: 2 } });
    const line = { item: 'EFS', of: 'storage', quantity: 1, unit: 'GiB-month', usdPerUnit: 1, usd: 1 } as const;
    const withSource = (source: string) =>
      analyse({ ...rest, spend: { usd: 1, phases: [], ...spend, lines: [{ ...line, source }] } }).html;
    expect(withSource('assumed equal to us-east-1, 2026-11-27')).toContain(
      '$730 <small>some prices are assumed</small></dd>',
    );
    expect(withSource('AWS Price List of 2026-11-27')).not.toContain('are assumed');
  });

  it('shows a figure as a lower bound (≥) when the hosts were the limit (ClientBound)', () => {
    const note: readonly Reason[] = [{ level: 'note', code: 'ClientBound', text: 'busy' }];
    expect(screen({ ...ASKED, reasons: () => note })).toMatch(/<p class="num[^>]*>≥[\d.]+k?<small> IOPS/);
    expect(screen(ASKED)).toMatch(/<p class="num[^>]*>[\d.]+k?<small> IOPS/);
  });

  it('marks an answer from accepted SUSPECT trials as exploratory', () => {
    const input = execution({ factors: TWO, replicates: 6, decide: { prefer: 'highest' }, reasons: () => BUSY });
    const { html } = analyse({ ...input, plan: { ...input.plan, accept: ACCEPT } });
    expect(html).toContain('<body class="open">');
    expect(html).toMatch(/<span class="mark">.*exploratory<\/span>\s*<span class="vs"><\/span>/);
    expect(html).toContain('<dt>Counted trials</dt><dd>12 of 12 (0 valid)</dd>');
    expect(html).toContain('>Counted trials</th>');
    expect(html).toContain('>6 of 6 (0 valid)</td>');
    expect(html).not.toMatch(/>valid<|highest of/);
    const undecided = analyse({ ...input, plan: { ...input.plan, accept: ACCEPT, decide: null } }).html;
    expect(undecided).toContain('</svg>exploratory</span>');
    expect(undecided).not.toContain('</svg>highest</span>');
  });

  it('labels a configuration with accepted SUSPECT trials as counted, not as valid', () => {
    const reasons = (trial: number): readonly Reason[] =>
      trial > 12 ? [{ level: 'invalid', code: 'ZeroIo', text: 'no I/O' }] : BUSY;
    const input = execution({ factors: { target: ['disk', 'memory', 'other'] }, replicates: 6, reasons });
    const { html } = analyse({ ...input, plan: { ...input.plan, accept: ACCEPT } });
    expect(html).toContain('<span class="r plain">counted</span>');
    expect(html).toContain('excluded: ZeroIo');
    expect(html).not.toContain('>valid<');
  });

  it('names no highest configuration when the answer is inconclusive', () => {
    const text = screen({ factors: { target: ['b', 'i', 'one'] }, replicates: 4, noise: 0.2 });
    expect(text).toMatch(/inconclusive<\/span>\s*<span class="vs">chance may explain it<\/span>/);
    const grid = { target: ['disk'], bs: ['4k', '8k', '64k'], depth: ['1', '2', '4'] };
    expect(screen({ factors: grid, replicates: 2, noise: 0.5 })).toContain('★ leads');
  });

  it('names the local directories that were measured, at most three of them', () => {
    const many = { target: ['a', 'b', 'c', 'd', 'e'] };
    expect(screen({ factors: TWO })).toContain('this machine · disk: /data/disk · memory: /data/memory · 2 Mar 2026<');
    expect(screen({ factors: many })).toContain('c: /data/c · 2 more folders · ');
    expect(page({ factors: many })).toContain('e (directory /data/e)');
  });

  it('shows whether the threshold is met, by icon, word and color', () => {
    expect(page(ASKED)).toContain('<body class="meets">');
    expect(text).toMatch(
      /<span class="mark"><svg[^>]*><path[^>]*><\/svg>meets<\/span>\s*<span class="vs">threshold 1,000 IOPS/,
    );
    const missed: Options = { ...ASKED, decide: { atLeast: 1e12, prefer: 'highest' } };
    expect(page(missed)).toContain('<body class="misses">');
    expect(screen(missed)).toContain('</svg>misses</span>');
  });

  it('shows the bound that decides about the threshold, both when it is open, and an interval without one', () => {
    const iv = (options: Options) => /<p class="iv">(.*?)<\/p>/.exec(screen(options))?.[1];
    expect(iv(ASKED)).toMatch(/^at least [\d.]+k IOPS at 95%$/);
    expect(iv({ ...ASKED, decide: { atLeast: 1e12, prefer: 'highest' } })).toMatch(/^at most [\d.]+k IOPS at 95%$/);
    expect(iv({ ...ASKED, replicates: 4, noise: 0.5, decide: { atLeast: 1_000_000, prefer: 'highest' } })).toMatch(
      /^[\d.]+k IOPS to [\d.]+[kM] IOPS at 95%/,
    );
    expect(iv({ factors: TWO, replicates: 6, decide: null })).toMatch(/^90% interval/);
  });

  it('names no Region when hosts and storage are those of the user', () => {
    const { plan, ...rest } = execution({ factors: TWO });
    const given = { ...plan, local: false, region: 'eu-west-1', rigs: plan.rigs.map((rig) => ({ ...rig, roles: [] })) };
    const external = given.rigs.map((rig) => ({
      ...rig,
      copies: rig.copies.map((copy) => ({ ...copy, external: { name: 'store' } as never })),
    }));
    const run = (rigs: typeof external | typeof given.rigs) =>
      /<p class="run">.*?<\/span>/s.exec(analyse({ ...rest, plan: { ...given, rigs } }).html)?.[0];
    expect(run(external)).toContain('your hosts and storage');
    expect(run(given.rigs)).toContain('eu-west-1');
  });

  it('counts the trials of the configurations that the question covers', () => {
    const some = screen({ ...ASKED, decide: { atLeast: 1000, where: { target: 'memory' } } });
    expect(some).toContain('<dt>Valid trials</dt><dd>6 of 6</dd>');
    expect(some).toContain('<span>12 trials');
  });

  it('shows only prices per month before the chart', () => {
    expect(/\$[\d.,]+(?![\d.,]| of storage per month)/.exec(text.slice(0, text.indexOf('<figure>')))).toBeNull();
    expect(text).not.toContain('cost $');
  });

  it('shows storage cost per month, valid trials, and whether cleanup was verified', () => {
    expect(text).toContain('<dt>Storage per month</dt><dd>$730</dd>');
    expect(text).toContain('<dt>Valid trials</dt><dd>12 of 12</dd>');
    expect(text).toContain('<dt>Cleanup</dt><dd class="ok">verified</dd>');
    expect(screen({ factors: TWO })).toContain('<dd>not priced</dd>');
    expect(screen({ factors: TWO, receipt: null })).toContain('<dd>not verified yet</dd>');
  });

  it('plots price against performance when a threshold and prices exist', () => {
    expect(text).toContain('against storage per month</b>');
    expect(text).toContain('Storage per month</text>');
  });
});

describe('chart on the first screen', () => {
  it('draws a row for each configuration when there are no prices', () => {
    const text = screen({ factors: { target: ['disk', 'memory', 'other'] }, replicates: 6, decide: { atLeast: 1000 } });
    expect(text).toContain('class="plot rows"');
    expect(text).toContain('threshold 1,000 IOPS</text>');
  });

  it.each([
    [5, true],
    [1, false],
  ])('draws the single trials when there is only one configuration (%d; with a band: %s)', (replicates, hasBand) => {
    const text = screen({ factors: { target: ['disk'] }, decide: null, replicates });
    expect(text).toContain('of each trial, in the order measured');
    expect(text.match(/<circle class="plain"/g)).toHaveLength(replicates);
    expect(text.includes('Band: ')).toBe(hasBand);
  });

  it('draws configurations outside `decide.where` below a rule, with the scope of the question', () => {
    const factors = { target: ['disk', 'memory', 'other'], bs: ['4k'] };
    const decide = { atMost: 1, metric: 'latency_mean', where: { target: 'disk' } } as const;
    const text = page({ factors, replicates: 6, decide });
    expect(text).toContain('Outside the question</span> (it is about disk)');
    expect(text).toContain('1 compared: the question is about disk</small>');
    expect(text).toContain('<span class="sub">not compared</span>');
  });

  it('draws the difference with its interval when two configurations are inconclusive', () => {
    const text = screen({ factors: { target: ['one', 'other'] }, replicates: 4, noise: 0.2 });
    expect(text).toContain('</svg>inconclusive</span>');
    expect(text).toContain('The difference may be zero');
    expect(text).toMatch(/class="num">[+−][\d.]+<small> % more/);
    expect(text).toContain('What would settle it');
  });

  it('hatches all points when every trial is SUSPECT, and shows the value of the reason with its limit', () => {
    const busy = { ...execution({ factors: TWO, reasons: () => BUSY }) };
    const rows = busy.rows.map((row) => ({
      ...row,
      backgroundLoad: { otherProcessesCpu: 0.66, stolenCpu: 0, otherProcessesBytesPerSecond: 0 },
    }));
    const { html } = analyse({ ...busy, rows });
    expect(html).toContain('<body class="excluded">');
    expect(html).toContain('>0 of 6<small> valid</small>');
    expect(html).toContain('HostBusy: 6 trials');
    expect(html.match(/<rect class="hx"/g)).toHaveLength(2 + 6);
    expect(html).toContain('limit 10%');
    expect(html).toMatch(/What to do<\/h2><ul><li><b>HostBusy<\/b>: \w+/);
    expect(html).toContain('excluded: HostBusy');
  });

  it('names the reason of exclusion (ShortRun) with the number of trials', () => {
    const short: Reason = { level: 'suspect', code: 'ShortRun', text: 'ran for 0.3 s' };
    const text = screen({ factors: TWO, reasons: () => [short] });
    expect(text).toMatch(/<b>ShortRun<\/b>, 6 of 6 trials:\s+ran for 0\.3 s\./);
    expect(text).toContain('class="hx"');
  });

  it('hatches a configuration without counted trials', () => {
    const text = screen({ factors: TWO, replicates: 4, reasons: (trial) => (trial > 4 ? BUSY : []) });
    expect(text).toContain('<circle class="hx"');
    expect(text).toContain('1 of 2 without result');
  });
});

it('names the most frequent limit when the spec has no `decide` section', () => {
  const { summary } = analyse(execution({ factors: TWO, decide: null }));
  const reached = [{ resource: 'client network', share: 1, client: true as const, text: '' }];
  const cells = summary.cells.map((cell) => ({ ...cell, bottleneck: { ...cell.bottleneck, reached } }));
  expect(renderReport({ ...summary, cells })).toMatch(/limit: hosts<\/span>\s*<span class="vs">client network/);
});

it('marks the highest configuration when the spec has no `decide` section', () => {
  const text = page({ factors: TWO, decide: null, question: null });
  expect(text).toContain('<body class="plain">');
  expect(text).toContain('</svg>highest</span>');
});
