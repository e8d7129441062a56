/**
 * All errors of the house by their code: what happened, and what to do. `docs/errors.md` is made of it, and every error
 * that is thrown has one of these names, so that machines, tests and people can tell them apart by it.
 */

import { type ErrorEntry, PROGRAM_ERRORS } from './program-errors';

export { type ErrorEntry, PROGRAM_ERRORS };

/** Of whoever uses the command line, or starts an execution. */
export const USER_ERRORS = {
  AlreadyStarted: {
    what: 'An execution of this name was started before, or the scheduled moment is already taken.',
    remedy: 'Give another name; for a schedule nothing is to be done: one moment is one execution.',
  },
  BadFolders: {
    what: 'A folder that was given to `try` cannot be measured.',
    remedy: 'Name folders that are there, that you may write, and that have space left.',
  },
  BadArchive: {
    what: 'The archive of a tool bundle cannot be unpacked safely, or does not hold what hosts need.',
    remedy: 'Follow the message: it lists all that is wrong. `fsxbench tools --help` says what is needed.',
  },
  BadOption: { what: 'A value of an option is none that is allowed.', remedy: 'Write it as the message says.' },
  BadChoice: {
    what: 'An answer that `init` needs is missing, or is none of those that there are.',
    remedy: 'Give the flags that the message names, or answer its questions on a terminal.',
  },
  BadExecutionName: {
    what: '`--name` has a form that object keys, tags and execution names cannot have.',
    remedy: 'Take 1 to 48 letters, digits, `_` and `-`.',
  },
  BadFaults: {
    what: 'An option of `simulate`, or the campaign that `--faults` names, has another form than needed.',
    remedy: 'Follow the message: it lists all that is wrong.',
  },
  BadSeed: { what: '`--seed` is empty.', remedy: 'Give any text, or leave the option out.' },
  BadStart: { what: '`--start` is no instant, or one out of range.', remedy: 'Write it like `2026-01-31T12:00:00Z`.' },
  BadSpend: {
    what: '`--spend` is no amount of US dollars.',
    remedy: 'Write it like `2` or `0.5`; without the option nothing is spent.',
  },
  BudgetExceeded: {
    what:
      'The estimate is above `limits.maxUsd`, or the time above `limits.maxHours`; or `limits.maxUsd` is above what ' +
      'the deployment allows.',
    remedy:
      'Raise the limit (of a deployment: its setting `maxUsd`), or measure less: `fsxbench plan` shows what costs ' +
      'how much.',
  },
  CallsUnwritable: {
    what: 'The file of `--calls` cannot be written.',
    remedy: 'Name one in a folder that you may write.',
  },
  ExecutionExists: {
    what: 'An execution of this name lies in `.fsxbench/` already; results are never overwritten.',
    remedy: 'Give another `--name`.',
  },
  FileExists: {
    what: 'The file that `init` was to write is there already; it overwrites nothing.',
    remedy: 'Give another name, or move that file away.',
  },
  ImageNotFound: {
    what: 'Nobody publishes the image of a role in the Region, for the processors of its instance type.',
    remedy: 'Take another `image`, or instance types with other processors; after an update, deploy again.',
  },
  InvalidFile: { what: 'A file for `states run` has another form than needed.', remedy: 'Follow the message.' },
  InvalidInput: { what: 'The input of `states run` is no JSON.', remedy: 'Follow the message.' },
  InvalidMachine: { what: 'The file holds no state machine that can be run.', remedy: 'Mend what the message lists.' },
  InvalidPlaceholder: { what: '`--set` is not `NAME=VALUE`.', remedy: 'Write one for each `${NAME}` of the machine.' },
  MachineBusy: {
    what: 'Another execution measures on this machine, whoever started it: two at once would measure each other.',
    remedy: 'Wait for its end: `run --wait` does.',
  },
  MachineInvalid: {
    what: 'A file in `state-machines/` cannot be executed.',
    remedy: 'Mend what the message lists; `npm run lint:machines` tells more.',
  },
  NameInvalid: {
    what: 'The name of an execution that was started outside of the command line has another form.',
    remedy: 'Start it again with 1 to 48 letters, digits, `_` and `-`, without `__`.',
  },
  NetworkLacks: {
    what: 'The network of the deployment does not have what a target in two zones needs.',
    remedy: 'Deploy with the settings that the message names, or take a target in one zone.',
  },
  NeedsAws: {
    what: '`run` was asked to measure targets that this machine does not have.',
    remedy: 'Use `fsxbench rehearse`, or a deployed stack.',
  },
  NoCredentials: {
    what: '`doctor` found no credentials or no Region, or AWS refuses them.',
    remedy: 'Make `aws sts get-caller-identity` work first: the same credentials and Region are taken.',
  },
  NoExecution: { what: 'The folder holds no execution.', remedy: 'Name the folder of one execution.' },
  NoJson: { what: 'A file that must be JSON is none.', remedy: 'Mend it at the line and column of the message.' },
  NotBuilt: {
    what: 'The spec asks for something that this version plans and prices, and cannot execute yet.',
    remedy: 'Take out what the message names, or wait for a version that has it; `fsxbench plan` works in full.',
  },
  NotAQuantity: { what: 'A text is no size, duration or rate of the wanted kind.', remedy: 'Follow the message.' },
  NotDeployed: {
    what: 'A stack that is needed is not deployed in this account and Region, or none can be called so.',
    remedy: '`npx cdk deploy --all`, or name another deployment by `--stack` or `--region`.',
  },
  NotWritable: { what: 'A report cannot be written.', remedy: 'Look at rights and space of the folder.' },
  PlanUnreadable: { what: 'The `plan.json` of an execution cannot be read.', remedy: 'Restore it from the bucket.' },
  PriceListUnavailable: {
    what: "AWS's public price files could not be read.",
    remedy: 'Look at the network and the name of the Region; what was known before is still reckoned with.',
  },
  PriceListUnreadable: {
    what: 'A price file of AWS has another form than AWS documents.',
    remedy: 'What was known before is still reckoned with. Report it: its form has changed.',
  },
  RawMissing: { what: 'Raw files that a report is made of are gone.', remedy: 'Fetch the whole execution again.' },
  Rehearsed: { what: 'The report of a rehearsal is not made again.', remedy: 'Rehearse again: same seed, same bytes.' },
  SettingsInvalid: { what: 'A setting of the CDK app is wrong.', remedy: 'Mend what the message lists.' },
  SpecInvalid: { what: 'The spec has mistakes.', remedy: 'Mend them: `fsxbench validate` lists all with their lines.' },
  ToolMissing: {
    what: 'Hosts need tools that nobody publishes, and nobody has brought them for their system.',
    remedy: 'Make the tool bundle as the message says, and `fsxbench tools add` it; `fsxbench tools list` shows all.',
  },
  UnknownAction: { what: 'A command has no such action.', remedy: 'Take one of those that the message lists.' },
  UnknownLine: {
    what: '`--only` names a line that the checklist does not have.',
    remedy: 'Take the ids of `docs/aws-checklist.md`.',
  },
  UnknownName: {
    what: '`explain` knows nothing of that name.',
    remedy: 'Take one that the message brings; `fsxbench explain` lists all.',
  },
  UnknownRegion: {
    what: 'There are no prices of this Region, or no Region is called so.',
    remedy: 'Take one of those that the message lists.',
  },
  OutputUnwritable: {
    what: 'The file of `--output`, or that of `init`, cannot be written.',
    remedy: 'Name one in a folder that you may write.',
  },
  UnknownWorkload: { what: 'No workload is called so.', remedy: 'Take one of those that the message lists.' },
  UnreadableFile: { what: 'A file cannot be read.', remedy: 'Look at its name and rights.' },
  UnreadablePrices: {
    what: 'A file of prices is none.',
    remedy: '`fsxbench prices update` writes such a file; without one those of this version are reckoned with.',
  },
  UnreadableSpec: { what: 'The spec cannot be read.', remedy: 'Look at its name, rights and size.' },
  WorkingFolder: {
    what: 'The working folder is gone, or cannot hold `.fsxbench/`, where executions keep results and hosts.',
    remedy: 'Change to a folder that you may write, with space left.',
  },
  CommandsNotAllowed: {
    what: 'The deployment does not let hosts run scripts of specs.',
    remedy: 'Deploy both stacks with `commands=true`, where whoever may start executions may do that.',
  },
  HookNotAllowed: {
    what: 'The deployment does not allow the state machine that a `hook` names, or cannot wait for it.',
    remedy: 'Add its ARN to the setting `hooks`, and deploy both stacks; or name a machine that can be waited for.',
  },
  NotLetOut: {
    what: 'Hosts may not reach a server of a target, or not read its secret; or managed hosts be sent no command.',
    remedy: 'Add it to the settings `external`, `secrets` or `managed`, and deploy both stacks, `cdk deploy --all`.',
  },
  HostsMissing: {
    what: 'Fewer managed hosts carry the tag of a role, and answer to Systems Manager, than the experiment needs.',
    remedy: 'Tag more hosts, or start their agents; the message says how many answer, and which do not.',
  },
  QuotaTooSmall: {
    what: 'A quota of the account does not hold what an experiment takes up at once, beside what is there.',
    remedy:
      'Ask for more with the command or the link that the message has for each; or ask for less, or start it again ' +
      'when others have ended.',
  },
  StoreLeased: {
    what: 'Another execution measures a store, or uses a managed host, that this one wants: its lease is held.',
    remedy:
      'Start it again when the other has ended; the message says which, and when its lease expires at the latest.',
  },
  WrongUsage: {
    what: 'A command, an option or an argument that there is not, or one that is missing.',
    remedy: '`fsxbench COMMAND --help` shows what there is.',
  },
  ZoneLacksTypes: {
    what: 'The zone of the deployment does not have an instance type of the spec.',
    remedy: 'Deploy into a zone that the message names, `-c availabilityZone=…`, or write other types.',
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

/** By which state machines end, or which they leave as the reason of a rig. */
export const MACHINE_ERRORS = {
  BudgetReached: {
    what: 'What a rig has spent comes near its share of the budget.',
    remedy: 'Nothing: the remaining trials are NOT_RUN. Raise `limits.maxUsd` for the next time.',
  },
  Capacity: {
    what: 'EC2 could not launch all hosts of a role; none are kept.',
    remedy: 'Try another instance type, zone or hour.',
  },
  CommandNotSucceeded: { what: 'A step failed on a host, or its command was lost.', remedy: 'Look at the trial.' },
  DeadlineReached: {
    what: 'A rig comes near the end of `limits.maxHours`.',
    remedy: 'Nothing: the remaining trials are NOT_RUN. Raise the limit for the next time.',
  },
  CouldNotLook: {
    what: 'The janitor took care of all that it could see, and could not look at some kind or execution.',
    remedy: 'Its cause names them: make that they can be listed again. The next pass tries again.',
  },
  FenceClosed: {
    what: 'The execution is closed, or could not be looked at: nothing more is created.',
    remedy: 'Nothing: it was stopped, or ended otherwise.',
  },
  HookFailed: {
    what: 'A state machine of somebody that was to bring a stage about failed, or could not be started.',
    remedy: 'Read the history of its execution, which the text names; mend it, and start again.',
  },
  HookNotKnown: {
    what: 'A state machine of somebody was started to bring a stage about, and nobody could look how that ended.',
    remedy: 'Look at its execution, which the text names: it may still run. Then start again.',
  },
  HookTooSlow: {
    what: 'A state machine of somebody that was to bring a stage about took longer than it is waited for.',
    remedy: 'It may still run: nobody here stops it, and the receipt names it. Let it do less, or do it beforehand.',
  },
  NotConfirmed: {
    what: 'A person said no, or nothing, when a stage was to be confirmed: what needs that stage is not run.',
    remedy: 'Start again when it can be done; a longer `within` gives more time.',
  },
  HostLost: { what: 'A host ended while the rig waited for it.', remedy: 'Look at the reason that EC2 gives.' },
  HostsNotOnline: {
    what: 'Not all hosts reported to Systems Manager in time.',
    remedy: 'Look at subnet, endpoints and the console output of a host.',
  },
  NotTold: {
    what: 'A mail or an event on how an execution ended could not be sent.',
    remedy: 'Look at the topic and its subscriptions; receipt and report are in the bucket.',
  },
  PrepareFailed: {
    what: 'The target or a workload could not be made ready.',
    remedy: 'Look at the raw files below `prepare/`.',
  },
  RequestFailed: { what: 'Storage came to a state that it does not leave.', remedy: 'Read the reason that AWS gives.' },
  RequestTooSlow: {
    what: 'Storage was not ready in its time.',
    remedy: 'Try again; report it where it happens often.',
  },
  ResultsFailed: { what: 'No summary could be made.', remedy: '`fsxbench report` makes it again from the raw files.' },
  RigsFailed: { what: 'Rigs failed.', remedy: 'Look at the reasons of each rig in the report.' },
  SomethingLeft: {
    what: 'The receipt is not clean: something of the execution still exists, and may cost money.',
    remedy: 'The janitor tries again; the receipt lists ids to delete by hand.',
  },
  StillThere: {
    what: 'A teardown ended before all was gone: its time was over, or it had asked for 900 deletes.',
    remedy: 'As for SomethingLeft.',
  },
  TeardownFailed: { what: 'A rig could not tear itself down.', remedy: 'Nothing: the guardian does it.' },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

/** Names of all errors. */
export type ErrorCode = keyof typeof USER_ERRORS | keyof typeof MACHINE_ERRORS | keyof typeof PROGRAM_ERRORS;
export const ERROR_CODES = [USER_ERRORS, MACHINE_ERRORS, PROGRAM_ERRORS].flatMap(
  (part) => Object.keys(part) as ErrorCode[],
);
