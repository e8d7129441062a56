import { layerFaults } from '../../../tools/tidy/layers';

const faults = (path: string, ...lines: string[]): string[] =>
  layerFaults({ path, text: `${lines.join('\n')}\n` }).map((fault) => `${fault.line} ${fault.message}`);

describe('layerFaults', () => {
  it.each([
    ['lib/twin/run.ts', "import { x } from '../cli/command';"],
    ['lambdas/admit/handler.ts', "import { x } from '../../lib/twin/clock/clock';"],
    ['lib/aws/context.ts', "import { x } from '../../lambdas/admit/handler';"],
    ['lib/report/page.ts', "import type { Context } from '../aws/context';"],
    ['lib/results/verdict.ts', "import { x } from '../report/page';"],
    ['lib/experiment/admit.ts', "import { x } from '../results/statistics';"],
    ['lib/targets/contract.ts', "import { x } from '../experiment/plan';"],
    ['lib/workloads/fio/parse.ts', "import type { Spec } from '../../experiment/spec';"],
    ['lib/pricing/book.ts', "export { x } from '../experiment/budget';"],
    ['lib/results/verdict.ts', "const page = await import('../report/page');"],
  ])('finds an import against the order in %s: %s', (path, line) => {
    expect(faults(path, '/** A file. */', line)).toEqual([expect.stringMatching(/^2 .*against the order cli → twin/)]);
  });

  it.each([
    ['lib/cli/run.ts', "import { x } from '../twin/run';"],
    ['lib/cli/run.ts', "import { x } from '../targets/registry';"],
    ['lib/twin/lambdas.ts', "import { x } from '../../lambdas/admit/handler';"],
    ['lambdas/admit/handler.ts', "import { x } from '../../lib/experiment/plan';"],
    ['lib/experiment/plan.ts', "import { x } from '../workloads/registry';"],
    ['lib/workloads/contract.ts', "import type { Problem } from '../experiment/problem';"],
    ['lib/targets/contract.ts', "import { type LineItem } from '../experiment/plan';"],
    ['lib/workloads/fio/judge.ts', "import type { Reason } from '../../results/verdict';"],
    ['lib/targets/local-directory/check.ts', "import { parseBytes } from '../../workloads/quantity';"],
    ['lib/workloads/registry.ts', "import { fio } from './fio/fio';"],
    ['lib/stacks/bench.ts', "import { TAG } from '../experiment/layout';"],
    ['bin/fsxbench.ts', "import { main } from '../lib/cli/program';"],
    ['lib/twin/cloud/ssm/document.ts', "import document from '../../../../workloads/host/document.json';"],
    ['test/report/page.test.ts', "import { x } from '../../lib/cli/run';"],
  ])('allows, in %s: %s', (path, line) => {
    expect(faults(path, line)).toEqual([]);
  });

  it('keeps kinds apart: only what lies beside the contract is for all', () => {
    expect(faults('lib/workloads/fio/parse.ts', "import { x } from '../mdtest/parse';")).toEqual([
      expect.stringContaining('kind fio imports kind mdtest'),
    ]);
    expect(faults('lib/targets/efs/efs.ts', "import { x } from '../../workloads/fio/parse';")).toEqual([
      expect.stringContaining('stand side by side'),
    ]);
  });

  it('keeps stacks and entry points apart', () => {
    expect(faults('lib/stacks/bench.ts', "import { x } from '../twin/run';")).toEqual([
      expect.stringContaining('as files'),
    ]);
    expect(faults('bin/fsxbench.ts', "import { x } from '../lib/experiment/plan';")).toEqual([
      expect.stringContaining('entry points only call'),
    ]);
  });

  it('lets nothing of the house know tests or tools, and no folder stand outside the layers', () => {
    expect(faults('lib/cli/run.ts', "import { x } from '../../tools/tidy/files';")).toEqual([
      expect.stringContaining('does not know its tools'),
    ]);
    expect(faults('lib/extras/a.ts', "import { x } from '../aws/calls';")).toEqual([
      expect.stringContaining('belongs to no layer'),
    ]);
    expect(faults('lib/cli/run.ts', "import { x } from '../extras/a';")).toEqual([
      expect.stringContaining('belongs to no layer'),
    ]);
  });
});
