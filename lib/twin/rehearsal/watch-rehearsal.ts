/** Observes a rehearsal from outside, and checks all promises about an execution. */
import type { ChildExecution } from '../../asl/interpreter/child-execution';
import type { Clock } from '../../asl/clock/clock';
import type { PriceBook } from '../../shapes/price';
import { checkFaultlessDeployment } from '../checkers/after/check-promises';
import { CreationLog, terminateAtExpiry, recordHostCommands } from '../checkers/after/creation-log';
import { formatComplaint } from '../checkers/check-execution';
import { keepCallForCheckers } from '../cloud/cloud';
import type { ObjectStore } from '../cloud/s3/store';
import type { CallRecord } from '../cloud/service';
import type { PublishedMessage } from '../cloud/messages';
import type { HostDriver } from '../hosts/driver';
import type { SimulatedFixtures } from '../hosts/modelled/fixtures';
import type { BillingLedger } from '../ledger';
import type { SimulatedDeployment } from '../simulated-deployment';

export interface RehearsalObserver {
  /** Replaces the given driver. */
  readonly hosts: HostDriver;
  readonly calls: readonly CallRecord[];
  /** Called for every AWS call while the execution runs. */
  record(call: CallRecord): void;
  onMessage(message: PublishedMessage): void;
  /** Broken promises, one line each. */
  complaints(experiment: string, execution: ChildExecution, prices: PriceBook): Promise<readonly string[]>;
}

interface RehearsalObserverOptions {
  readonly clock: Clock;
  readonly store: ObjectStore;
  readonly ledger: BillingLedger;
  readonly driver: HostDriver;
  /** The actual fixtures of its hosts. */
  readonly fixtures: SimulatedFixtures;
  readonly deployment: () => SimulatedDeployment;
}

/** @param options of a deployment that will be made */
export function observeRehearsal({
  clock,
  store,
  ledger,
  driver,
  fixtures,
  deployment,
}: RehearsalObserverOptions): RehearsalObserver {
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
    calls,
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
