import { expect, test } from 'vitest';
import { stepsWords, stepWords } from './step-words.ts';

test('a step is told with all its conditions, and how a text is compared when nothing says so', () => {
  expect(stepWords({ event: '$pageview' })).toBe('$pageview');
  expect(stepWords({ url: '/pricing' })).toBe('any event where URL contains /pricing');
  expect(
    stepWords({
      event: '$autocapture',
      selector: 'nav > a',
      tag_name: 'a',
      text: 'Buy',
      href: '^/buy',
      href_matching: 'regex',
      properties: [{ key: 'plan', value: ['pro', 'team'], operator: 'exact' }],
    }),
  ).toBe(
    '$autocapture where an element is nav > a and an element has the tag a and its text is Buy and its link matches ^/buy and plan = pro, team',
  );
});

test('an action matches one step or another, and without steps everything', () => {
  expect(stepsWords([])).toBe('every event');
  expect(stepsWords([{ event: 'a' }, { event: 'b', url: '/b', url_matching: 'exact' }])).toBe(
    'a, or b where URL is /b',
  );
});
