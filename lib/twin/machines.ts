/** The state machines of a world: the very files, loaded at their first start. */
import { loadMachine } from '../asl/interpreter/loader';
import type { Machine } from '../asl/interpreter/machine';
import type { Config } from '../aws/context';
import {
  ALL_FUNCTIONS,
  ALL_MACHINES,
  functionPlaceholder,
  type MachineName,
  machinePlaceholder,
} from '../shapes/machines';
import { type Account, RUN_SCRIPT_DOCUMENT_NAME } from './cloud/account';
import { NETWORK } from './modelled-network';

/** Where they come from. */
interface MachineSource {
  readonly machineText: (name: MachineName) => string;
  readonly load?: typeof loadMachine;
}

/** @returns what loads them all */
export function registerMachines(account: Account, options: MachineSource, config: Config, topic: string): () => void {
  const substitutions: Record<string, string> = {
    ...NETWORK,
    StackName: config.stack,
    ResultsBucket: config.bucket,
    RunScriptDocument: RUN_SCRIPT_DOCUMENT_NAME,
    NotifyTopicArn: account.topicArn(topic),
  };
  for (const name of ALL_FUNCTIONS) {
    substitutions[functionPlaceholder(name)] = account.functionArn(`fsxbench-${name}`);
  }
  for (const name of ALL_MACHINES) substitutions[machinePlaceholder(name)] = config.machineArns[name];
  const loaded = new Map<MachineName, Machine>();
  const load = (name: MachineName): Machine => {
    const machine = loaded.get(name) ?? (options.load ?? loadMachine)(name, options.machineText(name), substitutions);
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
  return () => {
    for (const name of ALL_MACHINES) load(name);
  };
}
