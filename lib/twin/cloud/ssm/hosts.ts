/** DescribeInstanceInformation: the hosts whose agent answers. */
import { DescribeInstanceInformationCommand, type InstanceInformation } from '@aws-sdk/client-ssm';
import type { HostView } from '../ec2/ec2';
import type { Service } from '../service';
import { action } from '../shape';
import { entries, nextToken } from './pages';
import type { SsmState } from './registry';
import { byFilters } from './selection';

/** Any agent version; nothing in the twin depends on it. */
const AGENT_VERSION = '3.3.0.0';

export function hostActions(state: SsmState): Service {
  return {
    DescribeInstanceInformation: action(
      DescribeInstanceInformationCommand,
      'Filters MaxResults NextToken',
      ({ Filters, MaxResults, NextToken }) => {
        const hosts = byFilters(Filters ?? [], state.listed());
        const given = entries(hosts, ({ rank }) => rank, { MaxResults, NextToken }, 5);
        const InstanceInformationList = given.items.map((host) => information(host, state));
        return { InstanceInformationList, ...nextToken(given) };
      },
    ),
  };
}

function information(host: HostView, state: SsmState): InstanceInformation {
  return {
    InstanceId: host.instanceId,
    PingStatus: host.online ? 'Online' : 'ConnectionLost',
    LastPingDateTime: new Date(state.options.clock.now()),
    AgentVersion: AGENT_VERSION,
    IsLatestVersion: true,
    PlatformType: 'Linux',
    PlatformName: 'Amazon Linux',
    PlatformVersion: '2023',
    ResourceType: host.instanceId.startsWith('mi-') ? 'ManagedInstance' : 'EC2Instance',
    IPAddress: host.privateIp,
    ComputerName: `ip-${host.privateIp.replaceAll('.', '-')}.ec2.internal`,
  };
}
