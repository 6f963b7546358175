import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { checkShape } from '../../schema/check-shape.ts';
import { cohortChangeSchema, cohortCreateSchema, cohortMembersSchema } from '../../schema/cohort.ts';
import { withoutNulls } from '../../schema/without-nulls.ts';
import { addMembers } from '../../services/cohorts/add-members.ts';
import { changeCohort } from '../../services/cohorts/change-cohort.ts';
import type { CohortServices } from '../../services/cohorts/cohort-services.ts';
import { createCohort } from '../../services/cohorts/create-cohort.ts';
import { getCohort, listCohorts } from '../../services/cohorts/get-cohort.ts';
import { removeCohort } from '../../services/cohorts/remove-cohort.ts';
import { numberedTarget, numberInPath } from '../numbered-target.ts';
import { cohortOperations } from '../operations/cohort-operations.ts';
import { atRequestTime } from '../plugins/request-time.ts';
import { readDistinctIds } from '../read-distinct-ids.ts';
import { serveList, serveOperation } from '../serve-operation.ts';

/** Cohorts, stored lists of persons: list, create, get, change, delete, add members. */
export function registerCohortRoutes(server: FastifyInstance, services: CohortServices): void {
  serveList(server, cohortOperations.list, ({ projectId, query }) => listCohorts(services, projectId, query));

  serveOperation(server, cohortOperations.create, ({ caller, request }) =>
    createCohort(atRequestTime(services, request), caller, checkedBody(cohortCreateSchema, request)),
  );

  serveOperation(server, cohortOperations.get, async ({ projectId, params }) =>
    getCohort(services, projectId, numberInPath('cohort', params)),
  );

  serveOperation(server, cohortOperations.change, async ({ caller, request, params, query }) => {
    const change = { ...numberedTarget('cohort', params, request), allowBreaking: query.allow_breaking };
    return changeCohort(
      atRequestTime(services, request),
      caller,
      change,
      checkedBody(cohortChangeSchema, request),
    );
  });

  serveOperation(server, cohortOperations.remove, async ({ caller, request, params }) =>
    removeCohort(atRequestTime(services, request), caller, numberedTarget('cohort', params, request)),
  );

  registerMembers(server, services);
}

/** Members are sent as JSON or as CSV, so their bodies are read apart from all others. */
function registerMembers(server: FastifyInstance, services: CohortServices): void {
  server.register(async (routes) => {
    routes.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_: FastifyRequest, body: Buffer) =>
      readDistinctIds(body),
    );
    serveOperation(routes, cohortOperations.addMembers, async ({ caller, request, params }) => {
      const { distinct_ids } = checkShape(cohortMembersSchema, request.body);
      return addMembers(
        atRequestTime(services, request),
        caller,
        numberInPath('cohort', params),
        distinct_ids,
      );
    });
  });
}

/** The body; null members mean absent, as everywhere in queries. */
function checkedBody<Schema extends z.ZodType>(schema: Schema, { body }: FastifyRequest): z.output<Schema> {
  return checkShape(schema, withoutNulls(body));
}
