import { pageOf } from '../../../lib/report/page/context';
import { comparisonSection } from '../../../lib/report/sections/comparison';
import { type Summary, summarize } from '../../../lib/results/summary';
import { execution, type Options } from '../../results/fixture';
import type { RigOutcome } from '../../../lib/shapes/marks';
import cases from './comparison.cases.json';

/** Copies that are made for it, and paid. */
const MADE: Options = { prices: { disk: 1, memory: 2 } };
const summaryOf = (options: Options = {}) => summarize(execution(options));
const section = (summary: Summary) =>
  comparisonSection(pageOf(summary))
    .text.replace(/<abbr[^>]*>|<\/abbr>/g, '')
    .replace(/\s+/g, ' ');
/** The same trials, as if one fleet had measured both targets by turns. */
const interleaved = (summary: Summary): Summary => ({
  ...summary,
  comparison: 'interleaved',
  rigs: summary.rigs.map((one, index) => ({ ...one, rig: 'r1', copy: `c${index + 1}` })),
  trials: summary.trials.map((trial) => ({
    ...trial,
    rig: 'r1',
    copy: `r1/c${summary.rigs.findIndex(({ rig }) => rig === trial.rig) + 1}`,
  })),
});

describe('the section on comparison', () => {
  it('is none where one copy was measured', () => {
    expect(section(summaryOf({ factors: { target: ['disk'], bs: ['4k', '8k'] } }))).toBe('');
  });

  it('says of targets with a rig each that they shared none', () => {
    const text = section(summaryOf(MADE));
    expect(text).toContain('<b>Sequential</b>: 2 copies on 2 rigs; no two copies shared a rig');
    expect(text).not.toContain('<h3>Periods');
    expect(text).not.toContain('<h3>Blocks');
  });

  it('says sequential of what had rigs of its own, whatever the plan calls it', () => {
    const text = section({ ...summaryOf(MADE), comparison: 'interleaved' });
    expect(text).toContain('<b>Sequential</b>');
    expect(text).not.toContain('the same host');
  });

  it('says where only some took turns', () => {
    const whole = summaryOf({
      ...MADE,
      factors: { target: ['a', 'b'], instanceType: ['small', 'large'] },
      prices: { a: 1, b: 1 },
    });
    const typeOf = new Map(whole.cells.map(({ cellId, levels }) => [cellId, levels['instanceType']]));
    const trials = whole.trials.map((trial) => {
      const rig = typeOf.get(trial.cell) === 'small' ? 'r1' : 'r2';
      return { ...trial, rig, copy: `${rig}/${trial.rig.replace('r', 'c')}` };
    });
    const rigs = ['r1', 'r2'].flatMap((rig) =>
      whole.rigs.map((one, index) => ({ ...one, rig, copy: `c${index + 1}` })),
    );
    const text = section({ ...whole, comparison: 'interleaved', trials, rigs });
    expect(text).toContain('<b>Interleaved within each rig, one after the other between them</b>: 4 copies on 2 rigs;');
  });

  it('says of folders which of them lie on one disk', () => {
    const text = section(interleaved(summaryOf()));
    expect(text).not.toContain('lie on one disk');
    const folders = section(interleaved(summaryOf({ factors: { target: ['one', 'other'], bs: ['4k'] } })));
    expect(folders).toContain('one and other lie on one disk: a difference is chance.');
  });

  it('says of rivals that they took turns', () => {
    const text = section(interleaved(summaryOf(MADE)));
    expect(text).toContain('<b>Interleaved</b>: 2 copies on 1 rig; in every round the same hosts');
  });

  it('names copies with their trials, and what became of one that was given up', () => {
    const whole = interleaved(summaryOf());
    const outcomes = cases.outcomes as RigOutcome[];
    const text = section({ ...whole, outcomes });
    expect(text).toContain('<td>r1/c1</td><td>disk <span class="sub">directory</span></td><td class="num">1</td>');
    expect(text).toContain('<span class="INVALID">MountFailed</span> no route');
    expect(text).toContain('given up</th>');
    expect(section(whole)).not.toContain('given up</th>');
  });

  it('shows medians of each block, and how far they lie apart', () => {
    const text = section(summaryOf({ blocks: 2 }));
    expect(text).toContain('<h3>Blocks</h3>');
    expect(text).toMatch(/block 1<\/th><th scope="col" class="num">block 2<\/th><th scope="col" class="num">apart by/);
    expect(text).toMatch(/<td class="num">[\d.,]+k? ops\/s<small>n = 3<\/small><\/td><td class="num">[\d.]+ %<\/td>/);
  });

  it('shows which stages stood beside each other, where they changed', () => {
    const whole = interleaved(summaryOf());
    const trials = whole.trials.map((trial, index) => ({
      ...trial,
      period: index < 12 ? 1 : 2,
      stage: trial.copy === 'r1/c1' ? 'small' : null,
    }));
    const text = section({ ...whole, trials });
    expect(text).toContain('<h3>Periods</h3>');
    expect(text).toContain('<td>r1, period 1</td><td>disk small</td><td class="num">12</td>');
    expect(text).toContain('<td>r1, period 2</td><td>memory</td><td class="num">12</td>');
  });
});

it('counts storage of others once, in however many blocks, and claims no copies of it', () => {
  const made = execution({ ...MADE, blocks: 3 });
  const use = cases.use;
  const cells = made.plan.cells.map((cell) => ({ ...cell, foreign: true as const }));
  const rigs = made.plan.rigs.map((rig) => ({
    ...rig,
    copies: rig.copies.map((copy) => ({ ...copy, foreign: use })),
  }));
  const text = section(summarize({ ...made, plan: { ...made.plan, cells, rigs } }));
  expect(text).toContain('2 targets on 6 rigs');
  expect(text).toContain('blocks of the same storage (each with hosts and an hour of its own): what lies between');
  expect(text).not.toMatch(/cop(y|ies) on|fresh cop|what copies differ by|<h3>Copies/);
  expect(section(summarize(made))).toContain('new instances in each block: what lies between the blocks');
});
