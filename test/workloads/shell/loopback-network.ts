/** A network on the loopback interface: a proxy through which curl reaches one server, whatever name it asks for. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { PROMETHEUS_ANSWER } from './telemetry-trial';

/** A new key and its self-signed certificate: the repository holds no private key. */
const OPENSSL =
  'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=good.example ' +
  '-addext subjectAltName=DNS:good.example -keyout - -out -';
const PEM = execFileSync('openssl', OPENSSL.split(' '), { stdio: ['ignore', 'pipe', 'ignore'] });

export class LoopbackNetwork {
  /** `HOST:PORT` of each connection or request without TLS, and the token that arrived there. */
  readonly arrived: { readonly to: string; token: string | null }[] = [];
  /** Where every server redirects to, if set. */
  redirect: string | undefined;
  private readonly secure = createTlsServer({ key: PEM, cert: PEM });
  private readonly proxy: Server = createServer();

  /** Variables that make curl use it. */
  async open(): Promise<Readonly<Record<string, string>>> {
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      const last = this.arrived.at(-1);
      if (last !== undefined) last.token ??= request.headers.authorization ?? null;
      response.writeHead(this.redirect === undefined ? 200 : 302, { location: this.redirect ?? '' });
      response.end(PROMETHEUS_ANSWER);
    };
    this.secure.on('request', answer);
    this.proxy.on('request', (request, response) => {
      this.arrived.push({ to: new URL(request.url ?? '').host, token: null });
      answer(request, response);
    });
    this.proxy.on('connect', (request, socket) => {
      this.arrived.push({ to: request.url ?? '', token: null });
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      this.secure.emit('connection', socket);
    });
    this.proxy.listen(0, '127.0.0.1');
    await once(this.proxy, 'listening');
    const url = `http://127.0.0.1:${(this.proxy.address() as AddressInfo).port}`;
    return { http_proxy: url, https_proxy: url };
  }

  async close(): Promise<void> {
    this.proxy.closeAllConnections();
    this.proxy.close();
    await once(this.proxy, 'close');
  }
}
