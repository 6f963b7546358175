import { z } from 'zod';
import { authorSchema } from './author.ts';
import { component, described, moment } from './described.ts';
import { truth } from './page.ts';
import { propertyFilterList } from './property-filter.ts';
import { strictMembers } from './strict-members.ts';
import { changeWarnings } from './warning.ts';

/** Event whose steps may look at the element that was used. */
const AUTOCAPTURE = '$autocapture';

/** Members of a step that look at the element. */
const ELEMENT_MEMBERS = ['selector', 'tag_name', 'href', 'text'] as const;

const MAX_STEPS = 100;

const text = z.string().min(1).max(10_000);
const matching = z.enum(['exact', 'contains', 'regex']);

/** One step: the conditions that an event must all meet. */
const actionStepSchema = strictMembers({
  event: described(text.optional(), 'Name of the event. Default any event.', '$pageview'),
  selector: described(
    text.optional(),
    'Only for $autocapture: CSS selector of the element or of one around it.',
    'nav > a.primary',
  ),
  tag_name: described(
    text.optional(),
    'Only for $autocapture: tag of the element or of one around it.',
    'button',
  ),
  href: described(text.optional(), 'Only for $autocapture: target of the link.', '/signup'),
  href_matching: matching.optional().describe('How `href` is compared. Default `exact`.'),
  text: described(text.optional(), 'Only for $autocapture: text of the element.', 'Sign up'),
  text_matching: matching.optional().describe('How `text` is compared. Default `exact`.'),
  url: described(text.optional(), 'Compared with the property `$current_url`.', '/pricing'),
  url_matching: matching
    .optional()
    .describe('How `url` is compared, case-sensitively; a regex (RE2) is searched. Default `contains`.'),
  properties: propertyFilterList
    .optional()
    .describe('Property filters, all of which must hold. Default none.'),
})
  .superRefine((step, context) => {
    if (step.event === AUTOCAPTURE) return;
    const member = ELEMENT_MEMBERS.find((name) => step[name] !== undefined);
    if (member === undefined) return;
    context.addIssue({
      code: 'custom',
      path: [member],
      message: `only a step with the event "${AUTOCAPTURE}" can look at elements`,
    });
  })
  .describe('A step of an action: conditions that an event must all meet')
  .meta({ id: 'ActionStep' });

export type ActionStep = Readonly<z.output<typeof actionStepSchema>>;

const settings = {
  name: described(
    z.string().trim().min(1).max(400),
    'Unique among the actions of the project, 1..400 characters',
    'Looked at prices',
  ),
  description: described(
    z.string().max(10_000),
    'What it stands for, for readers; default empty',
    'Saw the page of prices',
  ),
  steps: z
    .array(actionStepSchema)
    .max(MAX_STEPS)
    .describe('An event matches when it meets any step; no steps (the default) match every event'),
};

/** Body of `POST /actions/`, without its null members, which mean absent. */
export const actionCreateSchema = component('ActionCreate', 'A new action', {
  name: settings.name,
  description: settings.description.default(''),
  steps: settings.steps.default([]),
});

export type ActionCreate = z.output<typeof actionCreateSchema>;

/** Body of `PATCH /actions/{id}/`, without its null members: the others are replaced as a whole, absent ones stay. */
export const actionChangeSchema = z
  .strictObject(settings)
  .partial()
  .describe('Changes of an action; absent members stay as they are')
  .meta({ id: 'ActionChange' });

export type ActionChange = z.output<typeof actionChangeSchema>;

/** Query string of `DELETE /actions/{id}/`. */
export const actionRemovalSchema = z.strictObject({
  force: truth()
    .default(false)
    .describe('true: delete it although live endpoints use it; their runs answer 400 from then on'),
});

/** An action as answered. */
export const actionSchema = component('Action', 'A stored named filter of events', {
  id: described(z.int(), 'What an ActionsNode names; never given to another action', 1),
  ...settings,
  revision: described(z.int(), 'Grows with every change; its ETag', 7),
  created_at: moment('When it was made'),
  updated_at: moment('When it was last changed'),
  created_by: authorSchema,
});

export type Action = z.output<typeof actionSchema>;

/** An action as it is answered when it was changed. */
export const savedActionSchema = actionSchema
  .extend({ warnings: changeWarnings })
  .describe('An action that was changed')
  .meta({ id: 'SavedAction' });

export type SavedAction = z.output<typeof savedActionSchema>;
