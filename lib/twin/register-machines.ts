/** Registers the original state machines in a simulated deployment. Each is loaded at its first start. */
import { loadMachine } from '../asl/interpreter/loader';
import type { Machine } from '../asl/interpreter/machine';
import type { Config, PlanningContext } from '../aws/context';
import { CONTRACT_VERSION } from '../shapes/contract-version';
import { UserError } from '../shapes/user-error';
import {
  ALL_FUNCTIONS,
  ALL_MACHINES,
  type FunctionName,
  getFunctionPlaceholder,
  type MachineName,
  getMachinePlaceholder,
} from '../shapes/machines';
import { type Account, RUN_SCRIPT_DOCUMENT_NAME } from './cloud/account';
import { NETWORK_IDS } from './modelled-network';
import { handle as admit } from '../../lambdas/admit/handler';
import { handle as analyse } from '../../lambdas/analyse/handler';
import { handle as askServers } from '../../lambdas/ask-servers/handler';
import { handle as callStorage } from '../../lambdas/call-storage/handler';
import { handle as chooseRigs } from '../../lambdas/choose-rigs/handler';
import { handle as closeFence } from '../../lambdas/close-fence/handler';
import { handle as composeMail } from '../../lambdas/compose-mail/handler';
import { handle as deleteStorage } from '../../lambdas/delete-storage/handler';
import { handle as findOrphans } from '../../lambdas/find-orphans/handler';
import { handle as judgeHosts } from '../../lambdas/judge-hosts/handler';
import { handle as mayRun } from '../../lambdas/may-run/handler';
import { handle as listHosts } from '../../lambdas/list-hosts/handler';
import { handle as listResources } from '../../lambdas/list-resources/handler';
import { handle as parseTrial } from '../../lambdas/parse-trial/handler';
import { handle as startGuardian } from '../../lambdas/start-guardian/handler';
import { handle as stopChildren } from '../../lambdas/stop-children/handler';
import { handle as writeReceipt } from '../../lambdas/write-receipt/handler';

interface MachineSource {
  readonly machineText: (name: MachineName) => string;
}

interface RegisteredMachines {
  readonly load: () => void;
  /** New executions use this version of the contracts; running executions keep theirs. */
  readonly deploy: (contractVersion: number) => void;
}

export function registerMachines(
  account: Account,
  options: MachineSource,
  config: Config,
  topic: string,
): RegisteredMachines {
  const substitutions: Record<string, string> = {
    ...NETWORK_IDS,
    StackName: config.stack,
    ResultsBucket: config.bucket,
    RunScriptDocument: RUN_SCRIPT_DOCUMENT_NAME,
    ContractVersion: String(config.contractVersion ?? CONTRACT_VERSION),
    NotifyTopicArn: account.topicArn(topic),
  };
  for (const name of ALL_FUNCTIONS) {
    substitutions[getFunctionPlaceholder(name)] = account.functionArn(`fsxbench-${name}`);
  }
  for (const name of ALL_MACHINES) substitutions[getMachinePlaceholder(name)] = config.machineArns[name];
  const loaded = new Map<MachineName, Machine>();
  const load = (name: MachineName): Machine => {
    const machine = loaded.get(name) ?? loadMachine(name, options.machineText(name), substitutions);
    loaded.set(name, machine);
    return machine;
  };
  for (const name of ALL_MACHINES) {
    account.sfn.register(
      `fsxbench-${name}`,
      () => load(name),
      `arn:aws:iam::${account.place.account}:role/fsxbench-${name}`,
    );
  }
  return {
    load: () => {
      try {
        for (const name of ALL_MACHINES) load(name);
      } catch (error) {
        // Only problems of the file carry this name; internal errors have others.
        if ((error as Error).name === 'MachineInvalid') throw new UserError('MachineInvalid', (error as Error).message);
        throw error;
      }
    },
    deploy: (contractVersion) => {
      substitutions['ContractVersion'] = String(contractVersion);
      loaded.clear();
    },
  };
}

// The original handlers of `lambdas/`, as functions of the simulated account.

/** By the name of the function, which is the name of its folder in `lambdas/`. */
export const HANDLERS: Readonly<Record<FunctionName, (event: unknown, context: PlanningContext) => Promise<unknown>>> =
  {
    admit,
    'call-storage': callStorage,
    'close-fence': closeFence,
    'compose-mail': composeMail,
    'delete-storage': deleteStorage,
    'list-hosts': listHosts,
    'judge-hosts': judgeHosts,
    'choose-rigs': chooseRigs,
    'may-run': mayRun,
    'stop-children': stopChildren,
    'list-resources': listResources,
    'find-orphans': findOrphans,
    'start-guardian': startGuardian,
    'parse-trial': parseTrial,
    'ask-servers': askServers,
    analyse,
    'write-receipt': writeReceipt,
  };
