/** All scenarios of the machines: the test runs them on the original machines, the mutants' runner on changed ones. */
import { clean } from './scenarios/whole/clean';
import { lasting, passing, silent } from './scenarios/whole/faults';
import { endings, janitor, overtime, stubborn, teardown } from './scenarios/whole/closing';
import { lagging, secondRound, unclean, playUnfenced, playUnverified } from './scenarios/whole/guardians';
import { endedAtBoot, neverOnline, noCapacity, notPrepared, stoppedRig, twoBatches } from './scenarios/whole/rigs';
import { endedRig } from './scenarios/whole/ended-rig';
import {
  forgotten,
  otherVersions,
  stops,
  playStrayed,
  playUndisturbed,
  unproven,
  untold,
} from './scenarios/whole/stops';
import { admission, limits, wrong } from './scenarios/whole/trials';
import { type Complaints, gather, type Load } from './stage';
import { readMachineCases } from '../../checks/cases/machine-cases';

export interface Scenario {
  readonly name: string;
  /** Machines that it executes. */
  readonly machines: readonly string[];
  /** Of scenarios that play an execution for each place of a machine. */
  readonly group?: string;
  check(load: Load): Promise<string[]>;
}

interface Story extends Omit<Scenario, 'check'> {
  readonly check: (load: Load) => Complaints;
}

const ALL = ['experiment', 'rig', 'launch', 'trial-batch', 'host-command', 'results', 'guardian', 'teardown', 'notify'];

const each = (group: string, check: (load: Load, machine: string) => Complaints): Story[] =>
  ALL.map((machine) => {
    return { name: `${group}: ${machine}`, machines: [machine], group, check: (load) => check(load, machine) };
  });

const STORIES: readonly Story[] = [
  { name: 'clean', machines: ALL, check: clean },
  { name: 'no capacity', machines: ['rig', 'launch', 'experiment'], check: noCapacity },
  { name: 'hosts never answer', machines: ['rig'], check: neverOnline },
  { name: 'hosts end at boot', machines: ['rig'], check: endedAtBoot },
  { name: 'preparation fails', machines: ['rig', 'host-command'], check: notPrepared },
  { name: 'a rig is stopped alone', machines: ['experiment'], check: stoppedRig },
  { name: 'two batches', machines: ['rig', 'trial-batch'], check: twoBatches },
  { name: 'a trial goes wrong', machines: ['trial-batch', 'host-command'], check: wrong },
  { name: 'a tool hangs', machines: ['host-command'], check: limits },
  { name: 'time, money or fence', machines: ['trial-batch'], check: admission },
  { name: 'teardown by tag', machines: ['teardown'], check: teardown },
  { name: 'what cannot be deleted', machines: ['teardown'], check: stubborn },
  { name: 'orphans', machines: ['janitor', 'guardian'], check: janitor },
  { name: 'nothing can be deleted', machines: ['guardian'], check: unclean },
  { name: 'a second round', machines: ['guardian', 'teardown'], check: secondRound },
  { name: 'the last look fails', machines: ['guardian'], check: playUnverified },
  { name: 'the fence cannot be closed', machines: ['guardian'], check: playUnfenced },
  { name: 'what was stopped lives on', machines: ['guardian'], check: lagging },
  { name: 'overtime', machines: ['guardian', 'experiment'], check: overtime },
  { name: 'endings', machines: ['experiment', 'results', 'rig', 'guardian'], check: endings },
  ...each('passing faults', passing),
  ...each('lasting faults', lasting),
  ...each('silence', silent),
  { name: 'stopped', machines: ALL, check: stops },
  { name: 'stopped, and nobody told', machines: ['janitor', 'guardian', 'teardown'], check: forgotten },
  { name: 'the janitor beside a healthy one', machines: ['janitor'], check: playUndisturbed },
  { name: 'admitted, never proven', machines: ['janitor', 'guardian'], check: unproven },
  { name: 'admitted by other versions', machines: ['janitor', 'guardian'], check: otherVersions },
  { name: 'admitted, never proven, its pointer lost', machines: ['janitor', 'guardian'], check: playStrayed },
  { name: 'a rig that ended, and left something', machines: ['janitor', 'teardown'], check: endedRig },
  { name: 'ended, and nobody told', machines: ['janitor'], check: untold },
];

/** Whole executions in the simulated account. */
export const executionScenarios: readonly Scenario[] = STORIES.map(({ check, ...story }) => {
  return { ...story, check: (load: Load) => gather(check(load)) };
});

/** All, with the cases of single machines: for mutants. */
export const scenarios: readonly Scenario[] = [
  ...readMachineCases(process.cwd()).map(({ machine, title, play: check }) => {
    return { name: `${machine}: ${title}`, machines: [machine], check };
  }),
  ...executionScenarios,
];
