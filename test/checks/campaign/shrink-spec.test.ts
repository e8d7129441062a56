import { readFileSync } from 'node:fs';
import { makePlan } from '../../../lib/experiment/plan/make-plan';
import { readScripts } from '../../../lib/aws/scripts';
import { readSpec } from '../../../lib/experiment/reading/read-spec';
import { buildPriceBook } from '../../../lib/pricing/aws';
import { shrinkSpec } from '../../../checks/campaign/shrink-spec';
import { listShippedSpecs } from '../../../checks/campaign/subject';

const prices = buildPriceBook('us-east-1');
let scripts: Awaited<ReturnType<typeof readScripts>> = {};
beforeAll(async () => {
  scripts = await readScripts('workloads');
});

function shrink(name: string) {
  const text = readFileSync(`experiments/${name}.yaml`, 'utf8');
  const { text: smaller, leftOut } = shrinkSpec(text);
  return { leftOut, before: readSpec(text, name).spec, ...readSpec(smaller, name) };
}

describe('shrinkSpec', () => {
  const files = listShippedSpecs(process.cwd());

  it.each(files)('reduces %s to a valid spec with at most 32 trials and the same decision', (file) => {
    const { spec, problems, before } = shrink(file.replace(/^experiments\/|\.yaml$/g, ''));
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    if (spec === undefined) throw new Error('no spec');
    const planned = makePlan(spec, { executionId: 'small', stack: 'small', startedAt: 0, prices, scripts });
    expect(planned.ok ? [] : planned.problems).toEqual([]);
    if (planned.ok) expect(planned.plan.trials.length).toBeLessThanOrEqual(32);
    expect([spec.decide?.where, spec.design.replicates]).toEqual([
      before?.decide?.where,
      Math.min(2, before?.design.replicates ?? 2),
    ]);
  });

  it('keeps two targets and the factor levels of the decision', () => {
    const { spec, leftOut } = shrink('lustre-small');
    expect(Object.keys(spec?.targets ?? {})).toEqual(['scratch', 'persistent-125']);
    expect(spec?.factors['io']).toEqual([{ rw: 'read', bs: '1m', iodepth: 8 }]);
    expect(leftOut).toEqual(['1 of 3 targets', '3 of 4 levels of io', 'all but 2 replicates']);
  });

  it('keeps levels of include, exclude and reference, needed stages, and three levels of a search', () => {
    const { spec, leftOut } = shrink('database-on-ontap-iscsi');
    expect(spec?.factors).toEqual({ luns: [1, 8], sessions: [4, 1], rate: [500, 4000, 32000] });
    expect(leftOut).toContain('2 of 4 stages');
    expect(shrink('kafka-on-ontap').spec?.factors).toEqual({ driver: ['throughput'], rf: [1, 3] });
    expect(shrink('external-nfs-small').spec?.factors['nconnect']).toEqual([1, 16]);
  });

  it('keeps the stage of a change under load, and a third target that the fleet names', () => {
    const stages = '{ a: { size: 1 }, b: { size: 2 }, c: { size: 3 }, d: { size: 4 } }';
    const { text } = shrinkSpec(
      `targets: { x: { stages: ${stages} }, y: {}, z: {}, w: {} }\n` +
        'fleet: { client: { mount: { each: { w: {} } } } }\nworkloads: { grow: { events: [{ change: d }] } }\n',
    );
    expect(text).toContain('d:\n        size: 4');
    expect(text).not.toContain('c:\n        size: 3');
    expect(text).toMatch(/^ {2}w: \{\}$/m);
    expect(text).not.toMatch(/^ {2}z:/m);
  });

  it('returns the same text for a spec that is small already', () => {
    const small = 'experiment: a\ntargets: { one: { kind: x } }\ndesign: { replicates: 1 }\n';
    expect(shrinkSpec(small)).toEqual({ text: small, leftOut: [] });
  });
});
