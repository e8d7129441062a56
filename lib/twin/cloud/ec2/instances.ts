/** DescribeInstances and TerminateInstances. */
import {
  DescribeInstancesCommand,
  TerminateInstancesCommand,
  type DescribeInstancesCommandInput,
  type DescribeInstancesCommandOutput,
  type InstanceState,
  type Reservation,
} from '@aws-sdk/client-ec2';
import { page } from '../paging';
import { type Service, ServiceError } from '../service';
import { action } from '../shape';
import { describeInstance } from './description';
import { matcher } from './filters';
import { terminate } from './launch';
import type { Ec2State, Instance } from './state';

/** Bounds of MaxResults. https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeInstances.html */
const PAGE_INSTANCES = { min: 5, max: 1000 } as const;

/** Codes of the states. https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_InstanceState.html */
const STATE_CODE = { pending: 0, running: 16, 'shutting-down': 32, terminated: 48 } as const;

export function instanceActions(state: Ec2State): Service {
  return {
    DescribeInstances: action(DescribeInstancesCommand, 'InstanceIds Filters MaxResults NextToken', (input) =>
      describe(state, input),
    ),

    TerminateInstances: action(TerminateInstancesCommand, 'InstanceIds', ({ InstanceIds }) => {
      // All or nothing: one id that does not exist, and none is terminated (API_TerminateInstances).
      const instances = found(InstanceIds, state.known());
      const message = 'Client.UserInitiatedShutdown: User initiated shutdown';
      const changes = instances.map((instance) => {
        const before = stateOf(instance);
        terminate(state, instance, { Code: 'Client.UserInitiatedShutdown', Message: message });
        return { InstanceId: instance.launch.instanceId, CurrentState: stateOf(instance), PreviousState: before };
      });
      return { TerminatingInstances: changes };
    }),
  };
}

function describe(
  state: Ec2State,
  input: DescribeInstancesCommandInput,
): Omit<DescribeInstancesCommandOutput, '$metadata'> {
  const { InstanceIds, Filters, MaxResults, NextToken } = input;
  if (MaxResults !== undefined && InstanceIds !== undefined) {
    const message = 'The parameter instancesSet cannot be used with the parameter maxResults';
    throw new ServiceError('InvalidParameterCombination', message, 400);
  }
  if (MaxResults !== undefined && (MaxResults < PAGE_INSTANCES.min || MaxResults > PAGE_INSTANCES.max)) {
    const range = `${PAGE_INSTANCES.min} to ${PAGE_INSTANCES.max}`;
    const message = `Value ( ${MaxResults} ) for parameter maxResults is invalid. Expecting ${range}.`;
    throw new ServiceError('InvalidParameterValue', message, 400);
  }
  const listed = state.listed();
  const asked = InstanceIds === undefined ? listed : found(InstanceIds, listed);
  const matches = matcher(Filters, ['instance-state-name', 'instance-id']);
  const chosen = asked.filter((one) =>
    matches(one.launch.tags, { 'instance-state-name': one.state, 'instance-id': one.launch.instanceId }),
  );
  const refuse = (): Error => new ServiceError('InvalidNextToken', 'The token is invalid', 400);
  const given = page(chosen, ({ rank }) => rank, MaxResults ?? PAGE_INSTANCES.max, NextToken, refuse);
  const more = given.next === undefined ? {} : { NextToken: given.next };
  return { Reservations: reservations(state, given.items), ...more };
}

/** Instances launched by one call share a reservation. */
function reservations(state: Ec2State, instances: readonly Instance[]): Reservation[] {
  const groups = new Map<string, Instance[]>();
  for (const instance of instances) {
    const group = groups.get(instance.reservationId);
    if (group === undefined) groups.set(instance.reservationId, [instance]);
    else group.push(instance);
  }
  return [...groups].map(([ReservationId, group]) => ({
    ReservationId,
    OwnerId: state.options.place.account,
    Groups: [],
    Instances: group.map((instance) => describeInstance(instance, stateOf(instance), state.options.place)),
  }));
}

/** The instances of these ids, each once. */
function found(ids: readonly string[], among: readonly Instance[]): readonly Instance[] {
  const malformed = ids.find((id) => !/^i-([0-9a-f]{8}|[0-9a-f]{17})$/.test(id));
  if (malformed !== undefined) {
    throw new ServiceError('InvalidInstanceID.Malformed', `Invalid id: "${malformed}"`, 400);
  }
  if (ids.length === 0) {
    throw new ServiceError('MissingParameter', 'The request must contain the parameter InstanceId', 400);
  }
  const byId = new Map(among.map((instance) => [instance.launch.instanceId, instance]));
  const missing = ids.filter((id) => !byId.has(id));
  if (missing.length > 0) {
    const one = missing.length === 1;
    const message = `The instance ${one ? 'ID' : 'IDs'} '${missing.join(', ')}' ${one ? 'does' : 'do'} not exist`;
    throw new ServiceError('InvalidInstanceID.NotFound', message, 400);
  }
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
}

function stateOf(instance: Instance): InstanceState & { readonly Name: string } {
  return { Code: STATE_CODE[instance.state], Name: instance.state };
}
