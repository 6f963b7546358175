import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { dialectQuery, eventsQuery, propertiesQuery } from '../data/names.ts';
import { NO_NAMES, type QueryNames } from '../editor/query-names.ts';

/** Everything that a query of a project can name; what cannot be read is an empty list. */
export function useNames(projectId: number, variables: readonly string[]): QueryNames {
  const { data: dialect } = useQuery(dialectQuery);
  const { data: events } = useQuery(eventsQuery(projectId));
  const { data: properties } = useQuery(propertiesQuery(projectId));
  const variableList = variables.join(' ');
  return useMemo((): QueryNames => {
    const owned = (owner: string) =>
      (properties?.names ?? [])
        .filter(({ type }) => type === owner)
        .map(({ name, volume, property_type: type }) => ({ name, volume, type }));
    return {
      ...NO_NAMES,
      ...dialect,
      events: events?.names ?? [],
      properties: owned('event'),
      personProperties: owned('person'),
      variables: variableList === '' ? [] : variableList.split(' '),
      isComplete: events?.isWhole === true && properties?.isWhole === true,
    };
  }, [dialect, events, properties, variableList]);
}
