/** Languages in which sending an event is shown. */
export const SNIPPETS = [
  { value: 'curl', label: 'curl' },
  { value: 'js', label: 'JS' },
  { value: 'node', label: 'Node' },
  { value: 'python', label: 'Python' },
] as const;

/** Packages that readers of the code install; nothing here imports them. */
const SDK_OF_PAGES = 'posthog-js';
const SDK_OF_NODE = 'posthog-node';

export type SnippetLanguage = (typeof SNIPPETS)[number]['value'];

/** Code that sends one event and runs as it is, with the capture token, which may send events and nothing else. */
export function writeSnippet(language: SnippetLanguage, token: string, origin: string): string {
  switch (language) {
    case 'curl':
      return `curl -s '${origin}/i/v0/e/' -H 'Content-Type: application/json' \\
  -d '${JSON.stringify({ api_key: token, event: 'signed up', distinct_id: 'ada' })}'`;
    case 'js':
      return `// npm install ${SDK_OF_PAGES}
import posthog from '${SDK_OF_PAGES}';

posthog.init('${token}', { api_host: '${origin}' });
posthog.capture('signed up', { plan: 'free' });`;
    case 'node':
      return `// npm install ${SDK_OF_NODE}
import { PostHog } from '${SDK_OF_NODE}';

const client = new PostHog('${token}', { host: '${origin}' });
client.capture({ distinctId: 'ada', event: 'signed up', properties: { plan: 'free' } });
await client.shutdown();`;
    case 'python':
      return `import json, urllib.request

event = {"api_key": "${token}", "event": "signed up", "distinct_id": "ada", "properties": {"plan": "free"}}
headers = {"Content-Type": "application/json"}
request = urllib.request.Request("${origin}/i/v0/e/", json.dumps(event).encode(), headers)
print(urllib.request.urlopen(request).read().decode())`;
    default:
      return language satisfies never;
  }
}
