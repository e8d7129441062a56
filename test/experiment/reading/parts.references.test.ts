import type { Problem } from '../../../lib/shapes/problem';
import { readSpecObject } from '../../../lib/experiment/reading/read-spec';
import { FAKE, rawSpec } from '../fake-kinds';

const readProblems = (changes: Record<string, unknown>): readonly Problem[] =>
  readSpecObject(rawSpec(changes), FAKE).problems;
const listCodes = (changes: Record<string, unknown>): string[] =>
  readProblems(changes).map(({ code, path }) => `${path.join('.')} ${code}`);

describe('check of factor references', () => {
  it('reports an unknown factor or setting at the reference, in targets, fleet and workloads', () => {
    expect(
      listCodes({
        targets: { here: { kind: 'folder', path: '$plce' } },
        fleet: { client: { count: '$hosts' } },
        workloads: { w: { kind: 'load', mode: '$mode', size: '$size.bytes' } },
      }),
    ).toEqual([
      'targets.here.path UnknownFactor',
      'fleet.client.count UnknownFactor',
      'workloads.w.size UnknownSetting',
    ]);
  });

  it('requires a referenced setting in every level of the factor', () => {
    const [problem] = readProblems({
      factors: { mode: ['read'], size: [{ n: 1 }, { m: 2 }] },
      workloads: { w: { kind: 'load', mode: '$mode', size: '$size.n' } },
    });
    expect(problem?.message).toContain(
      '`$size.n` needs `n` in every value of factor `size`; value `m=2` lacks it: it has `m`',
    );
  });

  it('reports an invalid factor only once, not again at its references', () => {
    expect(listCodes({ factors: { mode: ['read'], size: 5 } })).toEqual(['factors.size WrongType']);
  });

  it('uses `$name` inside a longer text literally, with the advice LiteralDollar', () => {
    expect(listCodes({ targets: { here: { kind: 'folder', path: '$HOME/x' } } })).toEqual([
      'targets.here.path LiteralDollar',
    ]);
    const [inside] = readProblems({ targets: { here: { kind: 'folder', path: '/data/$mode/x' } } });
    expect(inside).toMatchObject({ severity: 'advice', code: 'LiteralDollar' });
    expect(inside?.message).toContain(
      "'/data/$mode/x' is used as written: `$mode` is a reference only as the whole value, without braces. Write " +
        'whole values into factor `mode`',
    );
    // Money, what is written with two of them, and what no factor is called.
    for (const path of ['$0.07', '/data/$$mode', '/data/$modes'])
      expect(listCodes({ targets: { here: { kind: 'folder', path } } })).toEqual([]);
  });

  it('refuses a factor that nothing refers to (UnusedFactor)', () => {
    const factors = { mode: ['read'], size: [1], more: [1, 2] };
    expect(listCodes({ factors })).toEqual(['factors.more UnusedFactor']);
    const { problems } = readSpecObject(rawSpec({ factors }), FAKE);
    expect(problems).toMatchObject([
      { severity: 'error', message: expect.stringContaining('no target, fleet or workload refers to `$more`') },
    ]);
  });
});
