/**
 * Do the figures of a trial agree with each other, and with what was asked? fio computes a rate from the count and the
 * time that stand beside it, and does blocks of one size in the mix that it is told. Where it did not, the text was
 * changed, or another thing was measured: either way the trial is INVALID.
 */
import type { Reason } from '../../../shapes/verdict';
import { formatBytes } from '../../../shapes/quantity';
import type { Direction } from '../output/direction';
import type { HostOutput } from './read-host';
import { deviationOf, meanBytes, readSplit, type SplitPart } from '../options/block-split';
import { type DataParams, type CellParams, isMetadata, isMix, MIX_DEFAULT } from '../schema';

/** Figures that say the same in two ways may differ by this share: versions round to whole units. */
const TOLERANCE = 0.02;
/** Whole milliseconds, operations/s and KiB/s of old versions: what rounding alone may make of small figures. */
const ROUNDING = { ms: 1, perSecond: 1, bytes: 1024 };
/** Share of reads in a mix may be off by so many points; of few I/Os, by three standard deviations of a toss. */
const MIX_POINTS = 5;
const MIX_DEVIATIONS = 3;

/** Reasons of one host whose fio ended well. */
export function judgeFigures(host: HostOutput, params: CellParams): readonly Reason[] {
  const { output, raw } = host;
  const found = [
    ...severalRuns(host),
    ...(told(host) ? [] : disagreement(output.runs.flatMap((run) => run.directions))),
  ];
  const texts = isMetadata(params) ? found : [...found, ...otherBlocks(host, params), ...otherMix(host, params)];
  return texts.map(({ code, text }) => ({ level: 'invalid', code, text: `${raw.host}: ${text}` }));
}

/** What cannot be, or is wrong by much, was found while it was read. */
function told({ output: { findings } }: HostOutput): boolean {
  return findings.some(({ code }) => code === 'Contradiction' || code === 'ImpossibleFigure');
}

type Found = readonly Pick<Reason, 'code' | 'text'>[];

function severalRuns({ output: { runs } }: HostOutput): Found {
  if (runs.length < 2) return [];
  const names = runs.map(({ label }) => label).join(', ');
  return [{ code: 'SeveralRuns', text: `the file holds ${runs.length} runs (${names}), and one was asked` }];
}

/** Rate × time against the count, bandwidth × time against bytes. */
function disagreement(directions: readonly Direction[]): Found {
  return directions.flatMap(({ operation, iops, ios, bytes, bandwidth, runtimeMs }): Found => {
    if (runtimeMs === 0) return [];
    const seconds = runtimeMs / 1000;
    const differ = (rate: number, done: number, least: number): boolean =>
      Math.abs(rate * seconds - done) > TOLERANCE * done + least * seconds + (done * ROUNDING.ms) / runtimeMs;
    const wrong = [
      ...(differ(iops, ios, ROUNDING.perSecond) ? [`iops ${shown(iops)} by ${seconds} s, and ${shown(ios)} I/Os`] : []),
      ...(bandwidth !== null && differ(bandwidth, bytes, ROUNDING.bytes)
        ? [`bandwidth ${shown(bandwidth)} bytes/s by ${seconds} s, and ${shown(bytes)} bytes`]
        : []),
    ];
    return wrong.map((text) => ({ code: 'FiguresDisagree', text: `${operation} ${text} do not agree` }));
  });
}

function otherBlocks({ directions }: HostOutput, params: DataParams): Found {
  return directions.flatMap(({ operation, iops, ios, bandwidth }): Found => {
    if (bandwidth === null || iops === 0) return [];
    const parts = sizesOf(params, operation === 'write' ? 'write' : 'read');
    const [asked, size] = [meanBytes(parts), bandwidth / iops];
    // A job file may have sizes of which nobody knows the mean.
    if (asked === 0) return [];
    // Of few I/Os the mean of several sizes is a matter of chance.
    const chance = (MIX_DEVIATIONS * deviationOf(parts)) / Math.sqrt(Math.max(1, ios)) / asked;
    if (Math.abs(size / asked - 1) <= TOLERANCE + chance + ROUNDING.bytes / bandwidth) return [];
    const sizes = `${formatBytes(Math.round(asked))}${parts.length > 1 ? ' on average' : ''}`;
    const text = `${operation} bandwidth ÷ iops is ${formatBytes(Math.round(size))}, but blocks of ${sizes} were asked`;
    return [{ code: 'OtherBlockSize', text }];
  });
}

function sizesOf({ bs, bssplit }: DataParams, operation: 'read' | 'write'): readonly SplitPart[] {
  const split = bssplit === undefined ? null : readSplit(bssplit);
  return split === null ? [{ bytes: bs ?? 0, share: 1 }] : split[operation];
}

function otherMix({ directions }: HostOutput, { rw, rwmixread = MIX_DEFAULT }: DataParams): Found {
  if (!isMix(rw)) return [];
  const all = directions.reduce((sum, { ios }) => sum + ios, 0);
  const reads = directions.find(({ operation }) => operation === 'read')?.ios ?? 0;
  // A job file may give rates in place of a mix.
  if (all === 0 || rwmixread === 0) return [];
  const points = (100 * reads) / all;
  const toss = MIX_DEVIATIONS * Math.sqrt((rwmixread * (100 - rwmixread)) / all);
  if (Math.abs(points - rwmixread) <= Math.max(MIX_POINTS, toss)) return [];
  const text = `${points.toFixed(1)} % of the I/Os were reads, but rwmixread: ${rwmixread} was asked`;
  return [{ code: 'OtherMix', text }];
}

function shown(value: number): string {
  return String(Number(value.toPrecision(5)));
}
