import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { CUSTOMERS, type Customer } from './customers.ts';
import type { SigningKey } from './prepare.ts';
import { signToken } from './sign-token.ts';

/** Where the shop finds Sluice, and what it signs with. */
export interface ShopParts {
  readonly sluiceUrl: string;
  readonly project: number;
  readonly signingKey: SigningKey;
}

const MOST_SESSIONS = 10_000;

type Answer = (response: ServerResponse) => void;

/** The server of the shop: sign-in, tokens for the page, and the page. It never asks Sluice for figures. */
export function createShop(parts: ShopParts): Server {
  const sessions = new Map<string, Customer>();
  return createServer((request, response) => {
    try {
      answerTo(request, parts, sessions)(response);
    } catch {
      refuse(500)(response);
    }
  });
}

function answerTo(request: IncomingMessage, parts: ShopParts, sessions: Map<string, Customer>): Answer {
  const { method = '', url = '' } = request;
  const customer = sessions.get(/(?:^|; )session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '');
  switch (`${method} ${url}`) {
    case 'GET /':
      return send('text/html', customer === undefined ? signInPage() : fileText('page.html'), {
        'content-security-policy': `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self' ${parts.sluiceUrl}; frame-ancestors 'none'`,
      });
    case 'GET /page.css':
      return send('text/css', fileText('page.css'));
    case 'GET /page.js':
    case 'GET /sluice.gen.js':
      return send('text/javascript', scriptOf(url.slice(1, -'.js'.length)));
    case 'POST /sign-out':
      return signOut(request, sessions);
    case 'GET /me':
      return customer === undefined ? refuse(401) : sendJson({ ...customer, ...placeOf(parts) });
    case 'GET /token':
      if (customer === undefined) return refuse(401);
      return sendJson({ token: signToken(parts.signingKey, parts.project, customer) });
    default:
      return method === 'POST' ? signIn(url, sessions) : refuse(404);
  }
}

const placeOf = ({ sluiceUrl: url, project }: ShopParts) => ({ url, project });

/** `POST /sign-in/ada`: this shop asks for no password. */
function signIn(url: string, sessions: Map<string, Customer>): Answer {
  const customer = CUSTOMERS.find(({ user }) => url === `/sign-in/${user}`);
  if (customer === undefined) return refuse(404);
  const [oldest] = sessions.keys();
  if (oldest !== undefined && sessions.size >= MOST_SESSIONS) sessions.delete(oldest);
  const id = randomUUID();
  sessions.set(id, customer);
  return toStart(`session=${id}; HttpOnly; SameSite=Strict; Path=/`);
}

function signOut({ headers }: IncomingMessage, sessions: Map<string, Customer>): Answer {
  sessions.delete(/(?:^|; )session=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? '');
  return toStart('session=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0');
}

const toStart =
  (cookie: string): Answer =>
  (response) =>
    response.writeHead(303, { location: '/', 'set-cookie': cookie }).end();

const refuse =
  (status: number): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/plain' }).end(`${status}\n`);

function send(type: string, text: string, more: Readonly<Record<string, string>> = {}): Answer {
  const headers = { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store', ...more };
  return (response) => response.writeHead(200, headers).end(text);
}

const sendJson = (value: object): Answer => send('application/json', JSON.stringify(value));

const fileText = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');

/** The page needs no bundler: what is left of these two files without their types runs in browsers. */
const scriptOf = (name: string): string =>
  stripTypeScriptTypes(fileText(`${name}.ts`)).replaceAll('./sluice.gen.ts', './sluice.gen.js');

function signInPage(): string {
  const forms = CUSTOMERS.map(
    ({ user, name, organization }) =>
      `<form method="post" action="/sign-in/${user}"><button>${name} <small>${organization}</small></button></form>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Parcely</title><link rel="stylesheet" href="/page.css">
<main class="sign-in"><h1>Parcely</h1><p>Sign in as</p>${forms.join('')}</main></html>`;
}
