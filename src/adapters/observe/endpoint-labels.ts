import type { RunObservation } from '../../base/observation.ts';

export interface EndpointLabels {
  readonly project: string;
  readonly endpoint: string;
}

/** The shared labels of all runs of endpoints beyond the bound. */
const OTHERS: EndpointLabels = { project: 'other', endpoint: 'other' };

/**
 * Labels of the endpoint of a run: ids, never names. The first `most` endpoints in the life of the process have labels
 * of their own, so the number of series is bounded however many endpoints tenants make.
 */
export function endpointLabels(most: number): (run: RunObservation) => EndpointLabels {
  const known = new Map<string, EndpointLabels>();
  return ({ projectId, endpointId }) => {
    // The run named no endpoint that exists.
    if (endpointId === undefined) return OTHERS;
    const found = known.get(endpointId);
    if (found !== undefined) return found;
    if (known.size >= most) return OTHERS;
    const labels = { project: String(projectId), endpoint: endpointId };
    known.set(endpointId, labels);
    return labels;
  };
}
