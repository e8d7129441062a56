/** All commands. Names, options and help are data; the code of a command is loaded when it is called. */
import { ensure } from '../shapes/errors';
import { BUILT_BUNDLES, BUNDLE_NAMES, BUNDLES } from '../shapes/tool-bundles';
import type { CommandModule } from './command';
import type { ExecutionCommand } from './commands/executions';
import data from './commands.json';
import { wrapText } from '../report/lines';

export interface Option {
  readonly flags: string;
  readonly text: string;
  /** Repeatable; the command gets a list. */
  readonly repeat?: boolean;
}

/** A command, as help shows it and commander reads it. */
export interface CommandEntry {
  readonly usage: string;
  readonly text: string;
  /** Heading under which the help lists it. */
  readonly group: string;
  readonly options: readonly Option[];
  /** An example that works unchanged, then notes for new users. */
  readonly help: string;
  readonly load: () => Promise<CommandModule>;
}

async function loadExecutions(name: ExecutionCommand): Promise<CommandModule> {
  return (await import('./commands/executions')).loadCommand(name);
}

/** By the first word of the usage. Literal paths, so that the bundler finds them. */
const LOADERS: Readonly<Record<string, CommandEntry['load']>> = {
  try: () => import('./commands/try'),
  gate: () => import('./commands/gate'),
  init: () => import('./commands/init'),
  validate: () => import('./commands/validate'),
  explain: () => import('./commands/explain'),
  completion: async () => (await import('./commands/schema')).completion,
  schema: () => import('./commands/schema'),
  prices: () => import('./commands/prices'),
  plan: () => import('./commands/plan'),
  run: () => import('./commands/run'),
  rehearse: () => import('./commands/rehearse'),
  clean: () => import('./commands/clean'),
  parse: () => import('./commands/parse'),
  judge: () => import('./commands/judge'),
  report: () => import('./commands/report'),
  compare: () => import('./commands/compare'),
  history: () => import('./commands/history'),
  doctor: () => import('./commands/doctor'),
  start: () => loadExecutions('start'),
  list: () => loadExecutions('list'),
  watch: () => loadExecutions('watch'),
  stop: () => loadExecutions('stop'),
  fetch: () => import('./commands/fetch'),
  pause: () => loadExecutions('pause'),
  resume: () => loadExecutions('resume'),
  down: () => import('./commands/down'),
  confirm: () => import('./commands/confirm'),
  tools: () => import('./commands/tools'),
  states: () => import('./commands/states'),
};

const SHARED_OPTIONS: Readonly<Record<string, Option>> = data.options;

/** In the order of the help. */
export const ENTRIES: readonly CommandEntry[] = data.commands.map(({ options, help, ...rest }) => ({
  ...rest,
  options: options.flatMap((one) => {
    const option: Option | undefined = typeof one === 'string' ? SHARED_OPTIONS[one] : one;
    return option === undefined ? [] : [{ ...option, text: fillBundles(option.text) }];
  }),
  help: help.map(fillBundles).join('\n'),
  load: ensure(LOADERS[rest.usage.replace(/ .*$/, '')], `a module of ${rest.usage}`),
}));

/** Fills in the tool bundles from their table. */
function fillBundles(text: string): string {
  return text
    .replace('{bundle names}', BUILT_BUNDLES.join(', '))
    .replace('{bundles}', () =>
      BUNDLE_NAMES.flatMap((name) => wrapText(`${name}: ${BUNDLES[name].get}.`, '', 112)).join('\n'),
    );
}
