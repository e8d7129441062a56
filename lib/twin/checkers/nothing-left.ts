/** After an execution nothing of it exists any more: in the cloud, among processes, in folders. */
import { isOf } from '../../shapes/execution-names';
import { TAG } from '../../shapes/layout';
import { complain, type ExecutionFacts, type Finding, type ListedResource } from './facts';

type Facts = Pick<ExecutionFacts, 'executionId' | 'resources' | 'hostIds' | 'machine'>;

/**
 * Last words of a lifecycle; FSx and EFS forget what is deleted, or say so.
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-instance-lifecycle.html
 */
const GONE = new Set(['terminated', 'deleted']);

/** A resource on its way out still exists. */
export function exists(resource: ListedResource): boolean {
  return !GONE.has(resource.state.toLowerCase());
}

/** @returns everything of this execution that still exists; what belongs to others is none of ours */
export function nothingLeft(facts: Facts): Finding[] {
  const { executionId, machine } = facts;
  const ofRig = (tag: string): boolean => isOf(tag, executionId);
  const hostIds = new Set(facts.hostIds);
  const resources = facts.resources
    .filter((one) => exists(one) && (one.tags[TAG.execution] === executionId || ofRig(one.tags[TAG.rig] ?? '')))
    .map(({ kind, id, state }) => ({ ...complain('ResourceLeft', `${kind} ${id} is ${state}`), id }));
  if (machine === null) return resources;
  const folders = machine.folders.filter(
    ({ instanceId, tags }) => hostIds.has(instanceId) || tags[TAG.execution] === executionId,
  );
  const ids = new Set([...hostIds, ...folders.map(({ instanceId }) => instanceId)]);
  return [
    ...resources,
    ...machine.processes
      .filter(({ instanceId, rigTag }) => ids.has(instanceId) || ofRig(rigTag ?? ''))
      .map(({ pid, instanceId, rigTag }) =>
        complain(
          'ProcessLeft',
          `process ${pid} of ${instanceId === '' ? `rig ${rigTag ?? ''}` : `host ${instanceId}`} lives`,
        ),
      ),
    ...folders.map(({ path }) => complain('FolderLeft', `folder ${path} exists`)),
    ...machine.volumes
      .filter(({ rigTag }) => ofRig(rigTag))
      .map(({ path, rigTag }) => complain('VolumeLeft', `directory ${path} of rig ${rigTag} exists`)),
  ];
}
