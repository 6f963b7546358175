import { gzipSync } from 'node:zlib';
import { SeededRandom } from '../../src/services/demo/random.ts';

export const EVENTS_PER_BATCH = 500;

/** A batch of events as a web application sends them: about 20 properties each, 300 users, one day. */
export function captureBatch(captureToken: string): Buffer {
  const random = new SeededRandom(7);
  const events = Array.from({ length: EVENTS_PER_BATCH }, () => ({
    event: random.pick(['$pageview', '$pageview', 'clicked', 'signed up', 'report opened']),
    distinct_id: `user-${random.between(1, 300)}`,
    timestamp: new Date(Date.UTC(2026, 0, 5) + random.between(0, 86_399_999)).toISOString(),
    properties: {
      $current_url: `https://app.example.com/projects/${random.between(1, 50)}/reports?tab=${random.between(1, 5)}`,
      $pathname: `/projects/${random.between(1, 50)}/reports`,
      $host: 'app.example.com',
      $browser: random.pick(['Chrome', 'Firefox', 'Safari']),
      $browser_version: random.between(90, 140),
      $os: random.pick(['Mac OS X', 'Windows', 'Linux']),
      $device_type: 'Desktop',
      $screen_width: 1920,
      $screen_height: 1080,
      $lib: 'web',
      $lib_version: '1.200.0',
      $session_id: `session-${random.between(1, 900)}`,
      $window_id: `window-${random.between(1, 900)}`,
      $referring_domain: random.pick(['$direct', 'news.example.com']),
      plan: random.pick(['free', 'pro']),
      seats: random.between(1, 40),
      trial: random.chance(0.2),
      score: random.next(),
    },
  }));
  return gzipSync(JSON.stringify({ api_key: captureToken, batch: events }));
}

/** A POST of that body, ready for a socket. */
export function batchRequest(body: Buffer, path = '/batch/'): Buffer {
  const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}
