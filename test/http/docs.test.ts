import { hash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { ERROR_CATALOG } from '../../src/base/errors.ts';
import { OPERATIONS } from '../../src/http/operations/operations.ts';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';

let service: TestProject;
beforeAll(async () => {
  service = await shareService();
});

describe.each(['/docs', '/docs/', '/docs/errors'])('%s', (path) => {
  test('needs no key, loads nothing, and may run nothing', async () => {
    const { status, headers, text } = await service.call('GET', path, { key: null });
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(text) ?? [];
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src 'sha256-${hash('sha256', style, 'base64')}'`);
    expect(text).not.toMatch(/<script|<link|<img|\ssrc=|\sstyle=|\son\w+=|url\(/);
    // What a person scrolls through, by operation.
    expect(text.length).toBeLessThan(1_800 * OPERATIONS.length);
  });

  test('every link leads to something', async () => {
    const { text } = await service.call('GET', path, { key: null });
    const links = new Set([...text.matchAll(/href="([^"]+)"/g)].map(([, target = '']) => target));
    const pages = new Map<string, string>([['', text]]);
    for (const link of links) {
      const [page = '', anchor] = link.split('#');
      const found = pages.get(page) ?? (await service.call('GET', page, { key: null })).text;
      pages.set(page, found);
      expect(found, link).toContain(anchor === undefined ? ' ' : `id="${anchor}"`);
    }
    expect(links.size).toBeGreaterThan(0);
  });
});

test('every operation is shown with its path, scope and a call', async () => {
  const { text } = await service.call('GET', '/docs', { key: null, headers: { host: 'sluice.example' } });
  for (const { id, path, access } of OPERATIONS) {
    const section = text.slice(text.indexOf(`<details id="${id}"`)).split('</details>')[0] ?? '';
    expect(section).toContain(`>${path}<`);
    expect(section).toMatch(/<code>curl -s( -X [A-Z]+)? \$SLUICE_URL\/[^{}]*(\s|<)/);
    if (access !== 'open') expect(section).toContain('Authorization: Bearer $SLUICE_KEY');
    if (typeof access === 'string' && access.includes(':'))
      expect(section).toContain(`<code>${access}</code>`);
  }
});

test('what a caller sends is text in it', async () => {
  const headers = { host: '"><script>alert(1)</script>' };
  const { text } = await service.call('GET', '/docs', { key: null, headers });
  expect(text).not.toContain('<script');
});

test('every error is explained', async () => {
  const { text } = await service.call('GET', '/docs/errors', { key: null });
  for (const code of Object.keys(ERROR_CATALOG)) expect(text).toContain(`id="${code}"`);
});
