/** DescribeInstanceTypeOfferings: which instance types the zones of the Region have. */
import {
  DescribeInstanceTypeOfferingsCommand,
  type _InstanceType,
  type DescribeInstanceTypeOfferingsCommandInput,
  type DescribeInstanceTypeOfferingsCommandOutput,
} from '@aws-sdk/client-ec2';
import { page } from '../paging';
import { type Service, ServiceError } from '../service';
import { action } from '../shape';
import { matcher } from './filters';
import type { Ec2State } from './state';

/**
 * Bounds of MaxResults.
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeInstanceTypeOfferings.html
 */
const PAGE_OFFERINGS = { min: 5, max: 1000 } as const;

/** Zones of the modelled Region. */
const ZONES = ['a', 'b', 'c'] as const;

type Input = DescribeInstanceTypeOfferingsCommandInput;
type Output = Omit<DescribeInstanceTypeOfferingsCommandOutput, '$metadata'>;

/** Only what is asked for by `instance-type` is known: the model has every type that somebody names. */
export function offeringActions(state: Ec2State): Service {
  return {
    DescribeInstanceTypeOfferings: action(
      DescribeInstanceTypeOfferingsCommand,
      'LocationType Filters MaxResults NextToken',
      (input) => offerings(state, input),
    ),
  };
}

function offerings(state: Ec2State, { LocationType, Filters, MaxResults, NextToken }: Input): Output {
  const types = Filters?.find(({ Name }) => Name === 'instance-type')?.Values ?? [];
  const named = types.filter((type) => !/[*?]/.test(type));
  if (LocationType !== 'availability-zone' || named.length === 0 || named.length < types.length) {
    const message = 'The model knows offerings of zones, of types that the filter instance-type names in full';
    throw new ServiceError('InvalidParameterValue', message, 400);
  }
  if (MaxResults !== undefined && (MaxResults < PAGE_OFFERINGS.min || MaxResults > PAGE_OFFERINGS.max)) {
    const message = `Value ( ${MaxResults} ) for parameter maxResults is invalid.`;
    throw new ServiceError('InvalidParameterValue', message, 400);
  }
  const matches = matcher(Filters, ['instance-type', 'location']);
  const offers = state.options.offers ?? (() => true);
  const all = ZONES.flatMap((letter) => named.map((type) => ({ type, zone: `${state.options.place.region}${letter}` })))
    .filter(({ type, zone }) => offers(type, zone) && matches({}, { 'instance-type': type, location: zone }))
    .map((one, rank) => ({ ...one, rank }));
  const refuse = (): Error => new ServiceError('InvalidNextToken', 'The token is invalid', 400);
  const { items, next } = page(all, ({ rank }) => rank, MaxResults ?? PAGE_OFFERINGS.max, NextToken, refuse);
  return {
    InstanceTypeOfferings: items.map(({ type, zone }) => ({
      InstanceType: type as _InstanceType,
      LocationType: 'availability-zone',
      Location: zone,
    })),
    ...(next === undefined ? {} : { NextToken: next }),
  };
}
