import type { RunObservation } from '../../base/observation.ts';

export interface EndpointLabels {
  readonly project: string;
  readonly endpoint: string;
}

/** All runs of endpoints beyond the bound are counted together. */
const OTHERS: EndpointLabels = { project: 'other', endpoint: 'other' };

/**
 * Labels of the endpoint of a run: ids, never names. The first `most` endpoints of the life of the process have their
 * own; who scrapes has at most that many series however many endpoints tenants make.
 */
export function endpointLabels(most: number): (run: RunObservation) => EndpointLabels {
  const known = new Map<string, EndpointLabels>();
  return ({ projectId, endpointId }) => {
    // Runs of names that no endpoint has.
    if (endpointId === undefined) return OTHERS;
    const found = known.get(endpointId);
    if (found !== undefined) return found;
    if (known.size >= most) return OTHERS;
    const labels = { project: String(projectId), endpoint: endpointId };
    known.set(endpointId, labels);
    return labels;
  };
}
