/** What a teardown does about leases, as deletes that it sends: hosts are asked to clean, then leases are released. */
import { FsxbenchError } from '../../shapes/errors';
import type { RigDocument } from '../../shapes/documents';
import { childOf, executionIdOf, partsOf as partsOfName } from '../../shapes/execution-names';
import { LEASES, layout, TAG } from '../../shapes/layout';
import { readIfSound, writeOnce } from '../bucket';
import type { Context } from '../context';
import { heldBy, releaseOne } from './lease';
import { type Asked, partsOf } from './remains';

/** `clean/<executionId>__<rig>__<copy>`, or the key of a lease and whose it is: `<key>#<executionId>`. */
export const LEASE_ID = /^(clean\/[A-Za-z0-9_-]+|leases\/[0-9a-f]+\.json#[A-Za-z0-9_-]+)$/;

/** Attempt of the command, which ends whatever else runs on its hosts. */
export const CLEAN_ATTEMPT = 'clean';
/**
 * A host has so long to clean, seconds: hosts are paid for meanwhile, and what it does not manage the next execution
 * does, which has a lease by then.
 */
export const CLEAN_SECONDS = 900;

/** One such delete. @param id as {@link LEASE_ID} */
export async function deleteOfLease(id: string, context: Context): Promise<{ id: string }> {
  const [key = '', executionId] = id.split('#');
  if (executionId !== undefined) {
    if (!key.startsWith(LEASES)) throw new FsxbenchError('EventInvalid', `${id} is no lease`);
    await releaseOne(key, { executionId }, context);
    return { id };
  }
  await ask(id.slice('clean/'.length), context);
  return { id };
}

/** Sends the command that takes a copy down; a second time the hosts answer for the first. */
async function ask(name: string, context: Context): Promise<void> {
  const executionId = executionIdOf(name);
  const [rig = '', copy = ''] = partsOfName(name);
  const [lease] = await heldBy(executionId, context);
  if (lease === undefined) return;
  const keys = layout(lease.lease.experiment, executionId);
  const document = await readIfSound<RigDocument>(context, keys.rig(rig));
  const step = document?.copies.find((one) => one.copy === copy)?.unmount[0];
  if (document === null || step === undefined)
    throw new FsxbenchError('EventInvalid', `rig ${rig} of ${executionId} has no copy ${copy} that could be cleaned`);
  const sent = await context.aws.ssm.sendCommand({
    DocumentName: context.config.document,
    Targets: [
      { Key: `tag:${TAG.stack}`, Values: [context.config.stack] },
      { Key: `tag:${TAG.rig}`, Values: [document.rigTag] },
      { Key: `tag:${TAG.role}`, Values: [...step.roles] },
    ],
    MaxConcurrency: '100%',
    MaxErrors: '100%',
    TimeoutSeconds: document.timing.deliverySeconds,
    Comment: `${childOf(document.rigTag, copy)} clean`.slice(0, 100),
    Parameters: {
      ScriptKey: [step.scriptKey],
      ScriptSha256: [step.scriptSha256],
      HostsKey: [document.bucketKeys.hosts],
      EndpointsKey: [document.bucketKeys.endpoints],
      OutputPrefix: [`${document.bucketKeys.prepare}${copy}/clean/`],
      Attempt: [CLEAN_ATTEMPT],
      Step: [step.name],
      StartAt: ['0'],
      IssuedAt: [String(Math.floor(context.now()))],
      ExecutionTimeout: [String(CLEAN_SECONDS)],
    },
  });
  const asked: Asked = { commandId: sent.Command?.CommandId ?? '' };
  await writeOnce(context, keys.cleaning(`${rig}.${copy}.asked`), JSON.stringify(asked));
}

/** For the receipt: what stays in stores of others, a sentence each. */
export async function notCleaned(executionId: string, experiment: string, context: Context): Promise<string[]> {
  // Whatever stands there: an execution must not be without a receipt because its plan is of another version.
  const plan = await readIfSound<{ readonly rigs?: readonly { readonly rig: string }[] }>(
    context,
    layout(experiment, executionId).plan,
  );
  const parts = await partsOf({ experiment, executionId }, plan?.rigs?.map(({ rig }) => rig) ?? [], context);
  return parts.flatMap(({ rig, copy, done }) =>
    done?.cleaned === true ? [] : [`copy ${copy} of rig ${rig}: ${done?.why ?? 'nobody knows what became of it'}`],
  );
}
