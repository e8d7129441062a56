/** Rows of `lib/pricing/data/hosts.json`: on-demand Linux prices of instance types by Region. */
import { INSTANCES_INFO, KARPENTER } from './sources';

/** A type of `instances.json`: prices by Region or zone, as text. */
interface ListedType {
  readonly instance_type: string;
  readonly pricing: Readonly<Record<string, { readonly linux?: { readonly ondemand?: string } } | undefined>>;
}

const ABOUT = [
  'Written by `npm run facts`; change checks/facts/ instead. US dollars an hour of Linux, on demand, shared tenancy:',
  'one row a type, one column a Region, `-` for unknown.',
];

/**
 * Contents of the file: the newer source for its Region, the older one for the rest, without types whose price differs
 * between the two. Of the 908 prices of us-east-1 from 2025, 97% have not changed; some of bare metal and GPUs have.
 * @param go map of karpenter, with the date of its prices @param json types of ec2-instances-info
 * @throws Error if a source has no prices for a Region
 */
export function listHostPrices(go: string, json: string, regions: readonly string[]) {
  const types = JSON.parse(json) as readonly ListedType[];
  const [, date] = /generated at (\d{4}-\d\d-\d\d)T/.exec(go) ?? [];
  if (date === undefined) throw new Error(`${KARPENTER.file} has no date`);
  const newer = parseGoMap(go);
  const before = new Map(readListed(types, KARPENTER.region));
  const columns = regions.map((region) => {
    const isNewer = region === KARPENTER.region;
    const listed = readListed(types, region).filter(([name]) => before.get(name) === newer.get(name));
    const prices = new Map(isNewer ? newer : listed);
    if (prices.size === 0) throw new Error(`no prices of ${region}`);
    const source = isNewer ? `${KARPENTER.source}, ${date}` : INSTANCES_INFO.source;
    return { prices, about: { region, source, confidence: isNewer ? 'high' : 'medium' } };
  });
  const names = [...new Set(columns.flatMap(({ prices }) => [...prices.keys()]))];
  const rows = names
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((name) => [name, columns.map(({ prices }) => prices.get(name) ?? '-').join(' ')] as const);
  return { about: ABOUT, columns: columns.map(({ about }) => about), usd: Object.fromEntries(rows) };
}

/** Prices in `"us-east-1": { "c5.large": 0.085000, … }`. */
function parseGoMap(go: string): ReadonlyMap<string, number> {
  const [, body = ''] = new RegExp(`^\\t"${KARPENTER.region}": \\{\\n(.*?)^\\t\\},`, 'ms').exec(go) ?? [];
  const pairs = body.matchAll(/"([a-z0-9-]+\.[a-z0-9-]+)": ([\d.]+)/g);
  return new Map(Array.from(pairs, ([, name = '', usd]) => [name, Number(usd)]));
}

function readListed(types: readonly ListedType[], region: string): (readonly [string, number])[] {
  return types.flatMap(({ instance_type: name, pricing }) => {
    const usd = Number(pricing[region]?.linux?.ondemand);
    return usd > 0 ? [[name, usd] as const] : [];
  });
}
