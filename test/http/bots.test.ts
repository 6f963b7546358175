import { isbot } from 'isbot';
import { expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36';
const google = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

test('a user agent is a bot where isbot says so, also where its patterns look around', async () => {
  const agents = [
    CHROME,
    google,
    'newssapphire/3',
    'Mozilla/5.0 (Linux; Android 12) SamsungBrowser/20 newssapphire',
    'ABCnews reader',
    'Mozilla/5.0 channel/google (X11)',
    'Mozilla/5.0 (iPhone) GoogleWv/1 Safari',
    'Mozilla/5.0 (Linux; Google Pixel 8) Chrome/120 Mobile Safari/537',
    'Mozilla/5.0 (X11) Google-Read-Aloud',
    'Mozilla/5.0 (Android; CUBOT_X18) Chrome/90 Safari',
    'Mozilla/5.0 (X11; my_bot) Firefox/1',
    'Mozilla/5.0 (Android) CamScanner/5 Chrome/90 Safari/537',
    'Mozilla/5.0 (X11) portscan Gecko/1 Firefox/2',
    'Mozilla/5.0 (X11) libhttp Gecko/1 Firefox/2',
    'Mozilla/5.0 (X11; java; U) Gecko/1 Firefox/2',
    'Mozilla/5.0 (X11) java Gecko/1 Firefox/2',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
    'Mozilla/5.0 (compatible; Pingdom.com_bot_version_1.4)',
    'okhttp/4.9.3',
    'GitHub-Hookshot/1234',
    'x'.repeat(60),
    'acme-nightly-fetcher/2.1',
  ];
  const service = await shareService();
  const timestamp = '2026-01-05T11:00:00Z';
  await service.capture(
    agents.map((agent) => ({
      event: 'agent',
      distinct_id: 'ada',
      timestamp,
      properties: { $raw_user_agent: agent },
    })),
  );
  const query =
    'select properties.$raw_user_agent, properties.$virt_is_bot, properties.$virt_bot_name from events limit 100';
  const { json } = await service.call('POST', 'query', { body: { query: { kind: 'HogQLQuery', query } } });
  const rows = json.results as [string, boolean, string | null][];
  expect(new Map(rows.map(([agent, isBot]) => [agent, isBot]))).toEqual(
    new Map(agents.map((agent) => [agent, isbot(agent)])),
  );
  expect(rows.find(([agent]) => agent === 'acme-nightly-fetcher/2.1')?.[2]).toBe('Other bot');
});
