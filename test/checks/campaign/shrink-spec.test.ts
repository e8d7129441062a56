import { readFileSync } from 'node:fs';
import { shrinkSpec } from '../../../checks/campaign/shrink-spec';
import { listShippedSpecs } from '../../../checks/campaign/subject';
import { readScripts } from '../../../lib/aws/scripts';
import { makePlan } from '../../../lib/experiment/plan/make-plan';
import { readSpec } from '../../../lib/experiment/reading/read-spec';
import { buildPriceBook } from '../../../lib/pricing/aws';

const prices = buildPriceBook('us-east-1');

function shrink(file: string) {
  const text = readFileSync(file, 'utf8');
  const { text: smaller, leftOut } = shrinkSpec(text);
  return { leftOut, before: readSpec(text, file).spec, ...readSpec(smaller, file) };
}

describe('shrinkSpec', () => {
  it('reduces every shipped spec to a valid one with at most 32 trials and the same decision', async () => {
    const scripts = await readScripts('workloads');
    for (const file of listShippedSpecs(process.cwd())) {
      const { spec, problems, before } = shrink(file);
      expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      if (spec === undefined) throw new Error(`no spec: ${file}`);
      const planned = makePlan(spec, { executionId: 'small', stack: 'small', startedAt: 0, prices, scripts });
      expect(planned).toMatchObject({ ok: true });
      // Of a walk, few rigs are measured.
      const most = spec.design.comparison === 'cheapestFirst' ? 100 : 32;
      if (planned.ok) expect([file, planned.plan.trials.length <= most]).toEqual([file, true]);
      const kept = spec.design.comparison === 'cheapestFirst' ? 5 : 2;
      const replicates = Math.min(kept, before?.design.replicates ?? kept);
      expect([spec.decide?.where, spec.design.replicates]).toEqual([before?.decide?.where, replicates]);
    }
  });

  it('keeps two targets, and levels of the decision, include, exclude, reference and a search', () => {
    const lustre = shrink('experiments/lustre-small.yaml');
    expect(Object.keys(lustre.spec?.targets ?? {})).toEqual(['scratch', 'persistent-125']);
    expect(lustre.spec?.factors['io']).toEqual([{ rw: 'read', bs: '1m', iodepth: 8 }]);
    expect(lustre.leftOut).toEqual(['1 of 3 targets', '3 of 4 levels of io', 'all but 2 replicates']);
    const database = shrink('experiments/database-on-ontap-iscsi.yaml');
    expect(database.spec?.factors).toEqual({ luns: [1, 8], sessions: [4, 1], rate: [500, 4000, 32000] });
    expect(database.leftOut).toContain('2 of 4 stages');
    const kafka = shrink('experiments/kafka-on-ontap.yaml');
    expect(kafka.spec?.factors).toEqual({ driver: ['throughput'], rf: [1, 3] });
    expect(shrink('experiments/external-nfs-small.yaml').spec?.factors['nconnect']).toEqual([1, 16]);
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
