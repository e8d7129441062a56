/** Observes a rehearsal from outside, and checks all promises about an execution. */
import { formatComplaint } from '../../lib/twin/checkers/facts';
import type { CallRecord } from '../../lib/twin/cloud/service';
import type { PublishedMessage } from '../../lib/twin/cloud/messages';
import type { HostDriver } from '../../lib/twin/hosts/driver';
import { keepCallForCheckers } from '../../lib/twin/cloud/cloud';
import type { ObservedParts, RehearsalObserver } from '../../lib/twin/rehearsal/rehearse';
import { checkFaultlessDeployment } from './check-promises';
import { CreationLog, terminateAtExpiry, recordHostCommands } from './creation-log';

/** @param options of a deployment that will be made */
export function observeRehearsal({
  clock,
  store,
  ledger,
  driver,
  fixtures,
  deployment,
}: ObservedParts): RehearsalObserver {
  const startedAt = clock.now();
  const creations = new CreationLog(deployment, () => clock.now());
  const ending: HostDriver = {
    ...driver,
    launch: (host) => {
      void terminateAtExpiry(host, clock, deployment);
      return driver.launch(host);
    },
  };
  const hosts = recordHostCommands(ending, { clock, fixtures });
  const calls: CallRecord[] = [];
  const messages: PublishedMessage[] = [];
  return {
    hosts: hosts.driver,
    record: (call) => {
      keepCallForCheckers(calls, call);
      creations.recordCall(call);
    },
    onMessage: (message) => void messages.push(message),
    complaints: async (experiment, execution, prices) => {
      creations.scan('');
      const observations = {
        deployment: deployment(),
        store,
        ledger,
        calls,
        messages,
        creations: creations.all(),
        work: hosts.work,
        started: [{ executionId: execution.name, execution }],
        startedAt,
        now: clock.now(),
        // A rehearsal has no faults, so only leftovers are judged, not times.
        deleting: new Map<string, number>(),
        healedAt: startedAt,
        untagged: new Set<string>(),
        copied: new Set<string>(),
        isStruck: () => false,
      };
      return (await checkFaultlessDeployment(observations, experiment, prices)).map(formatComplaint);
    },
  };
}
