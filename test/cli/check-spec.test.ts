import { checkSpec, toExitCode, printRefusal } from '../../lib/cli/check-spec';
import type { Problem } from '../../lib/shapes/problem';
import { openWorkspace } from '../../lib/cli/workspace';
import { buildPriceBook } from '../../lib/pricing/aws';
import { OPENZFS } from '../twin/rehearsal/specs';
import { captureCli } from './capture-cli';

const OPTIONS = { executionId: 'e1', stack: 's', startedAt: 0 };
const workspace = () => openWorkspace(captureCli().cli, buildPriceBook('us-east-1'));
const problem = (severity: Problem['severity'], code: string): Problem => ({ severity, code, path: [], message: 'm' });

describe('checkSpec', () => {
  const check = async (text: string, rule?: () => readonly Problem[]) =>
    checkSpec(await workspace(), { file: 'a.yaml', text }, { ...OPTIONS, ...(rule === undefined ? {} : { rule }) });

  it('returns the plan of a valid spec', async () => {
    const { planned, problems } = await check(OPENZFS);
    expect(planned?.plan).toMatchObject({ executionId: 'e1', experiment: 'small-openzfs' });
    expect(toExitCode(problems)).toBe(0);
  });

  it('locates OverBudget and OverTime at their limit, or at the section when the key is missing', async () => {
    const tight = await check(OPENZFS.replace('maxUsd: 20', 'maxUsd: 0.1').replace('maxHours: 8', 'maxHours: 0.2'));
    expect(tight.planned).toBeUndefined();
    expect(tight.problems.slice(0, 2)).toMatchObject([
      { code: 'OverBudget', line: 17, column: 19 },
      { code: 'OverTime', line: 17, column: 34 },
    ]);
    const dear = OPENZFS.replace('replicates: 1', 'replicates: 1000')
      .replace('count: 1, instanceType: c5n.large', 'count: 4, instanceType: c5n.18xlarge')
      .replace(/limits.*/, 'limits: { maxHours: 96 }');
    const { problems } = await check(dear);
    expect(problems.find(({ code }) => code === 'OverBudget')).toMatchObject({ line: 17, column: 1 });
  });

  it('reports errors of an additional rule together with those of the plan', async () => {
    const rule = (): readonly Problem[] => [{ ...problem('error', 'Mine'), path: ['targets'] }];
    const found = await check(OPENZFS.replace('maxUsd: 20', 'maxUsd: 0.1'), rule);
    expect(found.problems.slice(0, 2)).toMatchObject([{ code: 'Mine', line: 3 }, { code: 'OverBudget' }]);
    expect((await check(OPENZFS, rule)).planned).toBeUndefined();
  });
});

describe('unchecked parts in checkSpec', () => {
  const of = async (text: string) =>
    checkSpec(await workspace(), { file: 'a.yaml', text }, OPTIONS).unchecked?.join('; ');

  it('is undefined for a valid spec, and for one that only exceeds its limits', async () => {
    expect(await of(OPENZFS)).toBeUndefined();
    expect(await of(OPENZFS.replace('maxUsd: 20', 'maxUsd: 0.1'))).toBeUndefined();
  });

  it('lists the checks that an earlier error prevents, such as cost and duration', async () => {
    const cost = 'cost and duration';
    expect(await of('')).toBe(`everything else; ${cost}`);
    expect(await of(OPENZFS.replace('c5n.large', 'large'))).toBe(
      `whether data, disks and mounts fit together in every configuration; advice on the spec as a whole; ${cost}`,
    );
    expect(await of(`${OPENZFS}more: 1\n`)).toContain(cost);
    const { cli, err } = captureCli();
    printRefusal(
      cli,
      { file: 'a.yaml', text: '' },
      { problems: [problem('error', 'X')], unchecked: ['a', 'b'] },
      false,
    );
    expect(err()).toContain('Not checked yet: a; b. Fix these problems first.\na.yaml: 1 error');
  });
});

describe('toExitCode', () => {
  it.each([
    [[], 0],
    [[problem('warning', 'OverBudget'), problem('advice', 'X')], 0],
    [[problem('error', 'OverBudget'), problem('warning', 'X')], 3],
    [[problem('error', 'OverBudget'), problem('error', 'OverTime')], 3],
    [[problem('error', 'OverTime'), problem('error', 'X')], 2],
  ])('returns for %j the exit code %d', (problems, code) => {
    expect(toExitCode(problems)).toBe(code);
  });
});

describe('printRefusal', () => {
  it('writes text to stderr, or one JSON document to stdout', () => {
    const spec = { file: 'a.yaml', text: '' };
    const text = captureCli();
    expect(printRefusal(text.cli, spec, { problems: [problem('error', 'X')] }, false)).toBe(2);
    const lines = 'a.yaml: error: m [X]\na.yaml: 1 error, no warnings, no advice\n';
    expect([text.out(), text.err()]).toEqual(['', lines]);
    const json = captureCli();
    expect(printRefusal(json.cli, spec, { problems: [problem('error', 'OverTime')] }, true)).toBe(3);
    const error = { name: 'BudgetExceeded', message: 'a.yaml: 1 error, no warnings, no advice' };
    expect([JSON.parse(json.out()), json.err()]).toEqual([{ error, problems: [problem('error', 'OverTime')] }, '']);
  });
});
