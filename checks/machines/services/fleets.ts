/**
 * Fleets come whole or not at all, and at once.
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateFleet.html
 */
import { type Finding, reporter } from '../finding';
import { actionOf, argumentsOf, isRecord, type Subject } from '../subject';

const report = reporter('fleet-shape');

/** createFleet calls that could give part of a fleet, or keep it alive by themselves. */
export function fleetFindings({ states }: Subject): Finding[] {
  return states.flatMap(({ name, state }) => {
    if (actionOf(state) !== 'ec2:createFleet') return [];
    const given = argumentsOf(state);
    const total = member(given['TargetCapacitySpecification'], 'TotalTargetCapacity');
    const least = member(given['OnDemandOptions'], 'MinTargetCapacity');
    const single = ['SingleInstanceType', 'SingleAvailabilityZone'];
    return [
      ...(given['Type'] === 'instant'
        ? []
        : [report(name, 'Type has to be "instant"; other fleets replace their hosts')]),
      ...(total === undefined ? [report(name, 'TargetCapacitySpecification needs TotalTargetCapacity')] : []),
      ...(least === undefined || least !== total
        ? [report(name, 'OnDemandOptions/MinTargetCapacity has to equal TotalTargetCapacity: all hosts or none')]
        : []),
      ...single
        .filter((option) => member(given['OnDemandOptions'], option) !== true)
        .map((option) => report(name, `OnDemandOptions/${option} has to be true: hosts of a role are alike`)),
    ];
  });
}

function member(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}
