/** All commands as a table: names, options and help; the code of each is loaded only when it is called. */
import { ACCOUNT_ENTRIES } from './account/entries';
import { type Entry, JSON_OPTION, type Option } from './entry';
import { TOOLS_ENTRIES } from './tools/entries';

const SEED: Option = {
  flags: '--seed <text>',
  text: 'order of the trials; default: design.seed, else the name of the execution',
};
const REGION: Option = {
  flags: '--region <region>',
  text: 'Region whose prices are reckoned with; default: AWS_REGION, else us-east-1',
};
const PRICES: Option = {
  flags: '--prices <file>',
  text: 'prices that `fsxbench prices update` wrote; default: those in .fsxbench/prices/, else those of this version',
};
const EXECUTION: Option = {
  flags: '--name <executionId>',
  text: 'name of the execution, 1-48 of A-Za-z0-9_-; default: date and time',
};

const WAIT: Option = {
  flags: '--wait',
  text: 'wait for another execution on this machine to end, in place of being refused',
};
const CALLS: Option = { flags: '--calls <file>', text: 'write every AWS call of the state machines as JSON lines' };

/** In the order of the help. */
export const ENTRIES: readonly Entry[] = [
  {
    usage: 'try <path...>',
    group: 'Measure on this machine',
    text: 'measure folders of this machine for about 90 seconds, and show the spec that did it',
    options: [JSON_OPTION, SEED, EXECUTION, WAIT, CALLS],
    help:
      'fsxbench try . /dev/shm\n\n' +
      'Random reads and writes of 4 KiB, sequential ones of 1 MiB, by fio, three times each. Several folders are\n' +
      'compared with the first. Files of at most 256 MiB are made in a folder of their own in each, and removed;\n' +
      'nothing else is touched. The spec that is printed can be kept, changed and given to `fsxbench run`.\n' +
      'One or two folders take about 90 seconds, each more another 50.\n' +
      'A file system in memory gets one I/O at a time, as it takes no more; beside it all others do, too.',
    load: () => import('./commands/try'),
  },
  {
    usage: 'init [file]',
    group: 'Before anything is created',
    text: 'write a first experiment: asks what storage, which load and what is to be decided',
    options: [
      JSON_OPTION,
      { flags: '--target <kind>', text: 'what is measured: a kind, e.g. directory or fsx-lustre' },
      { flags: '--workload <load>', text: 'random (small blocks), stream (large ones) or files (many small files)' },
      { flags: '--decide <what>', text: 'cheapest (that reaches what is needed), fastest, or describe' },
      {
        flags: '--reach <quantity>',
        text: 'with cheapest: what is needed, e.g. "20k ops/s", "500 MB/s", or at most "90s"',
      },
    ],
    help:
      'fsxbench init --target fsx-openzfs --workload random --decide cheapest --reach "20k ops/s"\n\n' +
      'On a terminal it asks for what no flag says; elsewhere it needs the first three flags. What it writes\n' +
      'is small, says in comments what to change, and passes `fsxbench validate`. It overwrites nothing: where the\n' +
      'file is there already, the exit code is 2. Without a name it is called by target and workload, e.g.\n' +
      'fsx-openzfs-random.yaml. Nothing else is created, and nothing is measured.',
    load: () => import('./commands/init'),
  },
  {
    usage: 'validate <spec>',
    group: 'Before anything is created',
    text: 'check a spec: all problems at once, then warnings, then advice',
    options: [JSON_OPTION, REGION, PRICES],
    help:
      'fsxbench validate experiments/local-disk.yaml\n\nNothing is created. Exit code 2 where there is an error, ' +
      '3 where only its own limits refuse it.',
    load: () => import('./commands/validate'),
  },
  {
    usage: 'explain [name...]',
    group: 'Before anything is created',
    text: 'what a setting, metric, verdict, reason, error or word means; without a name: all that there are',
    options: [JSON_OPTION],
    help:
      'fsxbench explain throughputMBps\n\n' +
      'A name may be a setting of a spec (`design.replicates`, `fsx-lustre.metadataIops`, `mount.nconnect`), a kind\n' +
      '(`fsx-openzfs`, `fio`), a metric (`latency_p99`), a verdict, a reason or an error (`SUSPECT`, `ClientBound`,\n' +
      '`BudgetExceeded`), an exit code, or a word of plans and answers (`rig`, `block`). Case does not matter. What\n' +
      'means several things is explained as each of them; where nothing is called so, the exit code is 2.',
    load: () => import('./commands/explain'),
  },
  {
    usage: 'schema',
    group: 'Before anything is created',
    text: 'print the JSON Schema of a spec: editors complete, explain and check with it',
    options: [
      { flags: '--output <file>', text: 'write it into this file, and say how a spec names that' },
      { flags: '--json', text: 'with --output: print the path as one JSON document' },
    ],
    help:
      'fsxbench schema --output spec.schema.json\n\n' +
      'With `# yaml-language-server: $schema=spec.schema.json` as the first line of a spec beside it, editors that\n' +
      'speak YAML (VS Code with its YAML extension, Neovim, …) know every name, kind, unit and default.\n' +
      'What they cannot know, `fsxbench validate` says.',
    load: () => import('./commands/schema'),
  },
  {
    usage: 'prices [action]',
    group: 'Before anything is created',
    text: 'list the prices that are reckoned with, their day, source and how sure they are; `update` reads AWS',
    options: [
      JSON_OPTION,
      REGION,
      PRICES,
      { flags: '--output <file>', text: 'with update: write them into this file in place of .fsxbench/prices/' },
    ],
    help:
      'fsxbench prices update --region eu-west-1\n\n' +
      'Reads the public price files of a Region: of FSx, EFS, addresses, and of EC2, which alone has hundreds of\n' +
      'megabytes; no account is needed. Only what is used here is kept, in .fsxbench/prices/REGION.json, which\n' +
      'validate, plan and rehearse then reckon with. An account reckons with a copy of it in its results bucket,\n' +
      '`prices/REGION.json`, and reads the same files itself where that is older than 30 days.\n' +
      'What a file lacks keeps the price of this version, with its day; what neither has is said to have none.\n' +
      'Without an action the prices are listed.',
    load: () => import('./commands/prices'),
  },
  {
    usage: 'plan <spec>',
    group: 'Before anything is created',
    text: 'show all that an execution would do: cells, rigs, order, requests, scripts, estimate',
    options: [
      JSON_OPTION,
      SEED,
      EXECUTION,
      REGION,
      PRICES,
      { flags: '--scripts', text: 'print the exact scripts that hosts would run' },
    ],
    help:
      'fsxbench plan experiments/local-disk.yaml --scripts\n\n' +
      'Same spec, same seed and same name give the same plan.\n' +
      'What its words mean (cell, trial, rig, copy, round, period, block): `fsxbench explain rig`.',
    load: () => import('./commands/plan'),
  },
  {
    usage: 'run <spec>',
    group: 'Measure on this machine',
    text: 'execute a spec for real on this machine',
    options: [JSON_OPTION, SEED, EXECUTION, WAIT, CALLS],
    help:
      'fsxbench run experiments/local-disk.yaml\n\n' +
      'The state machines that run on AWS run here, against processes and folders of this machine.\n' +
      'Results stay in .fsxbench/bucket/. Ctrl-C ends the execution as an abort ends a real one: ' +
      'teardown, receipt, partial results.\n' +
      'A second Ctrl-C ends at once and says what is left for `fsxbench clean`; a third kills.\n' +
      'One execution on a machine at a time: two would measure each other.',
    load: () => import('./commands/run'),
  },
  {
    usage: 'rehearse <spec>',
    group: 'Before anything is created',
    text: 'execute a spec in virtual time against a modelled account: cost, duration, teardown',
    options: [
      JSON_OPTION,
      SEED,
      { flags: '--name <executionId>', text: 'name of the execution, 1-48 of A-Za-z0-9_-; default: rehearsal' },
      REGION,
      PRICES,
      { flags: '--start <instant>', text: 'when it begins; default: 2026-01-01T00:00:00Z' },
      CALLS,
    ],
    help:
      'fsxbench rehearse experiments/lustre-small.yaml\n\n' +
      'The state machines and functions are those that run on AWS; account, storage and hosts are models.\n' +
      'Nothing is created and nothing is paid. Same spec, seed and name give the same bytes.\n' +
      'The report lies in .fsxbench/rehearsals/; all its numbers are marked as simulated.',
    load: () => import('./commands/rehearse'),
  },
  {
    usage: 'clean',
    group: 'Measure on this machine',
    text: 'find and remove what a killed local execution left',
    options: [JSON_OPTION],
    help: 'fsxbench clean\n\nWorks on .fsxbench/ of the working directory. Results are kept.',
    load: () => import('./commands/clean'),
  },
  {
    usage: 'parse <file...>',
    group: 'Results',
    text: 'print the observations in output files of a tool, whoever ran it',
    options: [JSON_OPTION, { flags: '--workload <kind>', text: 'kind of the output, e.g. fio' }],
    help:
      'fio --name=a --rw=randread --size=16m --runtime=2 --time_based --output-format=json+ --output=a.json\n' +
      'fsxbench parse --workload fio a.json',
    load: () => import('./outputs/parse'),
  },
  {
    usage: 'judge <file...>',
    group: 'Results',
    text: 'say whether output files of a tool may be believed, whoever made them',
    options: [
      JSON_OPTION,
      { flags: '--workload <kind>', text: 'kind of the output; left out: the first that can read it' },
      {
        flags: '--entitled <metric=amount...>',
        text: 'what was paid for, e.g. iops=3000 bandwidth=125MiB/s',
      },
      {
        flags: '--burst <metric=amount...>',
        text: 'the most that bursts give, e.g. iops=10000: more is impossible, less is more than was paid for',
      },
      { flags: '--asked <option=value...>', text: 'options of the tool as they were meant, e.g. bs=4k runtime=60' },
      { flags: '--host-memory <bytes>', text: 'memory of the host, e.g. 16GiB' },
    ],
    help:
      'fsxbench judge a.json --entitled iops=3000 --host-memory 16GiB\n\n' +
      'Each file is sound, doubtful, impossible, or nobody can tell, with reasons. It needs no account and no\n' +
      'experiment. What is no reason, and should be known of it, is a note. Exit code 1 where any file is not sound.',
    load: () => import('./outputs/judge'),
  },
  {
    usage: 'report <dir>',
    group: 'Results',
    text: 'make the report of an execution again, from its raw files',
    options: [JSON_OPTION],
    help: 'fsxbench report .fsxbench/bucket/executions/local-disk/<executionId>',
    load: () => import('./commands/report'),
  },
  ...ACCOUNT_ENTRIES,
  ...TOOLS_ENTRIES,
  {
    usage: 'states <action> <machine>',
    group: 'For developers of fsxbench',
    text: 'run one state machine, its tasks answered from a file; the action is run',
    options: [
      JSON_OPTION,
      { flags: '--input <json>', text: 'input of the execution: JSON, @FILE or the path of a file; default: {}' },
      {
        flags: '--tasks <file>',
        text: 'answers of task attempts in order: [{state, result} | {state, error?, cause?} | {state, silent: true}]',
      },
      {
        flags: '--objects <file>',
        text: 'S3 objects that an ItemReader finds: [{bucket, key, text, etag?, lastModified?}]',
      },
      { flags: '--set <name=value>', text: 'value of a placeholder ${NAME}; may stand several times', repeat: true },
      { flags: '--virtual', text: 'virtual time: waits, retries and time-outs cost nothing' },
    ],
    help:
      'fsxbench states run machine.asl.json --input \'{"n": 1}\' --tasks tasks.json --virtual --json\n\n' +
      'Any machine in JSONata mode. Exit code 0 whenever it could be run, whatever its status.\n' +
      'A task without an answer left fails with Fsxbench.NothingQueued. Placeholders without a value stay as they are.',
    load: () => import('./commands/states'),
  },
];
