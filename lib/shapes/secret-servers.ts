/** The servers that each secret may go to. Specs, settings and hosts compare servers as text, in the same form. */

/** A secret and its servers: `https://NAME[:PORT]` gets it as a token, `NAME` gets it as a Ceph key. */
export interface SecretServers {
  /** Its ARN. */
  readonly secret: string;
  readonly servers: readonly string[];
}

/** A complete ARN: Secrets Manager appends six random characters to the name, and IAM compares them, too. */
export const SECRET_ARN_PATTERN =
  /^arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:\d{12}:secret:[A-Za-z0-9/_+=.@-]{1,512}-[A-Za-z0-9]{6}$/;

/** RFC 1123, labels of 1 to 63 characters. */
const NAME_PATTERN =
  /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;
/** Resolvers read such names as IPv4 addresses: `10.1`, `0x0a000001`, and `010.0.0.1` as octal. */
const NUMBER_PATTERN = /(^|\.)(0x[\da-f]*|\d+)$/i;
const IPV4_PATTERN = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** Whether all programs read the same server: a DNS name without final dot, or four decimal numbers. */
export function isServerName(text: string): boolean {
  return NAME_PATTERN.test(text) && (!NUMBER_PATTERN.test(text) || IPV4_PATTERN.test(text));
}

const URL_PATTERN = /^(https?:\/\/)?([^/:]*)(?::([1-9]\d{0,4}))?(\/.*)?$/i;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http://': '80', 'https://': '443' };

/** Splits a URL or a name: the server in lower case without the default port, and its path. Null if ambiguous. */
export function parseServer(text: string): { readonly server: string; readonly path: string } | null {
  const [, written = '', name = '', port = '', path = ''] = URL_PATTERN.exec(text) ?? [];
  const scheme = written.toLowerCase();
  if (!isServerName(name) || (scheme === '' && port !== '') || Number(port) > 65_535) return null;
  const suffix = port === '' || port === DEFAULT_PORTS[scheme] ? '' : `:${port}`;
  return { server: `${scheme}${name.toLowerCase()}${suffix}`, path };
}
