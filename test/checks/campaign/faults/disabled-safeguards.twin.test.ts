/**
 * Each safety layer saves the account alone, where all others are gone; and the program without it, too, leaks. So none
 * is there for nothing, and none rests on another.
 */
import { CALM, type Rule, type RuleOf } from '../../../../checks/campaign/faults/campaign';
import { type Outcome, makeSubject } from '../../../../checks/campaign/subject';
import { LUSTRE, makeOptions } from '../../../twin/rehearsal/specs';

type Layer = RuleOf<'without'>['layer'];

const { experiment, startedAt, prices, machineText, scripts } = makeOptions(LUSTRE);
const on = makeSubject({ spec: LUSTRE, experiment, startedAt, prices, machineText, scripts });

/** Everything stands and is paid for, and whoever would clean up in time is gone. */
const ABORTED: Rule = {
  fault: 'state',
  machine: 'rig',
  state: 'PrepareHosts',
  nth: 1,
  effect: 'abort',
  who: 'experiment',
};
/** The rig's own end is no layer here: it ends with the experiment. */
const without = (...layers: Layer[]): Rule[] => layers.map((layer) => ({ fault: 'without', layer }));

/** Longer than the expiry of everything, 10 h after the start. */
const run = (...rules: Rule[]): Promise<Outcome> => on.run({ ...CALM, rules, hours: 16 }, 'layers');
const listLeft = ({ complaints }: Outcome): string[] =>
  complaints.filter((text) => /TeardownIncomplete|CreatedAfterCleanReceipt/.test(text));

describe('single safety layer with all others disabled', () => {
  const layers = ['guardian', 'event-rule', 'janitor'] as const;
  it.each(layers)('cleans up through the %s alone, and leaves resources without it', async (layer) => {
    const others = [ABORTED, ...without(...layers.filter((other) => other !== layer), 'host-timer')];
    expect((await run(...others)).complaints).toEqual([]);
    expect(listLeft(await run(...others, ...without(layer)))).not.toEqual([]);
  });

  it('ends a host by its own timer alone, and leaves the host running without the timer', async () => {
    const others = [ABORTED, ...without('guardian', 'event-rule', 'janitor')];
    const hosts = (outcome: Outcome): string[] => listLeft(outcome).filter((text) => text.includes('ec2:instance'));
    expect(hosts(await run(...others))).toEqual([]);
    expect(hosts(await run(...others, ...without('host-timer')))).not.toEqual([]);
  });

  it('prevents late creations through the fence when executions cannot be stopped', async () => {
    // The first rig is about to create, nobody may stop anything for six hours, and its call is slow.
    const unstoppable: Rule[] = [
      { fault: 'state', machine: 'rig', state: 'Measure', nth: 1, effect: 'abort', who: 'experiment' },
      { fault: 'call', service: 'sfn', action: 'StopExecution', effect: 'denied', until: 6 * 3600 },
    ];
    const fenced = await run(...unstoppable);
    expect(listLeft(fenced)).toEqual([]);
    const created = ({ complaints }: Outcome): string[] =>
      complaints.filter((text) =>
        /CreatedAfterCleanReceipt|AfterFence|CreatedAfterReceipt|ClosedFenceIgnored/.test(text),
      );
    expect(created(fenced)).toEqual([]);
    expect(created(await run(...unstoppable, ...without('fence')))).not.toEqual([]);
  });

  it('lists untagged resources in the receipt by queries by ID, and omits them (Denied) without these', async () => {
    // Only the receipt is left to say it: tags are gone, and with them everybody else's knowledge.
    const untagged: Rule[] = [{ fault: 'hand', effect: 'untag', at: 1020 }];
    const denied = ({ complaints }: Outcome): string[] => complaints.filter((text) => /Denied/.test(text));
    // Two days: what outlives its expiry is told of once a day.
    const long = (...rules: Rule[]): Promise<Outcome> => on.run({ ...CALM, rules, hours: 48 }, 'layers');
    expect((await long(...untagged)).complaints).toEqual([]);
    expect(denied(await long(...untagged, ...without('receipt-by-id')))).not.toEqual([]);
  });
});
