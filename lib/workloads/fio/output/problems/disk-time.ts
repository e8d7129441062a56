/** How long requests were at the disk, against how long fio says that I/Os took: what the rest of the time says. */
import { sumOf } from '../../../../shapes/group';
import { directOf } from '../../options/direct';
import type { FioDocument } from '../document';
import { listOptions, optionOf } from '../job';

/** Share of the latency, and of the time, below which the disk was not what I/Os waited for. Chosen. */
const [OF_LATENCY, OF_TIME] = [0.2, 0.5];

/** One text where I/Os past the memory of the host waited elsewhere; none where no disk, or several, are named. */
export function findOtherWaits({ jobs, onlyDisk: disk }: FioDocument): readonly string[] {
  const all = jobs.flatMap(({ directions }) => directions);
  const isDirect = jobs.every((job) => directOf(listOptions(job), optionOf(job, 'ioengine')).direct);
  const ios = sumOf(all.map((one) => one.ios));
  if (disk === null || disk.requests === 0 || ios === 0 || !isDirect) return [];
  if (all.some(({ latencyMeanUs }) => latencyMeanUs === null)) return [];
  const latencyUs = sumOf(all.map((one) => one.ios * (one.latencyMeanUs ?? 0))) / ios;
  const diskUs = (1000 * disk.ticksMs) / disk.requests;
  if (diskUs >= OF_LATENCY * latencyUs || disk.busy >= OF_TIME) return [];
  return [
    `its disk took ${twoDigits(diskUs / 1000)} of the ${twoDigits(latencyUs / 1000)} ms of an I/O, and was busy for ` +
      `${twoDigits(100 * disk.busy)} % of the time: the host, or a limit on it, set the pace`,
  ];
}

function twoDigits(value: number): string {
  return String(Number(value.toPrecision(2)));
}
