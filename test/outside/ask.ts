/**
 * Requests to moto about services whose SDK clients this project does not use, in the three protocols of AWS. moto
 * requires no signature; it reads service and Region from its header.
 */
import type { Moto } from './moto';

/** The Region of all resources in a test. */
export const REGION = 'eu-west-1';

/** Settings of SDK clients for moto. */
export function makeClientConfig({ url }: Moto): {
  endpoint: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  forcePathStyle: boolean;
} {
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' };
  return { endpoint: url, region: REGION, credentials, forcePathStyle: true };
}

/** JSON protocol: `AWSEvents.ListRules`. */
export async function askJson(moto: Moto, service: string, target: string, input: object = {}): Promise<unknown> {
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target };
  return JSON.parse(await send(moto, service, '/', { method: 'POST', headers, body: JSON.stringify(input) }));
}

/** REST protocol: a GET of a path. */
export async function askRest(moto: Moto, service: string, path: string): Promise<unknown> {
  return JSON.parse(await send(moto, service, path, { method: 'GET' }));
}

/** Query protocol: returns the XML. */
export function askQuery(
  moto: Moto,
  service: string,
  action: string,
  input: Readonly<Record<string, string>> = {},
): Promise<string> {
  const body = new URLSearchParams({ Action: action, ...input }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return send(moto, service, '/', { method: 'POST', headers, body });
}

/** Texts of all elements of one name, in the order of the document; these answers have no nested ones. */
export function listElements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))].map(([, text = '']) => text.trim());
}

interface ServiceRequest {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function send(moto: Moto, service: string, path: string, request: ServiceRequest): Promise<string> {
  const scope = `20261122/${REGION}/${service}/aws4_request`;
  const authorization = `AWS4-HMAC-SHA256 Credential=any/${scope}, SignedHeaders=host, Signature=none`;
  const answer = await fetch(moto.url + path, { ...request, headers: { ...request.headers, authorization } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`moto answers ${service} ${path} with ${answer.status}: ${text.slice(0, 500)}`);
  return text;
}
