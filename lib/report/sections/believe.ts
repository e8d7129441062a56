/** May I believe it? Verdicts, repeatability, what happened meanwhile, measured or modelled. One line each. */
import { counted, formatValue } from '../../results/format';
import { blockWords } from '../../results/design/facts';
import { metricWords } from '../../results/measures';
import { medianOf } from '../../results/statistics/moments';
import { type Beside, VERDICTS } from '../../shapes/verdict';
import { type Html, html, prose } from '../html';
import { cellLink, type Page } from '../page/context';

/** The section. */
export function believeSection(page: Page): Html {
  return html`<section id="believe"><h2>May I believe it?</h2><dl class="facts">
<dt>${page.words.say('trial', 'Trials')} by ${page.words.say('verdict')}</dt><dd>${verdicts(page)}</dd>
<dt>Repeatability</dt><dd>${repeatability(page)}</dd>
<dt>Meanwhile</dt><dd>${meanwhile(page)}</dd>
<dt>Measured or modelled</dt><dd>${measured(page)}</dd></dl></section>`;
}

function verdicts(page: Page): Html {
  const { summary, words } = page;
  const chips = VERDICTS.filter((verdict) => summary.verdicts[verdict] > 0).map(
    (verdict) => html`<span class="chip ${verdict}">${summary.verdicts[verdict]} ${words.say(verdict)}</span>`,
  );
  const out = summary.trials.filter((trial) => trial.out !== null).length;
  const rest = out === 0 ? '' : html` <a href="#left-out">${counted(out, 'trial')} left out, and why</a>.`;
  return html`${chips} of ${counted(summary.trials.length, 'trial')}.${rest}${despite(page)}`;
}

/** Suspect trials that count: for how they came out, or since single figures of theirs are suspect. */
function despite({ summary }: Page): readonly Html[] {
  const counting = summary.trials.filter((trial) => trial.out === null && trial.verdict !== 'VALID');
  const metricsOf = ({ reasons }: (typeof counting)[number]): readonly string[] =>
    reasons.flatMap(({ level, metrics = [] }) => (level === 'note' ? [] : metrics));
  const partly = counting.filter((trial) => metricsOf(trial).length > 0);
  const still = counting.length - partly.length;
  const found: Html[] = [];
  if (still > 0)
    found.push(html` <a href="#left-out">${counted(still, 'suspect trial')}</a> ${still === 1 ? 'counts' : 'count'}
all the same: what speaks against ${still === 1 ? 'it' : 'them'} is how ${still === 1 ? 'it' : 'they'} came out.`);
  if (partly.length > 0) {
    const names = [...new Set(partly.flatMap(metricsOf))].map((metric) => metricWords(summary.metrics, metric));
    found.push(html` <a href="#left-out">${counted(partly.length, 'suspect trial')}</a>
${partly.length === 1 ? 'counts' : 'count'} but for ${names.join(', ')}: only these figures are suspect.`);
  }
  return found;
}

function repeatability(page: Page): Html {
  const { repeatability: found, metrics } = page.summary;
  const { typical, worst, within, between, cells, metric } = found;
  const name = metric === null ? 'any number' : metricWords(metrics, metric);
  if (typical === null || worst === null) {
    return html`No configuration has two trials that count with ${name}: nothing is known about how well they repeat.`;
  }
  const { design } = page.summary;
  const blocks =
    within === null || between === null
      ? ''
      : html` Within a ${page.words.say('block')} ${percent(within)};
${design.given ? blockWords(design) : 'fresh copies'} differ by ${percent(between)} beyond that.
Each block counts as one value in intervals and decisions, however many trials it has.`;
  return html`${page.words.say('replicate', 'Replicates')} ${page.words.say('spread')} by ${percent(typical)} in ${name}
(the middle one of ${counted(cells, 'configuration')});
most in ${cellLink(page, worst.cell)}: ${percent(worst.cv)}.${blocks}`;
}

function meanwhile(page: Page): Html {
  const { summary, words } = page;
  const retried = summary.trials.filter(({ attempts }) => attempts > 1).length;
  const overlaps = summary.trials.flatMap(({ overlap }) => (overlap === null ? [] : [overlap]));
  const least = overlaps.length === 0 ? null : Math.min(...overlaps);
  const stopped = summary.outcomes.filter(({ status }) => status !== 'SUCCEEDED');
  const again =
    retried === 0
      ? html`No trial was tried again.`
      : html`${counted(retried, 'trial')} needed more than one ${words.say('attempt')}.`;
  const rigs = stopped.map(
    ({ rig, reason, status }) =>
      html` Rig ${rig} ended as ${status}${reason === null ? '' : html`: ${prose(reason.text.replace(/\.$/, ''))}`}.`,
  );
  const together =
    least === null || summary.local
      ? ''
      : html` The ${words.say('host', 'hosts')} of a trial
measured together for ${least > 0.995 ? '' : 'at least '}${percent(least)}
of their time.`;
  return html`${again}${rigs}${together}${summary.simulated ? '' : besideText(page)}`;
}

/** Median and most over the trials that measured, and in how many nothing is known of it. */
function besideText({ summary }: Page): Html {
  const ran = summary.trials.filter(({ started }) => started !== null);
  const told = ran.flatMap(({ beside }) => beside ?? []);
  if (ran.length === 0) return html``;
  if (told.length === 0) return html` No host told what else its machine did.`;
  const figures = (of: (beside: Beside) => number, words: (value: number) => string): string => {
    const values = told.map(of);
    return `${words(medianOf(values))} (at most ${words(Math.max(...values))})`;
  };
  const silent = ran.length - told.length;
  const rest = silent === 0 ? '' : html` ${counted(silent, 'trial')} left no evidence of it.`;
  const of = html` Beside ${counted(told.length, 'trial')} other processes took a median of`;
  return html`${of} ${figures(({ othersCpu }) => othersCpu, percent)} of the CPU time, the hypervisor kept back
${figures(({ stolenCpu }) => stolenCpu, percent)} of it, and others moved
${figures(
  ({ othersBytesPerSecond }) => othersBytesPerSecond,
  (rate) => formatValue(rate, 'bytes/s'),
)} on the measured disk.${machines(told)}${rest}`;
}

/** How near the machines were to what they can, of trials whose rows tell it: earlier versions did not. */
function machines(told: readonly Beside[]): string {
  const of = (figure: (beside: Beside) => number | null | undefined): readonly number[] =>
    told.flatMap((beside) => figure(beside) ?? []);
  const [busy, free] = [of(({ busyCpu }) => busyCpu), of(({ availableMemory }) => availableMemory)];
  const [waited, held] = [
    of((one) => one.waited?.cpu).map((share) => Math.min(1, share)),
    of(({ heldPackets }) => heldPackets),
  ];
  const clocks = of(({ clockAheadSeconds }) => clockAheadSeconds).map(Math.abs);
  const most = (values: readonly number[]): string =>
    `${percent(medianOf(values))} (at most ${percent(Math.max(...values))})`;
  const lacked = held.filter((packets) => packets > 0).length;
  return [
    busy.length === 0 ? '' : ` All CPUs together were busy for a median of ${most(busy)} of the time.`,
    waited.length === 0 ? '' : ` Something waited for a CPU for ${most(waited)} of it.`,
    free.length === 0 ? '' : ` At least ${percent(Math.min(...free))} of the memory was free.`,
    held.length === 0
      ? ''
      : lacked === 0
        ? ' No packet was held back at an allowance of the instance type.'
        : ` In ${counted(lacked, 'trial')} packets were held back at an allowance of the instance type.`,
    clocks.length === 0 ? '' : ` Clocks were wrong by ${formatValue(Math.max(...clocks), 's')} at most.`,
  ].join('');
}

function measured({ summary, words }: Page): Html {
  if (summary.simulated) return html`<strong>Modelled.</strong> No byte was read or written.`;
  const where = summary.local ? 'Measured on this machine, beside whatever else ran on it.' : 'Measured.';
  const found = summary.provenance.facts.flatMap(({ name, values }) =>
    values.flatMap(({ value, ...where }) => {
      const remark = summary.factWords[name]?.remarks?.[value];
      return remark === undefined ? [] : [{ ...remark, ...where }];
    }),
  );
  return html`${where}${found.map(
    ({ trials, targets, text, words: meant }) =>
      html` ${counted(trials, 'trial')} (${targets.join(', ')}) ${words.within(text, Object.keys(meant))}.`,
  )}`;
}

/** Two digits: more nobody needs to know of it. */
function percent(share: number): string {
  const number = share * 100;
  return `${number >= 99.5 ? Math.round(number) : Number(number.toPrecision(2))} %`;
}
