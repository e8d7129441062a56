/** The words of fsxbench, each with what it means: a report explains those that it uses, `fsxbench explain` all. */

export const WORDS = {
  experiment: 'the question, with a stable name',
  execution: 'one start of an experiment',
  factor: 'a setting that is varied',
  level: 'one value of a factor',
  configuration: 'a cell: one combination of levels; its cell id is equal across executions',
  target: 'the storage under test',
  block: 'one fresh set of copies, of storage that is made for it; only a second block says how copies differ',
  copy: 'one created instance of a target',
  period: 'the time of a rig in which no copy changes its stage',
  rig: 'one fleet and the copies that it measures: what exists, is paid for and is torn down together',
  host: 'a machine that runs the workload',
  trial: 'one measured run of a configuration on a rig',
  replicate: 'a repeat of the same configuration inside a block',
  attempt: 'a try of a trial; after an infrastructure failure there is another, and only one counts',
  verdict: 'whether a trial may be believed; VALID ones count, and SUSPECT ones where that is how they came out',
  VALID: 'nothing speaks against the trial',
  SUSPECT: 'something speaks against the trial: it counts only where that is how it came out',
  INVALID: 'the trial did not measure what it should; it does not count',
  INFEASIBLE: 'the configuration cannot exist or cannot run',
  NOT_RUN: 'the trial was planned, but never started',
  median: 'the middle value of the trials of a configuration',
  'geometric mean':
    'each block counts once: the mean of the logarithms of its trials, and of these the mean, as a value; where ' +
    'trials scatter by factors it is their median',
  interval:
    'the range that holds the true median (of several blocks their geometric mean) in at least 95 of 100 cases, if ' +
    'repeats scatter only by chance: from six ' +
    'trials on by their order alone; of three to five, and of several blocks, by the mean of their logarithms',
  n: 'number of trials that count',
  spread: 'coefficient of variation of the trials: standard deviation ÷ mean',
  percentile: 'p99 = 99 % of all operations took at most this long; merged from histograms, never averaged over hosts',
  receipt: 'the proof that nothing of an execution is left',
  estimate: 'money computed before the start',
  reference:
    'what a configuration is compared with: the same one with the levels that the spec names; where that was not ' +
    'measured, the one of these and of first levels',
  bottleneck:
    'what limited the trials of a configuration, by what was looked at; not known where nothing of that was at its ' +
    'limit, or where nobody could look',
  seed: 'the text from which the order of trials is drawn',
  spec: 'the YAML file that says what is varied, on which storage, with which load, and what is to be decided',
  plan: 'all that an execution is going to do, written before it begins: cells, order, requests, scripts, estimate',
  stage: 'a named state of a target; later ones are reached by changing the same copy',
  round: 'every cell of a period once, in random order',
  plot: 'the trials of a round that share the levels of all factors that are hard to change',
  fleet: 'the machines of a rig that run workloads',
  role: 'a group of hosts in a fleet: they are alike, and do the same',
  workload: 'the load: a tool with its parameters',
  fixture: 'what stands on hosts before a trial may start: a mount, a tool, data; it stands in a slot, one at a time',
  step: 'one script for each of the roles that take part, started on all their hosts at once',
  mark: 'a moment in the life of a rig: creating, preparing, measuring, changing, deleting',
  phase: 'a named part of the time of a trial (warm-up, measure), or of a rig between two marks',
  series: 'a metric over the time of a trial, by the second',
  observation: 'one number from one trial: metric, operation, statistic, unit and value',
  metric: 'what is measured, with its unit and whether more or less of it is better',
  criterion: 'a condition on a metric that whatever is chosen has to keep to as well',
  interleaved: 'the copies of all targets are measured by one fleet, mixed in every round',
  sequential: 'each target has a rig of its own: a difference may be one of hosts or of the hour',
  entitlement: 'what was paid for: bytes a second, operations a second',
  budget: 'the most that an execution may cost; each rig has its share of it',
  spend: 'money so far, or at the end',
  fence: 'what closes an execution: after it, nothing more is created',
  guardian: 'the state machine that waits beside an execution and tears down whatever is left of it',
  janitor: 'the state machine that finds, every 15 minutes, what nobody looks after',
  rehearsal: 'an execution in virtual time against a modelled account: nothing is created, measured or paid',
  simulated: 'of a number: it comes from a model, never from a measurement',
} as const;

/** A word that has a meaning of its own here. */
export type Word = keyof typeof WORDS;
