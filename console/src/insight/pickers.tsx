import { useQuery } from '@tanstack/react-query';
import { actionListQuery } from '../data/actions.ts';
import type { PropertyType } from '../data/catalogue.ts';
import { eventsQuery, propertiesQuery } from '../data/names.ts';
import { ComboBox } from '../parts/combo-box.tsx';
import { formatCount } from '../parts/format.ts';

interface EventPickerProps {
  readonly projectId: number;
  readonly label: string;
  /** An event's name; null = all events. */
  readonly event: string | null;
  /** An action's number, when it is an action. */
  readonly action: number | null;
  readonly onEvent: (event: string | null) => void;
  readonly onAction: (action: { readonly id: number; readonly name: string }) => void;
  /** One of them has to be chosen: all events together are no choice. */
  readonly isOne?: boolean;
}

/** Chooses an event, an action or all events; those that came in most first. */
export function EventPicker(props: EventPickerProps) {
  const { projectId, label, event, action, onEvent, onAction, isOne = false } = props;
  const { data: events } = useQuery(eventsQuery(projectId));
  const { data: actions } = useQuery(actionListQuery(projectId));
  const known = events?.names ?? [];
  const value = action !== null ? `action:${action}` : event === null ? 'all' : `event:${event}`;
  const isUnknown = event !== null && !known.some(({ name }) => name === event);
  const isLost = action !== null && actions !== undefined && !actions.some(({ id }) => id === action);
  const choices = [
    ...(isOne ? [] : [{ value: 'all', label: 'All events' }]),
    ...known.map(({ name, volume }) => ({ value: `event:${name}`, label: name, after: formatCount(volume) })),
    ...(isUnknown ? [{ value: `event:${event}`, label: event, after: 'never seen' }] : []),
    ...(actions ?? []).map(({ id, name }) => ({ value: `action:${id}`, label: name, after: 'action' })),
    ...(isLost ? [{ value: `action:${action}`, label: `Action ${action}`, after: 'unknown' }] : []),
  ];
  const choose = (next: string) => {
    if (next === 'all') return onEvent(null);
    if (next.startsWith('event:')) return onEvent(next.slice('event:'.length));
    const chosen = actions?.find(({ id }) => `action:${id}` === next);
    if (chosen !== undefined) onAction(chosen);
  };
  return (
    <ComboBox
      label={label}
      hidesLabel
      choices={choices}
      value={value}
      onChange={choose}
      placeholder="Event or action"
    />
  );
}

interface PropertyPickerProps {
  readonly projectId: number;
  readonly label: string;
  readonly owner: string;
  readonly name: string;
  readonly onProperty: (property: {
    readonly owner: string;
    readonly name: string;
    readonly type: string | null;
  }) => void;
  /** Only these types of values; left out = all. */
  readonly of?: PropertyType;
  /** Properties of persons alone. */
  readonly isOfPerson?: boolean;
}

/** Chooses a property of events or persons, those that came in most first; any other name can be written. */
export function PropertyPicker(props: PropertyPickerProps) {
  const { projectId, label, owner, name, onProperty, of, isOfPerson = false } = props;
  const { data: properties } = useQuery(propertiesQuery(projectId));
  const known = (properties?.names ?? []).filter(
    (one) =>
      one.type !== 'group' &&
      (!isOfPerson || one.type === 'person') &&
      (of === undefined || one.property_type === of),
  );
  const choices = known.map((one) => ({
    value: `${one.type}:${one.name}`,
    label: one.name,
    after: one.type === 'person' ? 'person' : formatCount(one.volume),
  }));
  const isKnown = choices.some(({ value }) => value === `${owner}:${name}`);
  if (name !== '' && !isKnown) choices.push({ value: `${owner}:${name}`, label: name, after: owner });
  const choose = (next: string) => {
    const at = next.indexOf(':');
    const found = known.find((one) => `${one.type}:${one.name}` === next);
    onProperty({ owner: next.slice(0, at), name: next.slice(at + 1), type: found?.property_type ?? null });
  };
  return (
    <ComboBox
      label={label}
      hidesLabel
      choices={choices}
      value={name === '' ? '' : `${owner}:${name}`}
      onChange={choose}
      placeholder="Property"
    />
  );
}

/** How the values of a property are read; null when it never came in. */
export function useTypeOf(projectId: number, owner: string, name: string): string | null {
  const { data } = useQuery(propertiesQuery(projectId));
  return data?.names.find((one) => one.type === owner && one.name === name)?.property_type ?? null;
}
