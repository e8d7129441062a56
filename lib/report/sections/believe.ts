/** May I believe it? Verdicts, repeatability, what happened meanwhile, measured or modelled. One line each. */
import { counted, formatValue, threeDigits } from '../../results/format';
import { metricWords } from '../../results/measures';
import { medianOf } from '../../results/statistics/moments';
import { type Beside, VERDICTS } from '../../shapes/verdict';
import { type Html, html } from '../html';
import { cellLink, type Page } from '../page/context';

/** The section. */
export function believeSection(page: Page): Html {
  return html`<section id="believe"><h2>May I believe it?</h2><dl class="facts">
<dt>${page.words.say('trial', 'Trials')} by ${page.words.say('verdict')}</dt><dd>${verdicts(page)}</dd>
<dt>Repeatability</dt><dd>${repeatability(page)}</dd>
<dt>Meanwhile</dt><dd>${meanwhile(page)}</dd>
<dt>Measured or modelled</dt><dd>${measured(page)}</dd></dl></section>`;
}

function verdicts({ summary, words }: Page): Html {
  const chips = VERDICTS.filter((verdict) => summary.verdicts[verdict] > 0).map(
    (verdict) => html`<span class="chip ${verdict}">${summary.verdicts[verdict]} ${words.say(verdict)}</span>`,
  );
  const bad = summary.trials.length - summary.verdicts.VALID;
  const rest = bad === 0 ? '' : html` <a href="#left-out">${counted(bad, 'trial')} left out, and why</a>`;
  return html`${chips} of ${counted(summary.trials.length, 'trial')}.${rest}`;
}

function repeatability(page: Page): Html {
  const { repeatability: found, metrics } = page.summary;
  const { typical, worst, within, between, cells, metric } = found;
  const name = metric === null ? 'any number' : metricWords(metrics, metric);
  if (typical === null || worst === null) {
    return html`No configuration has two valid trials with ${name}: nothing is known about how well they repeat.`;
  }
  const blocks =
    within === null || between === null
      ? html` Each target was made once, so nothing is known about fresh copies (${page.words.say('block', 'blocks')}).`
      : html` Within a ${page.words.say('block')} ${percent(within)}, between blocks ${percent(between)}${
          between > within ? ': copies differ more than repeats, so intervals over all trials are too narrow' : ''
        }.`;
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
      html` Rig ${rig} ended as ${status}${reason === null ? '' : `: ${reason.text.replace(/\.$/, '')}`}.`,
  );
  const together =
    least === null
      ? ''
      : html` The ${words.say('host', 'hosts')} of a trial measured together for ${percent(least)} of their time.`;
  return html`${again}${rigs}${together}${besideText(page)}`;
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
)} on the measured disk.${rest}`;
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

function percent(share: number): string {
  return share === 0 ? '0 %' : `${threeDigits(share * 100)} %`;
}
