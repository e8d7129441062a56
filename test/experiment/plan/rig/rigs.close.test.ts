/** Hosts that are launched otherwise: with an Elastic Fabric Adapter, or close to each other. */
import { readScripts } from '../../../../lib/aws/scripts';
import { makePlan } from '../../../../lib/experiment/plan/make-plan';
import { readSpecObject } from '../../../../lib/experiment/reading/read';
import { bookOf } from '../../../../lib/pricing/aws';
import type { RigDocument } from '../../../../lib/shapes/documents';
import { expected } from '../../../../lib/shapes/errors';
import { fioOf, lustreSpec, persistent } from '../../real-spec';

const FAST = persistent({ storageGiB: 4800, perUnitMBps: 1000, efa: true });
const TYPE = 'c6in.32xlarge';

async function rolesOf(targets: object, fleet: object): Promise<unknown> {
  const workloads = { w: { ...fioOf('8 GiB'), role: 'client' } };
  const { spec, problems } = readSpecObject(
    lustreSpec({ targets, fleet, workloads, limits: { maxUsd: 1000, maxHours: 24 } }),
  );
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const planned = makePlan(expected(spec, 'a spec'), {
    executionId: 'e1',
    stack: 'bench',
    startedAt: 1_767_225_600_000,
    scripts: await readScripts('workloads'),
    prices: bookOf('us-east-1'),
  });
  if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
  const document = planned.objects().find(({ key }) => key.endsWith('/rigs/r1.json'));
  const { roles } = JSON.parse(expected(document, 'the document of the rig').text) as RigDocument;
  return roles.map(({ role, interfaceType, placement }) => ({ role, interfaceType, placement }));
}

it('have an adapter where they mount what is reached by it, and no others', async () => {
  const client = { count: 2, instanceType: TYPE };
  const idle = { count: 1, instanceType: 'c5n.large', mount: 'none' };
  expect(await rolesOf({ fast: FAST, slow: persistent() }, { client, idle })).toEqual([
    { role: 'client', interfaceType: 'efa', placement: 'none' },
    { role: 'idle', interfaceType: 'interface', placement: 'none' },
  ]);
  expect(await rolesOf({ slow: persistent() }, { client })).toEqual([
    { role: 'client', interfaceType: 'interface', placement: 'none' },
  ]);
});

it('stand close to each other where they are asked to', async () => {
  const client = { count: 2, instanceType: TYPE, placement: 'cluster' };
  expect(await rolesOf({ slow: persistent() }, { client })).toEqual([
    { role: 'client', interfaceType: 'interface', placement: 'cluster' },
  ]);
});
