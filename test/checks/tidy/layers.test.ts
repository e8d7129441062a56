import { layerFaults } from '../../../checks/tidy/layers';
import cases from './layers.cases.json';

const faults = (path: string, ...lines: string[]): string[] =>
  layerFaults({ path, text: `${lines.join('\n')}\n` }).map((fault) => `${fault.line} ${fault.message}`);

describe('layerFaults', () => {
  it.each(cases.against)('reports an import against the order in %s: %s', (path, line) => {
    expect(faults(path, '/** A file. */', line)).toEqual([
      expect.stringMatching(/^2 .*against the order cli → local → twin/),
    ]);
  });

  it.each(cases.allows)('allows the import in %s: %s', (path, line) => {
    expect(faults(path, line)).toEqual([]);
  });

  it('checks the order of folders inside of a layer too', () => {
    expect(faults('lib/experiment/design/cells.ts', "import { x } from '../reading/read';")).toEqual([
      expect.stringMatching(
        /^1 design imports lib\/experiment\/reading\/read, against the order reading → plan → fixtures/,
      ),
    ]);
    expect(faults('lib/experiment/language/level.ts', "import { x } from '../plan/estimate';")).toHaveLength(1);
    expect(faults('lib/experiment/kinds.ts', "import { x } from './language/schema';")).toHaveLength(1);
    for (const line of ["import { x } from '../../kinds';", "import { x } from '../estimate';"])
      expect(faults('lib/experiment/plan/rig/rigs.ts', line)).toEqual([]);
    expect(faults('lib/experiment/plan/estimate.ts', "import { x } from '../new/room';")).toEqual([
      expect.stringContaining('new has no place in reading → plan'),
    ]);
    expect(faults('lib/workloads/fio/options/options.ts', "import { x } from '../cell/steps';")).toEqual([
      expect.stringContaining('options imports lib/workloads/fio/cell/steps, against the order workload → fixtures'),
    ]);
    expect(faults('lib/workloads/fio/workload.ts', "import { x } from './cell/steps';")).toEqual([]);
  });

  it('reports imports from the folder of a kind, except by its simulator or printer in lib/twin', () => {
    expect(faults('lib/workloads/fio/parse.ts', "import { x } from '../mdtest/parse';")).toEqual([
      expect.stringContaining('kind fio imports kind mdtest'),
    ]);
    for (const path of ['lib/targets/efs/efs.ts', 'lib/report/page.ts', 'lib/experiment/plan.ts'])
      expect(
        faults(
          path,
          "import { x } from '../../lib/workloads/fio/parse';".replace(
            '../../lib',
            path.split('/').length === 4 ? '../..' : '..',
          ),
        ),
      ).toEqual([expect.stringContaining('imports kind fio')]);
    const model = "import { x } from '../../../../targets/fsx-lustre/durations';";
    expect(faults('lib/twin/cloud/fsx/lustre/type.ts', model)).toEqual([]);
    const printed = "import { x } from '../../../workloads/fio/schema';";
    expect(faults('lib/twin/printers/fio/printer.ts', printed)).toEqual([]);
    expect(faults('lib/twin/printers/ior/printer.ts', printed)).toHaveLength(1);
    const plain = "import { x } from '../../workloads/metadata/output';";
    expect(faults('lib/twin/printers/metadata.ts', plain)).toEqual([]);
    expect(faults('lib/twin/printers/command.ts', plain)).toHaveLength(1);
  });

  it('reports imports of pricing in the target contract, and of targets in the workload contract', () => {
    expect(faults('lib/targets/contract.ts', "import { x } from '../pricing/months';")).toEqual([
      expect.stringContaining('against the order'),
    ]);
    expect(faults('lib/workloads/contract.ts', "import { x } from '../targets/model';")).toHaveLength(1);
  });

  it('reports imports of other folders in lib/asl, and of lib/asl in lib/aws', () => {
    expect(faults('lib/asl/interpreter/loader.ts', "import { TAG } from '../../shapes/layout';")).toEqual([
      expect.stringContaining('imports no other room'),
    ]);
    expect(faults('lib/aws/context.ts', "import type { Clock } from '../asl/clock/clock';")).toEqual([
      expect.stringContaining('execute machines'),
    ]);
  });

  it('reports imports of test in checks', () => {
    expect(faults('checks/mutants/run.ts', "import { x } from '../../test/machines/scenarios';")).toHaveLength(1);
  });

  it('reports imports of the simulator in stacks, and of the plan in bin', () => {
    expect(faults('lib/stacks/bench.ts', "import { x } from '../twin/run';")).toEqual([
      expect.stringContaining('as files'),
    ]);
    expect(faults('bin/fsxbench.ts', "import { x } from '../lib/experiment/plan';")).toEqual([
      expect.stringContaining('entry points only call'),
    ]);
  });

  it('reports imports of checks in lib, and folders outside of the layers', () => {
    expect(faults('lib/cli/run.ts', "import { x } from '../../checks/tidy/files';")).toEqual([
      expect.stringContaining('production code may not import checks'),
    ]);
    expect(faults('lib/extras/a.ts', "import { x } from '../aws/calls';")).toEqual([
      expect.stringContaining('belongs to no layer'),
    ]);
    expect(faults('lib/cli/run.ts', "import { x } from '../extras/a';")).toEqual([
      expect.stringContaining('belongs to no layer'),
    ]);
  });
});
