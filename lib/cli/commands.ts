/** All commands: names, options and help are data; the code of each is loaded only when it is called. */
import { expected } from '../shapes/errors';
import { BUNDLE_NAMES, BUNDLES } from '../shapes/tool-bundles';
import type { CommandModule } from './command';
import data from './commands.json';
import { wrapText } from './text/lines';

/** An option of a command. */
export interface Option {
  readonly flags: string;
  readonly text: string;
  /** May stand several times; the command gets a list. */
  readonly repeat?: boolean;
}

/** A command, as help shows it and commander reads it. */
export interface Entry {
  readonly usage: string;
  readonly text: string;
  /** Heading under which the help lists it. */
  readonly group: string;
  readonly options: readonly Option[];
  /** One example that works as it stands, and what else a newcomer should know. */
  readonly help: string;
  readonly load: () => Promise<CommandModule>;
}

/** By the first word of the usage; each path is written out, so that the build can find it. */
const LOADERS: Readonly<Record<string, Entry['load']>> = {
  try: () => import('./commands/try'),
  init: () => import('./commands/init'),
  validate: () => import('./commands/validate'),
  explain: () => import('./commands/explain'),
  schema: () => import('./commands/schema'),
  prices: () => import('./commands/prices'),
  plan: () => import('./commands/plan'),
  run: () => import('./commands/run'),
  rehearse: () => import('./commands/rehearse'),
  clean: () => import('./commands/clean'),
  parse: () => import('./commands/parse'),
  judge: () => import('./commands/judge'),
  report: () => import('./commands/report'),
  doctor: () => import('./commands/doctor'),
  start: () => import('./commands/start'),
  list: () => import('./commands/list'),
  watch: () => import('./commands/watch'),
  stop: () => import('./commands/stop'),
  fetch: () => import('./commands/fetch'),
  pause: () => import('./commands/pause'),
  resume: async () => ({ run: (await import('./commands/pause')).runResume }),
  confirm: () => import('./commands/confirm'),
  tools: () => import('./commands/tools'),
  states: () => import('./commands/states'),
};

const SHARED: Readonly<Record<string, Option>> = data.options;

/** In the order of the help. */
export const ENTRIES: readonly Entry[] = data.commands.map(({ options, help, ...rest }) => ({
  ...rest,
  options: options.flatMap((one) => {
    const option: Option | undefined = typeof one === 'string' ? SHARED[one] : one;
    return option === undefined ? [] : [{ ...option, text: withBundles(option.text) }];
  }),
  help: help.map(withBundles).join('\n'),
  load: expected(LOADERS[rest.usage.replace(/ .*$/, '')], `a module of ${rest.usage}`),
}));

/** What tool bundles there are stands in their own table. */
function withBundles(text: string): string {
  return text
    .replace('{bundle names}', BUNDLE_NAMES.join(', '))
    .replace('{bundles}', () =>
      BUNDLE_NAMES.flatMap((name) => wrapText(`${name}: ${BUNDLES[name].get}.`, '', 112)).join('\n'),
    );
}
