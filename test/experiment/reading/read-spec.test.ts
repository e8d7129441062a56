import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { Problem } from '../../../lib/shapes/problem';
import { readSpec, readSpecObject, checkSectionNames } from '../../../lib/experiment/reading/read-spec';
import { FAKE, rawSpec } from '../fake-kinds';
import cases from './read-spec.cases.json';

const fixture = (name: string): string => readFileSync(join(__dirname, '../specs', name), 'utf8');
const formatCodes = (problems: readonly Problem[]): string[] =>
  problems.map(({ code, path }) => `${path.join('.')} ${code}`);
const listCodes = (changes: Record<string, unknown>): string[] =>
  formatCodes(readSpecObject(rawSpec(changes), FAKE).problems);

describe('readSpec', () => {
  it('reports ten mistakes with ten messages, each with its line', () => {
    const text = fixture('ten-mistakes.yaml');
    const { spec, problems } = readSpec(text, 'ten-mistakes.yaml');
    const marked = text.split('\n').flatMap((line, index) => (/# \d+ /.test(line) ? [index + 1] : []));
    expect(spec).toBeUndefined();
    expect(problems).toHaveLength(10);
    expect(problems.map(({ line }) => line)).toEqual(marked);
    expect(problems.every(({ severity }) => severity === 'error')).toBe(true);
    expect(formatCodes(problems)).toEqual(cases.tenMistakes);
  });

  it('accepts the shipped experiment local-disk.yaml without problems', () => {
    const text = readFileSync(join(__dirname, '../../../experiments/local-disk.yaml'), 'utf8');
    const { spec, problems } = readSpec(text, 'local-disk.yaml');
    expect(problems).toEqual([]);
    expect(spec?.design).toMatchObject({ replicates: 4, blocks: 1, order: 'random' });
    expect(spec?.limits).toEqual({ maxUsd: 50, maxHours: 8 });
  });

  it.each(cases.noSpecs as [string, string][])('refuses the text %j with %s', (text, code) => {
    const { problems } = readSpec(text, 'x.yaml');
    expect(problems).toEqual([expect.objectContaining({ code, line: 1, column: 1 })]);
  });

  it('reports only the YAML error when the text is malformed or has a duplicate key', () => {
    const text = stringify(rawSpec());
    expect(readSpec(`${text}\tx: 1\n`, 'x', FAKE).problems.map(({ code }) => code)).toEqual(['BadYaml']);
    const twice = readSpec(`${text}question: again\nlimits: { maxHour: 1 }\n`, 'x', FAKE);
    expect(formatCodes(twice.problems)).toEqual([' DuplicateKey']);
    expect(twice.spec).toBeUndefined();
  });

  it('resolves anchors that are defined below `x-` keys', () => {
    const raw = stringify(rawSpec({ factors: { mode: ['read'], size: 'HERE' } }));
    const text = `x-sizes: &sizes [1, 2]\n${raw.replace('HERE', '*sizes')}`;
    const { spec, problems } = readSpec(text, 'x', FAKE);
    expect(problems).toEqual([]);
    expect(spec?.factors).toEqual({ mode: ['read'], size: [1, 2] });
    expect(Object.keys(spec ?? {})).not.toContain('x-sizes');
  });
});

describe('readSpecObject', () => {
  it('reads its own output unchanged, also from JSON', () => {
    const { spec } = readSpecObject(rawSpec({ schedule: { cron: '0 3 ? * SUN *', timezone: 'Asia/Tokyo' } }), FAKE);
    expect(spec).toBeDefined();
    expect(readSpecObject(JSON.parse(JSON.stringify(spec)), FAKE)).toEqual({ spec, problems: [] });
  });

  it('reports missing sections, and NotAMapping for null', () => {
    expect(formatCodes(readSpecObject({}, FAKE).problems)).toEqual(cases.missing);
    expect(formatCodes(readSpecObject(null, FAKE).problems)).toEqual([' NotAMapping']);
  });

  it('lists the allowed metrics when `metric` is missing, and the bounds of maxUsd', () => {
    const messages = (changes: Record<string, unknown>): string[] =>
      readSpecObject(rawSpec(changes), FAKE).problems.flatMap(({ severity, message }) =>
        severity === 'error' ? [message] : [],
      );
    const [missing] = messages({ decide: { prefer: 'cheapest' } });
    expect(missing).toMatch(/^`metric` is missing; allowed: .*`rate`/);
    expect(messages({ criteria: { quick: { atMost: '5ms' } } })[0]).toBe(missing);
    expect(messages({ limits: { maxUsd: 0 } })).toEqual(['found 0; allowed: more than 0']);
    expect(messages({ limits: { maxUsd: '$5' } })).toEqual([
      "found '$5'; US dollars as a plain number, without sign or unit: write 5",
    ]);
    // Sums of money beyond what anybody owns make numbers of plans infinite.
    expect(messages({ limits: { maxUsd: 1e306 } })).toEqual(['found 1e+306; allowed: at most 1000000000']);
    expect(messages({ limits: { maxUsd: 1e9 } })).toEqual([]);
  });

  it.each([
    [{ experiment: 'a/b' }, 'experiment BadValue'],
    [{ experiment: 'x'.repeat(49) }, 'experiment BadValue'],
    [{ question: '  ' }, 'question OutOfRange'],
    [{ budget: 5 }, 'budget UnknownKey'],
    [{ design: { replicates: 0 } }, 'design.replicates OutOfRange'],
    [{ design: { order: 'randm' } }, 'design.order BadValue'],
    [{ limits: { maxHours: 97 } }, 'limits.maxHours OutOfRange'],
    [{ limits: { maxUsd: 0 } }, 'limits.maxUsd OutOfRange'],
    [{ schedule: { cron: '* * * * *' } }, 'schedule.cron BadValue'],
    [{ schedule: { cron: '0 3 * * SUN *' } }, 'schedule.cron BadValue'],
    // As the console shows it: it would have become `cron(cron(…))` at deployment.
    [{ schedule: { cron: 'cron(0 3 ? * SUN *)' } }, 'schedule.cron BadValue'],
    [{ schedule: { timezone: 'UTC' } }, 'schedule.cron MissingKey'],
    [{ schedule: { cron: '0 3 1 * ? *', confirm: 3 } }, 'schedule.confirm OutOfRange'],
    [{ schedule: { rate: '7 days', cron: '0 3 ? * SUN *' } }, 'schedule.rate UnknownKey'],
    [{ schedule: { cron: '0 3 1 * ? *', timezone: 'Mars/Olympus' } }, 'schedule.timezone BadValue'],
    [{ schemaVersion: 2 }, 'schemaVersion BadValue'],
    [{ design: { also: [{ mode: 'read' }] } }, 'design.also UnknownKey'],
    [{ fleet: undefined, targets: { here: { kind: 'cloud' } } }, 'fleet MissingKey'],
    [{ fleet: { 'no spaces': { count: 1 }, client: {} } }, 'fleet.no spaces BadName'],
    [{ fleet: { client: { count: 0 } } }, 'fleet.client.count OutOfRange'],
    [{ fleet: { client: 3 } }, 'fleet.client WrongType'],
    [{ targets: { 'a b': { kind: 'folder' }, here: { kind: 'folder' } } }, 'targets.a b BadName'],
    [{ targets: { here: { path: '/x' } } }, 'targets.here.kind MissingKey'],
    [{ targets: { here: { kind: 'folder', stages: {} } } }, 'targets.here.stages WrongType'],
    [{ targets: { here: { kind: 'folder', stages: { a: 1 } } } }, 'targets.here.stages.a WrongType'],
    [
      { targets: { here: { kind: 'folder', stages: { a: { path: '/a' }, b: { path: '/b' } } } } },
      'targets.here.stages.b NoStages',
    ],
    [{ targets: { here: { kind: 'cloud' } } }, 'fleet.client.instanceType MissingKey'],
  ])('refuses a spec with %j: %s', (changes, expected) => {
    expect(listCodes(changes)).toEqual([expected]);
  });

  it('parses percentages as numbers, and suggests `typical` instead of `median`', () => {
    const design = { assumedInstanceSpread: '5%', assumedHourSpread: 0.15 };
    expect(readSpecObject(rawSpec({ design }), FAKE).spec?.design).toMatchObject({
      assumedInstanceSpread: 0.05,
      assumedHourSpread: 0.15,
    });
    const decide = { metric: 'rate', margin: '5%', burst: 'allowed' };
    expect(readSpecObject(rawSpec({ decide }), FAKE).spec?.decide).toMatchObject({ margin: 0.05, burst: 'allowed' });
    const { problems } = readSpecObject(rawSpec({ decide: { metric: 'rate', statistic: 'median' } }), FAKE);
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^found .median.; typical: the geometric mean/),
    ]);
  });

  it('reports further problems of a section after an invalid setting', () => {
    expect(
      listCodes({ design: { replicates: 'three', cross: ['nothing'] }, decide: { metric: 'rat', statistic: 'x' } }),
    ).toEqual(cases.afterMistake);
  });
});

function listProblems(raw: Record<string, unknown>): string[] {
  const text = stringify(raw);
  const lines = text.split('\n');
  return readSpec(text, 'x.yaml', FAKE).problems.map(
    ({ code, path, line }) => `${code} ${path.join('.')} | ${lines[(line ?? 0) - 1]?.trim()}`,
  );
}

describe('readSpec with a misspelt section name', () => {
  it('reports only UnknownKey, without problems of references to the section', () => {
    const { factors, ...rest } = rawSpec();
    expect(listProblems({ ...rest, factor: factors })).toEqual(['UnknownKey factor | factor:']);
    const { question, ...others } = rawSpec();
    expect(listProblems({ ...others, questoin: question })).toEqual(['UnknownKey questoin | questoin: Which?']);
  });

  it('reports problems of the content of the section and of other sections too', () => {
    const { design, workloads, ...rest } = rawSpec();
    const raw = { ...rest, worklods: workloads, desing: { replicates: 0 }, notes: 1, limits: { maxUsd: -1 } };
    expect(listProblems(raw).map((line) => line.split(' | ')[0])).toEqual([
      'UnknownKey worklods',
      'UnknownKey desing',
      'OutOfRange desing.replicates',
      'UnknownKey notes',
      'OutOfRange limits.maxUsd',
    ]);
    expect(design).toBeDefined();
  });

  it('ignores section names that start with `x-`', () => {
    const found = checkSectionNames({ factors: { a: [1] }, factor: { b: [2] }, zzz: 1, 'x-y': 2 });
    expect(found.map(({ path }) => path.join('.'))).toEqual(['factor', 'zzz']);
  });
});

it('explains that braces around a reference are not expanded, and suggests the factor of that name', () => {
  const target = { targets: { here: { kind: 'folder', path: ['${mode}', '${HOME}'] } } };
  const found = readSpec(stringify(rawSpec(target)), 'x.yaml', FAKE).problems.map(({ message }) => message);
  expect(found).toEqual([
    expect.stringMatching(/^'\$\{mode\}' is used as written: `\$mode` is a.*whole values into factor `mode`/),
    expect.stringMatching(/^'\$\{HOME\}' is used as written: only a whole value.*variables are not expanded/),
  ]);
});
