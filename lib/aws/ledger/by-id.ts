/** Asks for things by their ids: what no listing by tag shows may have lost its tags, by somebody's hand. */
import type { ReceiptResource } from '../../shapes/receipt';
import { isStorageId, kindOfId } from '../../shapes/resources';
import type { Context } from '../context';
import { allPages } from '../pages';
import { STORAGE } from '../storage/registry';

/** What is known of one by its id: its state; null where it is gone. */
export type ById = ReadonlyMap<string, string | null>;

/** Instances in one call: a filter takes 200 values (EC2 guide, Filter your resources). */
const AT_ONCE = 200;

const HIDDEN = 'its tags are not ours any more';
const UNSEEN = 'could not be looked at';

/** @returns by id: the state of what exists, or could not be looked at; null for what is certainly gone */
export async function byId(things: readonly ReceiptResource[], context: Context): Promise<ById> {
  const answers = new Map<string, string | null>();
  const hosts = things.filter(({ kind }) => kind === 'ec2:instance').map(({ id }) => id);
  for (let first = 0; first < hosts.length; first += AT_ONCE) {
    const part = hosts.slice(first, first + AT_ONCE);
    const states = await instances(part, context);
    for (const id of part) answers.set(id, states === null ? UNSEEN : (states.get(id) ?? null));
  }
  for (const { id, kind } of things) {
    if (kind === 'ec2:launch-template') answers.set(id, await template(id, context));
    else if (isStorageId(id)) answers.set(id, await storage(id, context));
  }
  return answers;
}

/** States of those that exist; null where EC2 does not answer. */
async function instances(ids: readonly string[], context: Context): Promise<Map<string, string> | null> {
  try {
    const pages = await allPages((token) =>
      context.aws.ec2.describeInstances({
        Filters: [{ Name: 'instance-id', Values: [...ids] }],
        ...(token === undefined ? {} : { NextToken: token }),
      }),
    );
    const found = pages.flatMap((page) => (page.Reservations ?? []).flatMap((one) => one.Instances ?? []));
    const living = found.filter(({ State }) => State?.Name !== 'terminated');
    return new Map(living.map(({ InstanceId = '', State }) => [InstanceId, `${State?.Name ?? 'unknown'}, ${HIDDEN}`]));
  } catch (error) {
    return told('instances', error, context, null);
  }
}

async function template(id: string, context: Context): Promise<string | null> {
  try {
    const { LaunchTemplates = [] } = await context.aws.ec2.describeLaunchTemplates({ LaunchTemplateIds: [id] });
    return LaunchTemplates.length === 0 ? null : `available, ${HIDDEN}`;
  } catch (error) {
    // API reference, error codes: NotFound for what was deleted.
    if ((error as Error).name === 'InvalidLaunchTemplateId.NotFound') return null;
    return told(id, error, context, UNSEEN);
  }
}

async function storage(id: string, context: Context): Promise<string | null> {
  const { describe, absent } = STORAGE[kindOfId(id)];
  try {
    const { lifecycle } = await describe(context.aws, id);
    return `${lifecycle}, ${HIDDEN}`;
  } catch (error) {
    if (absent.includes((error as Error).name)) return null;
    return told(id, error, context, UNSEEN);
  }
}

function told<T>(what: string, error: unknown, context: Context, answer: T): T {
  context.log.error('what was made cannot be asked for by its id', { what, error: String(error) });
  return answer;
}
