/** What modelled hosts laid out on copies, and moved to and from them, where that is paid for. */
import { laidOut } from '../../../experiment/plan/rig/moved';
import { kindsOn } from '../../../experiment/kinds';
import { oncePrices } from '../../../pricing/months';
import { canonical } from '../../../shapes/canonical';
import { copyTag, rigTag, TAG } from '../../../shapes/layout';
import type { PricedLines } from '../../../shapes/line-item';
import type { PriceBook } from '../../../shapes/price';
import { targetOf } from '../../../targets/registry';
import type { Asked } from '../../hosts/modelled/find-command';
import type { OnMoved } from '../../hosts/modelled/trials';

/** What was moved while a copy was set so. */
interface Moving {
  readonly kind: string;
  readonly config: Readonly<Record<string, unknown>>;
  read: number;
  written: number;
}

interface Used {
  /** Bytes of its data sets. */
  readonly laid: number;
  readonly states: Map<string, Moving>;
}

export interface MovedOnCopies {
  /** To be told of every step that works on the storage. Before the first one of a copy its data are laid out. */
  readonly add: OnMoved;
  /** Bytes of data sets on a file system with these tags; 0 where none were laid out, or nobody pays for them. */
  stored(tags: Readonly<Record<string, string>>): number;
  /** What is paid for once, of each copy in each of its states. */
  priced(book: PriceBook): readonly PricedLines[];
}

export function movedOnCopies(): MovedOnCopies {
  const copies = new Map<string, Used>();
  return {
    add: (asked, { read, written }) => {
      const { plan, rig, copy, trial } = asked;
      const target = targetOf(copy.kind);
      // Most are paid for by time alone.
      if (trial === null || (target?.movedItems === undefined && target?.storedItems === undefined)) return;
      const key = copyTag(rigTag(plan.executionId, rig.rig), copy.copy);
      const known = copies.get(key);
      const { laid, states } = known ?? { laid: laidOn(asked), states: new Map<string, Moving>() };
      copies.set(key, { laid, states });
      const { targetConfig: config } = trial.cell;
      const state = canonical(config);
      const one = states.get(state) ?? { kind: copy.kind, config, read: 0, written: 0 };
      states.set(state, one);
      one.read += read;
      one.written += written + (known === undefined ? laid : 0);
    },
    stored: (tags) => copies.get(tags[TAG.copy] ?? '')?.laid ?? 0,
    priced: (book) =>
      [...copies.values()]
        .flatMap(({ states }) => [...states.values()])
        .map(({ kind, config, ...bytes }) => oncePrices(targetOf(kind)?.movedItems?.(config, bytes) ?? [], book)),
  };
}

/** Bytes of the data sets of a copy. */
function laidOn({ plan: { spec, cells, trials }, rig, copy }: Asked): number {
  const its = trials.filter((one) => one.rig === rig.rig && one.copy === copy.copy);
  return laidOut(its, { spec, cells, kinds: kindsOn(spec.fleet) }, rig.roles);
}
