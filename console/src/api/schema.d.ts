export interface paths {
    "/api/projects/{project_id}/endpoints/{name}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Run an endpoint by query string
         * @description Answers from the cache while the result is fresh, else computes it. SQL endpoints also answer csv, ndjson, arrow and parquet (`format` or `Accept`), streamed and never cached; insights also csv, cached as JSON is.
         *
         *     Needs the scope `endpoint:run`.
         */
        get: operations["runEndpointByGet"];
        put?: never;
        /**
         * Run an endpoint
         * @description Answers from the cache while the result is fresh, else computes it. SQL endpoints also answer csv, ndjson, arrow and parquet (`format` or `Accept`), streamed and never cached; insights also csv, cached as JSON is.
         *
         *     Needs the scope `endpoint:run`.
         */
        post: operations["runEndpoint"];
        delete?: never;
        /**
         * May a page of this origin run endpoints?
         * @description Says yes for the `allowed_origins` of the project. Everything else, an absent project too, is answered alike: 204 without a word.
         */
        options: operations["runEndpointPreflight"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/endpoints/batch_run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run up to 20 endpoints in one request
         * @description Each call is answered, charged and logged as if it had come alone, at one moment for all; one that fails does not fail the others, and equal ones are computed once. Results together are at most 64 MiB. With `Accept: application/x-ndjson` each result is a line as soon as it is there, and the last line is `{"done":true}`.
         *
         *     Needs the scope `endpoint:run`.
         */
        post: operations["runBatch"];
        delete?: never;
        /**
         * May a page of this origin run batches?
         * @description Answered as for `/endpoints/{name}/run`.
         */
        options: operations["runBatchPreflight"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run an ad-hoc query
         * @description Never cached; a SQL query without LIMIT answers at most 100 rows.
         *
         *     Needs the scope `query:read`.
         */
        post: operations["runQuery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/query/{client_query_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far a running query of this key has come
         * @description Ad-hoc queries and runs of endpoints, through whichever service of the store they run. Runs of one name are added up.
         *
         *     Needs the scope `endpoint:read` or `query:read`.
         */
        get: operations["getQueryProgress"];
        put?: never;
        post?: never;
        /**
         * Cancel a running query of this key
         * @description Needs the scope `endpoint:read` or `query:read`.
         */
        delete: operations["cancelQuery"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List endpoints
         * @description Needs the scope `endpoint:read`.
         */
        get: operations["listEndpoints"];
        put?: never;
        /**
         * Create an endpoint
         * @description The query is validated and compiled completely; what is saved can run.
         *
         *     Needs the scope `endpoint:write`.
         */
        post: operations["createEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/endpoints/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Judge a query without saving it
         * @description A query with errors is answered 200 too: the answer lists them with their places.
         *
         *     Needs the scope `endpoint:read`.
         */
        post: operations["validateQuery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/endpoints/format": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lay out a SQL text
         * @description A clause a line, words of the grammar in upper case, long lists and conditions broken, comments kept. It means the same: saving it makes no version, and its columns have the same names. Laying out the answer changes nothing.
         *
         *     Needs the scope `endpoint:read`.
         */
        post: operations["formatQuery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/endpoints/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * OpenAPI of all endpoints of a project
         * @description The run call of each active endpoint at its current version, with typed variables, rows as lists and as objects, and results of insights; what `sluice generate ts` reads. Endpoints that no longer compile are in `x-sluice-broken`.
         *
         *     Needs the scope `endpoint:read`.
         */
        get: operations["getProjectOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/endpoints/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an endpoint
         * @description Needs the scope `endpoint:read`.
         */
        get: operations["getEndpoint"];
        /**
         * Change an endpoint, as PATCH does
         * @description Partial: absent members stay. A changed query or variable declaration makes the next version; the same query in another spelling, or changed metadata, does not.
         *
         *     Needs the scope `endpoint:write`.
         */
        put: operations["putEndpoint"];
        post?: never;
        /**
         * Delete an endpoint
         * @description Its name is free again; it can be restored while the name is free.
         *
         *     Needs the scope `endpoint:write`.
         */
        delete: operations["deleteEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change an endpoint
         * @description Partial: absent members stay. A changed query or variable declaration makes the next version; the same query in another spelling, or changed metadata, does not.
         *
         *     Needs the scope `endpoint:write`.
         */
        patch: operations["changeEndpoint"];
        trace?: never;
    };
    "/api/projects/{project_id}/endpoints/{name}/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * OpenAPI of one endpoint
         * @description Its run call alone, with typed variables, typed result rows and examples, of its current version or the one asked for.
         *
         *     Needs the scope `endpoint:read`.
         */
        get: operations["getEndpointOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/endpoints/{name}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a deleted endpoint
         * @description Needs the scope `endpoint:write`.
         */
        post: operations["restoreEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/endpoints/{name}/rename": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rename an endpoint
         * @description Needs the scope `endpoint:write`.
         */
        post: operations["renameEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/endpoints/{name}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List versions of an endpoint
         * @description Needs the scope `endpoint:read`.
         */
        get: operations["listEndpointVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/endpoints/{name}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an old version current
         * @description Writes a new version with the query and the declarations of the old one.
         *
         *     Needs the scope `endpoint:write`.
         */
        post: operations["rollBackEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/endpoints/{name}/materialization_status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the materialization of an endpoint stands
         * @description Needs the scope `endpoint:read`.
         */
        get: operations["getMaterializationStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/endpoints/{name}/materialize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Build the snapshot of an endpoint now
         * @description Needs the scope `endpoint:write`.
         */
        post: operations["materializeEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/endpoints/{name}/materializations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List builds of an endpoint
         * @description Needs the scope `endpoint:read`.
         */
        get: operations["listMaterializations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/endpoints/{name}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the run log of an endpoint
         * @description Needs the scope `endpoint:read`.
         */
        get: operations["listEndpointLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the run logs of all endpoints as one
         * @description Needs the scope `endpoint:read`.
         */
        get: operations["listRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/endpoints/{name}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How an endpoint was used over a range
         * @description Counts every run, whether the run log still has it or not: by the minute for the last 3 days, by the hour and by key for 92.
         *
         *     Needs the scope `endpoint:read`.
         */
        get: operations["getEndpointUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/endpoints/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * How many endpoints were used over a range
         * @description Counts every run, in whole hours of the last 92 days.
         *
         *     Needs the scope `endpoint:read`.
         */
        post: operations["getProjectUsage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What runs of a project read, by endpoint, key or user of tokens
         * @description Counts every run, in whole hours of the last 92 days; the most rows read first.
         *
         *     Needs the scope `endpoint:read`.
         */
        get: operations["getCausedUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/endpoints/last_execution_times": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * When endpoints ran last
         * @description Needs the scope `endpoint:read`.
         */
        post: operations["getLastExecutionTimes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List actions
         * @description Needs the scope `endpoint:read`.
         */
        get: operations["listActions"];
        put?: never;
        /**
         * Create an action
         * @description Needs the scope `endpoint:write`.
         */
        post: operations["createAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/actions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an action
         * @description Needs the scope `endpoint:read`.
         */
        get: operations["getAction"];
        put?: never;
        post?: never;
        /**
         * Delete an action
         * @description Needs the scope `endpoint:write`.
         */
        delete: operations["deleteAction"];
        options?: never;
        head?: never;
        /**
         * Change an action
         * @description Endpoints that use it answer by its new steps from then on; they are compiled again and named in `warnings`.
         *
         *     Needs the scope `endpoint:write`.
         */
        patch: operations["changeAction"];
        trace?: never;
    };
    "/api/projects/{project_id}/cohorts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List cohorts
         * @description Needs the scope `endpoint:read`.
         */
        get: operations["listCohorts"];
        put?: never;
        /**
         * Create a cohort
         * @description Needs the scope `endpoint:write`.
         */
        post: operations["createCohort"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/cohorts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a cohort
         * @description Needs the scope `endpoint:read`.
         */
        get: operations["getCohort"];
        put?: never;
        post?: never;
        /**
         * Delete a cohort
         * @description Needs the scope `endpoint:write`.
         */
        delete: operations["deleteCohort"];
        options?: never;
        head?: never;
        /**
         * Change a cohort
         * @description Endpoints that use it answer by its new members from then on; they are compiled again and named in `warnings`.
         *
         *     Needs the scope `endpoint:write`.
         */
        patch: operations["changeCohort"];
        trace?: never;
    };
    "/api/projects/{project_id}/cohorts/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add persons to a static cohort
         * @description As JSON, or as CSV with a column `distinct_id`. Distinct ids that no person has are reported and not kept.
         *
         *     Needs the scope `endpoint:write`.
         */
        post: operations["addCohortMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the projects that the key reaches
         * @description Needs the scope `project:read`.
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Create a project
         * @description Only for keys that are not bound to projects.
         *
         *     Needs the scope `project:write`.
         */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a project
         * @description Needs the scope `project:read`.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /**
         * Delete a project with all its data
         * @description It answers to nobody any more, its capture token is dead, and keys that were bound to it alone are gone. Its events, persons, groups, endpoints, logs and snapshots are removed behind the answer. It cannot be brought back.
         *
         *     Needs the scope `project:write`.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /**
         * Change a project
         * @description Acts at once: no answer that was computed under other settings is served again. Endpoints whose queries read the changed settings are compiled again and named in `warnings`.
         *
         *     Needs the scope `project:write`.
         */
        patch: operations["changeProject"];
        trace?: never;
    };
    "/api/projects/{project_id}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who changed what
         * @description Endpoints with their versions, actions, property types, settings, keys. Keys that reach every project also see what concerns them all. Kept for 400 days.
         *
         *     Needs the scope `project:read`.
         */
        get: operations["listActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/capture_token/roll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the capture token
         * @description The old token stops working at once.
         *
         *     Needs the scope `project:write`.
         */
        post: operations["rollCaptureToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/event_definitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List names of events
         * @description Needs the scope `project:read`.
         */
        get: operations["listEventDefinitions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/property_definitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List properties and their types
         * @description Needs the scope `project:read`.
         */
        get: operations["listPropertyDefinitions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/property_definitions/{type}/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set the type of a property
         * @description Acts with the next run. Endpoints whose queries read the property are compiled again, get their columns of now, and are named in `warnings`.
         *
         *     Needs the scope `project:write`.
         */
        patch: operations["changePropertyDefinition"];
        trace?: never;
    };
    "/api/projects/{project_id}/ingestion_warnings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was odd in captured events
         * @description Needs the scope `project:read`.
         */
        get: operations["listIngestionWarnings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/events/recent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Watch events come in
         * @description The last events that this service has accepted from senders, at most 1,000 and 1 MiB of a project, from memory: they are gone after a restart, and after a deletion of a person or of events. Answers at once, or with `wait` when one comes; a key gets four answers a second. Where several services share a store, each tells of its own.
         *
         *     Needs the scope `query:read`.
         */
        get: operations["listRecentEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dialect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tables, functions and words of the SQL dialect
         * @description What editors complete, made from the tables that the compiler works with. It changes only with the version of the service.
         *
         *     Needs any valid key.
         */
        get: operations["getDialect"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/personal_api_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List keys that have no more scopes and projects than this one
         * @description Needs the scope `key:write`.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create a key
         * @description It gets no more scopes and projects than the key that makes it, and ends no later. The secret is answered once.
         *
         *     Needs the scope `key:write`.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/personal_api_keys/@current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the calling key, and its session if it is one of the console
         * @description Needs any valid key.
         */
        get: operations["getCurrentKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/personal_api_keys/{id}/roll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a key
         * @description A key may roll itself; `key:write` may roll the keys that it can list and that end no later. A replaced secret rolls nothing that lasts longer than it.
         *
         *     Needs any valid key.
         */
        post: operations["rollKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/personal_api_keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key
         * @description A key may revoke itself; `key:write` may revoke the keys that it can list.
         *
         *     Needs any valid key.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        /**
         * Change label, endpoints and end of a key
         * @description A key may change its own label; `key:write` may change the keys that it can list. No key changes its own end or endpoints, or gives an end beyond its own.
         *
         *     Needs any valid key.
         */
        patch: operations["changeKey"];
        trace?: never;
    };
    "/api/projects/{project_id}/signing_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List signing keys
         * @description Needs the scope `token:write`.
         */
        get: operations["listSigningKeys"];
        put?: never;
        /**
         * Create a signing key
         * @description Of a public key, or of a new pair, whose private half is answered once and kept nowhere.
         *
         *     Needs the scope `token:write` and `endpoint:run`.
         */
        post: operations["createSigningKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/signing_keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a signing key
         * @description All its tokens are refused within 2 s.
         *
         *     Needs the scope `token:write`.
         */
        delete: operations["deleteSigningKey"];
        options?: never;
        head?: never;
        /**
         * Change a signing key
         * @description Acts on all its tokens within 2 s.
         *
         *     Needs the scope `token:write` and `endpoint:run`.
         */
        patch: operations["changeSigningKey"];
        trace?: never;
    };
    "/api/projects/{project_id}/signing_keys/{id}/revocations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the revocations of a signing key
         * @description Needs the scope `token:write`.
         */
        get: operations["listTokenRevocations"];
        put?: never;
        /**
         * Refuse tokens of a signing key before they run out
         * @description Needs the scope `token:write`.
         */
        post: operations["revokeTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/signing_keys/{id}/revocations/{revocation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a revocation back
         * @description Needs the scope `token:write`.
         */
        delete: operations["deleteTokenRevocation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console_sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a session that stands for a key
         * @description For a personal key in `Authorization`, or for a code. The session may what its key may at that moment, ends when the key is revoked or rolled, and makes no sessions and codes itself.
         */
        post: operations["createConsoleSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console_sessions/@current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign out: end the calling session
         * @description Needs any valid key.
         */
        delete: operations["endConsoleSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console_session_codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a code that begins one session of this key
         * @description It works once, for 10 minutes, at `/console/#code=...`.
         *
         *     Needs any valid key; a session of the console is none.
         */
        post: operations["createConsoleSessionCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/persons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List or find persons
         * @description As they are after all merges. A page of large persons ends before `limit`; `next` goes on behind it. Counts as a query of the key.
         *
         *     Needs the scope `query:read`.
         */
        get: operations["listPersons"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/persons/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a person with the times of its first and last event
         * @description Counts as a query of the key.
         *
         *     Needs the scope `query:read`.
         */
        get: operations["getPerson"];
        put?: never;
        post?: never;
        /**
         * Delete a person with its events
         * @description All its distinct ids and their events go. When this answers no query sees them and no older answer is served. They come back when they are sent or imported again. Noted in the activity log.
         *
         *     Needs the scope `event:delete`.
         */
        delete: operations["deletePerson"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/events/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deletions of events
         * @description Needs the scope `event:delete`.
         */
        get: operations["listEventDeletions"];
        put?: never;
        /**
         * Delete events
         * @description Events that meet all bounds go, of those that are there now. Persons, merges and definitions stay. When the deletion has ended no query sees the events and no older answer is served; from then on they may come again. Noted in the activity log. Try it with `dry_run` first.
         *
         *     Needs the scope `event:delete`.
         */
        post: operations["deleteEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/events/delete/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a deletion of events and how far it is
         * @description Needs the scope `event:delete`.
         */
        get: operations["getEventDeletion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports
         * @description Needs the scope `event:write`.
         */
        get: operations["listImports"];
        put?: never;
        /**
         * Import a file of events
         * @description The body is the file as it is, plain, gzip or zstd (told by its first bytes). When this answers the file is on the disk and will be imported, whatever happens to the process. Sending it again changes nothing.
         *
         *     Needs the scope `event:write`.
         */
        post: operations["createImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/demo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Load the demo
         * @description Brings 180 days of events of an invented product in, as an import that can be followed and undone, and makes endpoints that ask about them. Only in a project to which no event has come. Sending it again before the first event is there changes nothing.
         *
         *     Needs the scope `event:write` and `endpoint:write`.
         */
        post: operations["createDemo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an import and how far it is
         * @description Needs the scope `event:write`.
         */
        get: operations["getImport"];
        put?: never;
        post?: never;
        /**
         * Stop a running import, or undo one that has ended
         * @description A running import stops, and what it has brought stays: call this again to undo that. Of an import that has ended the events go that it has brought and no other source: no capture and no other import that was not undone. Persons, merges and definitions stay. When the deletion has ended no query sees the events and no older answer is served; from then on they may come again. Noted in the activity log. Try it with `dry_run=true` first.
         *
         *     Needs the scope `event:delete`.
         */
        delete: operations["undoImport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/imports/{id}/rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the rows that an import has not taken
         * @description JSON lines `{row_number, reason, row}` in the order of the file, as far as it is done.
         *
         *     Needs the scope `event:write`.
         */
        get: operations["getRejectedRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{project_id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export events
         * @description A file in the form that an import reads, in the order in which the events came in; each event carries the person that it belongs to now. A connection that breaks off means that the file is not complete.
         *
         *     Needs the scope `query:read`.
         */
        get: operations["exportEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Send events in the query string (`/batch`)
         * @description Needs the capture token of a project in the body, as `api_key` or `token`.
         */
        get: operations["captureBatchByGet"];
        put?: never;
        /**
         * Send events (`/batch`)
         * @description Needs the capture token of a project in the body, as `api_key` or `token`.
         */
        post: operations["captureBatch"];
        delete?: never;
        /** May a page of another site call `/batch`? Yes */
        options: operations["captureBatchPreflight"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/capture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Send events in the query string (`/capture`)
         * @description Needs the capture token of a project in the body, as `api_key` or `token`.
         */
        get: operations["captureEventByGet"];
        put?: never;
        /**
         * Send events (`/capture`)
         * @description Needs the capture token of a project in the body, as `api_key` or `token`.
         */
        post: operations["captureEvent"];
        delete?: never;
        /** May a page of another site call `/capture`? Yes */
        options: operations["captureEventPreflight"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/e": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Send events in the query string (`/e`)
         * @description Needs the capture token of a project in the body, as `api_key` or `token`.
         */
        get: operations["captureEventShortByGet"];
        put?: never;
        /**
         * Send events (`/e`)
         * @description Needs the capture token of a project in the body, as `api_key` or `token`.
         */
        post: operations["captureEventShort"];
        delete?: never;
        /** May a page of another site call `/e`? Yes */
        options: operations["captureEventShortPreflight"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/i/v0/e": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Send events in the query string (`/i/v0/e`)
         * @description Needs the capture token of a project in the body, as `api_key` or `token`.
         */
        get: operations["captureEventV0ByGet"];
        put?: never;
        /**
         * Send events (`/i/v0/e`)
         * @description Needs the capture token of a project in the body, as `api_key` or `token`.
         */
        post: operations["captureEventV0"];
        delete?: never;
        /** May a page of another site call `/i/v0/e`? Yes */
        options: operations["captureEventV0Preflight"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/track": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Send events in the query string (`/track`)
         * @description Needs the capture token of a project in the body, as `api_key` or `token`.
         */
        get: operations["captureTrackByGet"];
        put?: never;
        /**
         * Send events (`/track`)
         * @description Needs the capture token of a project in the body, as `api_key` or `token`.
         */
        post: operations["captureTrack"];
        delete?: never;
        /** May a page of another site call `/track`? Yes */
        options: operations["captureTrackPreflight"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/engage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Send events in the query string (`/engage`)
         * @description Needs the capture token of a project in the body, as `api_key` or `token`.
         */
        get: operations["capturePersonByGet"];
        put?: never;
        /**
         * Send events (`/engage`)
         * @description Needs the capture token of a project in the body, as `api_key` or `token`.
         */
        post: operations["capturePerson"];
        delete?: never;
        /** May a page of another site call `/engage`? Yes */
        options: operations["capturePersonPreflight"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/i/v1/analytics/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send events, protocol v1 (`/i/v1/analytics/events`)
         * @description Needs the headers `PostHog-Sdk-Info: name/version`, `PostHog-Attempt`, `PostHog-Request-Id` and `PostHog-Request-Timestamp`.
         */
        post: operations["captureAnalytics"];
        delete?: never;
        /** May a page of another site call `/i/v1/analytics/events`? Yes */
        options: operations["captureAnalyticsPreflight"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/i/v1/general/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send events, protocol v1 (`/i/v1/general/events`)
         * @description Needs the headers `PostHog-Sdk-Info: name/version`, `PostHog-Attempt`, `PostHog-Request-Id` and `PostHog-Request-Timestamp`.
         */
        post: operations["captureGeneral"];
        delete?: never;
        /** May a page of another site call `/i/v1/general/events`? Yes */
        options: operations["captureGeneralPreflight"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** No feature flags */
        get: operations["stubFlagsByGet"];
        put?: never;
        /** No feature flags */
        post: operations["stubFlags"];
        delete?: never;
        /** May a page of another site call `/flags`? Yes */
        options: operations["stubFlagsPreflight"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** No feature flags, for older SDKs */
        get: operations["stubDecideByGet"];
        put?: never;
        /** No feature flags, for older SDKs */
        post: operations["stubDecide"];
        delete?: never;
        /** May a page of another site call `/decide`? Yes */
        options: operations["stubDecidePreflight"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flags/definitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** No feature flags, for SDKs that compute them */
        get: operations["stubFlagDefinitionsByGet"];
        put?: never;
        /** No feature flags, for SDKs that compute them */
        post: operations["stubFlagDefinitions"];
        delete?: never;
        /** May a page of another site call `/flags/definitions`? Yes */
        options: operations["stubFlagDefinitionsPreflight"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/array/{token}/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What posthog-js may do: capture events, nothing else */
        get: operations["stubConfigByGet"];
        put?: never;
        /** What posthog-js may do: capture events, nothing else */
        post: operations["stubConfig"];
        delete?: never;
        /** May a page of another site call `/array/{token}/config`? Yes */
        options: operations["stubConfigPreflight"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/array/{token}/config.js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The same as a script */
        get: operations["stubConfigScriptByGet"];
        put?: never;
        /** The same as a script */
        post: operations["stubConfigScript"];
        delete?: never;
        /** May a page of another site call `/array/{token}/config.js`? Yes */
        options: operations["stubConfigScriptPreflight"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/s": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Takes session recordings and drops them */
        get: operations["stubRecordingByGet"];
        put?: never;
        /** Takes session recordings and drops them */
        post: operations["stubRecording"];
        delete?: never;
        /** May a page of another site call `/s`? Yes */
        options: operations["stubRecordingPreflight"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/static/array.js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * posthog-js, for pages that load it by the HTML snippet
         * @description The bundle of the package as it is. No other file of it is served.
         */
        get: operations["getArrayScript"];
        put?: never;
        post?: never;
        delete?: never;
        /** May a page of another site call `/static/array.js`? Yes */
        options: operations["getArrayScriptPreflight"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where is what?
         * @description Whoever takes HTML is sent to the console, or to the documents where there is none.
         */
        get: operations["getRoot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_livez": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Does the process answer? */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Is the service ready for requests? */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document for people */
        get: operations["getDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every error code, for people */
        get: operations["getErrorDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/service": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What service this is: version, time, engine, limits
         * @description Needs any valid key.
         */
        get: operations["getService"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/backup_moments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hold a moment of the whole service still, to be copied
         * @description Needs a key with all scopes and all projects. `sluice backup` calls this on the machine of the service, copies the folder and lets the moment go. An earlier moment that is still held is dropped.
         *
         *     Needs the scope `*`.
         */
        post: operations["beginBackupMoment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/backup_moments/{id}/keep": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep a held moment for ten more minutes
         * @description Needs the scope `*`.
         */
        post: operations["keepBackupMoment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/backup_moments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Let a held moment go
         * @description Needs the scope `*`.
         */
        delete: operations["endBackupMoment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_test/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the clock of the process
         * @description Exists only when the service runs with `SLUICE_TEST_CLOCK`.
         */
        post: operations["setTestClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A stored named filter of events */
        Action: {
            /**
             * @description What an ActionsNode names; never given to another action
             * @example 1
             */
            id: number;
            /**
             * @description Unique among the actions of the project, 1..400 characters
             * @example Looked at prices
             */
            name: string;
            /**
             * @description What it stands for, for readers; default empty
             * @example Saw the page of prices
             */
            description: string;
            /** @description An event matches when it meets any step; no steps (the default) match every event */
            steps: components["schemas"]["ActionStep"][];
            /**
             * @description Grows with every change; its ETag
             * @example 7
             */
            revision: number;
            /**
             * @description When it was made, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description When it was last changed, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            updated_at: string;
            created_by: components["schemas"]["Author"];
        };
        /** @description Changes of an action; absent members stay as they are */
        ActionChange: {
            /**
             * @description Unique among the actions of the project, 1..400 characters
             * @example Looked at prices
             */
            name?: string;
            /**
             * @description What it stands for, for readers; default empty
             * @example Saw the page of prices
             */
            description?: string;
            /** @description An event matches when it meets any step; no steps (the default) match every event */
            steps?: components["schemas"]["ActionStep"][];
        };
        /** @description A new action */
        ActionCreate: {
            /**
             * @description Unique among the actions of the project, 1..400 characters
             * @example Looked at prices
             */
            name: string;
            /**
             * @description What it stands for, for readers; default empty
             * @default
             * @example Saw the page of prices
             */
            description?: string;
            /**
             * @description An event matches when it meets any step; no steps (the default) match every event
             * @default []
             */
            steps?: components["schemas"]["ActionStep"][];
        };
        /** @description One page of a list */
        ActionList: {
            /**
             * @description Items that match, on this page or not
             * @example 1
             */
            count: number;
            /**
             * @description Address of the next page; null on the last one
             * @example null
             */
            next: string | null;
            /**
             * @description Address of the page before; null on the first one
             * @example null
             */
            previous: string | null;
            /** @description The items of this page */
            results: components["schemas"]["Action"][];
        };
        /** @description A step of an action: conditions that an event must all meet */
        ActionStep: {
            /**
             * @description Name of the event. Default any event.
             * @example $pageview
             */
            event?: string;
            /**
             * @description Only for $autocapture: CSS selector of the element or of one around it.
             * @example nav > a.primary
             */
            selector?: string;
            /**
             * @description Only for $autocapture: tag of the element or of one around it.
             * @example button
             */
            tag_name?: string;
            /**
             * @description Only for $autocapture: target of the link.
             * @example /signup
             */
            href?: string;
            /**
             * @description How `href` is compared. Default `exact`.
             * @enum {string}
             */
            href_matching?: "exact" | "contains" | "regex";
            /**
             * @description Only for $autocapture: text of the element.
             * @example Sign up
             */
            text?: string;
            /**
             * @description How `text` is compared. Default `exact`.
             * @enum {string}
             */
            text_matching?: "exact" | "contains" | "regex";
            /**
             * @description Compared with the property `$current_url`.
             * @example /pricing
             */
            url?: string;
            /**
             * @description How `url` is compared, case-sensitively; a regex (RE2) is searched. Default `contains`.
             * @enum {string}
             */
            url_matching?: "exact" | "contains" | "regex";
            /** @description Property filters, all of which must hold. Default none. */
            properties?: components["schemas"]["PropertyFilter"][];
        };
        /** @description Events that match a stored action */
        ActionsNode: {
            /**
             * @description Events that match an action
             * @constant
             */
            kind?: "ActionsNode";
            /**
             * @description Id of a stored action of the project, also as a text.
             * @example 1
             */
            id: number | string;
            /**
             * @description Shown to people.
             * @example Views
             */
            name?: string;
            /**
             * @description Echoed in the result, never used as label.
             * @example Views of pages
             */
            custom_name?: string;
            /** @description Filters on the events of this series. Default none. */
            properties?: components["schemas"]["PropertyFilters"];
            /** @description More filters, with the same effect. */
            fixedProperties?: components["schemas"]["PropertyFilters"];
            /**
             * @description What is computed. Default `total`, the number of events.
             * @enum {string}
             */
            math?: "total" | "dau" | "weekly_active" | "monthly_active" | "unique_session" | "unique_group" | "sum" | "avg" | "min" | "max" | "median" | "p75" | "p90" | "p95" | "p99" | "avg_count_per_actor" | "min_count_per_actor" | "max_count_per_actor" | "median_count_per_actor" | "p75_count_per_actor" | "p90_count_per_actor" | "p95_count_per_actor" | "p99_count_per_actor" | "first_time_for_user" | "first_time_for_user_with_filters" | "first_matching_event_for_user" | "hogql";
            /**
             * @description Property for `sum`, `avg`, `min`, `max` and percentiles.
             * @example amount
             */
            math_property?: string;
            /**
             * @description Where `math_property` is read. Default `event_properties`.
             * @enum {string}
             */
            math_property_type?: "event_properties" | "person_properties" | "session_properties";
            /**
             * @description Count groups of this type (0 to 4) instead of persons.
             * @example 0
             */
            math_group_type_index?: number;
            /**
             * @description Aggregate expression of the SQL dialect for `math: "hogql"`.
             * @example sum(properties.amount) / count()
             */
            math_hogql?: string;
            /**
             * @description Factor on each value before aggregation. Default 1.
             * @example 1
             */
            math_multiplier?: number;
            /** @description Funnels: the step may be skipped. Default false. */
            optionalInFunnel?: boolean;
            /** @description Accepted and ignored. */
            limit?: unknown;
            /** @description Accepted and ignored. */
            orderBy?: unknown;
            /** @description Version of the schema of the node: accepted and ignored. */
            version?: unknown;
            /** @description Marker of the result type: accepted and ignored. */
            response?: unknown;
        };
        /** @description One page of a list */
        ActivityList: {
            /**
             * @description Items that match, on this page or not
             * @example 1
             */
            count: number;
            /**
             * @description Address of the next page; null on the last one
             * @example null
             */
            next: string | null;
            /**
             * @description Address of the page before; null on the first one
             * @example null
             */
            previous: string | null;
            /** @description The items of this page */
            results: {
                /**
                 * @description Id of the entry
                 * @example 01999f5e-7a3b-7cc1-9d52-2f6f6a1f9b10
                 */
                id: string;
                /**
                 * @description When, ISO 8601, UTC
                 * @example 2026-01-05T09:00:00Z
                 */
                at: string;
                /** @description Who did it */
                actor: {
                    /**
                     * @description Id of the key that did it
                     * @example 01999f5e-0000-7cc1-9d52-2f6f6a1f9b10
                     */
                    key_id: string;
                    /**
                     * @description Label that the key had then
                     * @example deployment
                     */
                    label: string;
                };
                /**
                 * @description What was done
                 * @enum {string}
                 */
                activity: "created" | "changed" | "deleted" | "restored" | "rolled";
                /**
                 * @description Kind of the thing that was changed; a new version is a change of `query` and `version` of its endpoint
                 * @enum {string}
                 */
                subject: "endpoint" | "action" | "cohort" | "project" | "capture_token" | "key" | "signing_key" | "property_type" | "data";
                /**
                 * @description Id of the thing
                 * @example 01999f5e-1111-7cc1-9d52-2f6f6a1f9b10
                 */
                subject_id: string;
                /**
                 * @description Name that the thing had after the change, or before it was deleted
                 * @example daily_users
                 */
                subject_name: string;
                /** @description Members that differ; never secrets */
                changes: {
                    /**
                     * @description Name of the member, as in the body of the thing
                     * @example cache_age_seconds
                     */
                    member: string;
                    /** @description Its value before; null when there was none */
                    before: unknown;
                    /** @description Its value after; null when there is none */
                    after: unknown;
                }[];
            }[];
        };
        /** @description What became of the distinct ids */
        AddedMembers: {
            /**
             * @description Distinct ids whose persons are members now and were not named before
             * @example 2
             */
            added: number;
            /**
             * @description Persons of the cohort
             * @example 120
             */
            count: number;
            /**
             * @description Distinct ids that no person has; they are not kept
             * @example [
             *       "user-2"
             *     ]
             */
            unknown_distinct_ids: string[];
        };
        /** @description The key that made it */
        Author: {
            /**
             * @description Id of the key
             * @example 0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f
             */
            key_id: string;
            /**
             * @description What the key is for
             * @example dashboard
             */
            label: string;
        };
        /** @description A moment of the service that is held still */
        BackupMoment: {
            /**
             * @description Names the moment
             * @example 0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f
             */
            id: string;
            /**
             * @description Folder on the machine of the service that holds it, to be copied
             * @example /var/lib/sluice/backup-moment
             */
            folder: string;
            /**
             * @description The moment: what was answered before it is in the folder, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description How long events waited to become visible meanwhile, milliseconds
             * @example 12
             */
            held_ms: number;
        };
        /** @description What a run may carry, and the endpoint that it is for */
        BatchedCall: {
            /**
             * @description Values of the variables of the query by name; on insights `date_from`, `date_to` and breakdowns
             * @example {
             *       "repo": "hono"
             *     }
             */
            variables?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Insight endpoints: top-level keys that replace those of the query
             * @example {
             *       "interval": "week"
             *     }
             */
            query_override?: {
                [key: string]: unknown;
            } | null;
            /** @description Filters and dates that narrow the answer of any endpoint; default none */
            filters_override?: components["schemas"]["FiltersOverride"] | null;
            /** @description Whether a cached or materialized answer may be served; default `blocking` */
            refresh?: ("blocking" | "force_blocking" | "cache" | "force" | "direct") | null;
            /**
             * @description SQL endpoints: most rows to return; default those of the query
             * @example 100
             */
            limit?: number | null;
            /**
             * @description SQL endpoints: rows to skip; needs `limit`; default 0
             * @example 0
             */
            offset?: number | null;
            /**
             * @description Version to run; default the current one
             * @example 1
             */
            version?: number | null;
            /** @description Adds compiled SQL, timings, cache key and engine statistics; default false */
            debug?: boolean | null;
            /**
             * @description Name of this run for cancelling it and in logs, 1..128 characters; default none
             * @example nightly-report
             */
            client_query_id?: string | null;
            /**
             * @description Name of the endpoint
             * @example usage-by-day
             */
            name: string;
            /**
             * @description Names the call in the answer; default its place in the list, from 0
             * @example usage
             */
            id?: string | null;
            /** @description string: 64-bit integers as JSON text; default number */
            int64?: ("string" | "number") | null;
            /** @description objects: each row as an object by column name, SQL only; default arrays */
            rows?: ("arrays" | "objects") | null;
        };
        /** @description A property to split by */
        Breakdown: {
            /** @description Name of the property, or an expression for type `hogql`. */
            property: string | number;
            /**
             * @description Where the property is read. Default `event`.
             * @enum {string}
             */
            type?: "event" | "person" | "group" | "session" | "hogql" | "event_metadata";
            /**
             * @description For type `group`: index of the group type. Default 0.
             * @example 0
             */
            group_type_index?: number;
            /**
             * @description Cut numbers into so many bins of equal width. Default: every value for itself.
             * @example 10
             */
            histogram_bin_count?: number;
            /** @description Cut trailing `/`, `?` and `#`. Default false. */
            normalize_url?: boolean;
        };
        /** @description Splits the result by the values of properties. */
        BreakdownFilter: {
            /**
             * @description Property to split by, or up to 3; an expression of the SQL dialect for type `hogql`; for type `cohort` up to 25 ids, or `all` for everybody.
             * @example $browser
             */
            breakdown?: (string | number) | (string | number)[];
            /**
             * @description Where the property is read, or `cohort`. Default `event`.
             * @enum {string}
             */
            breakdown_type?: "event" | "person" | "group" | "session" | "hogql" | "event_metadata" | "cohort";
            /**
             * @description For type `group`: index of the group type.
             * @example 0
             */
            breakdown_group_type_index?: number;
            /**
             * @description Values to keep, 1 to 1000; the rest becomes "Other". Default 25.
             * @example 25
             */
            breakdown_limit?: number;
            /** @description Leave "Other" out. Default false. */
            breakdown_hide_other_aggregation?: boolean;
            /**
             * @description Trends: cut numbers into so many bins of equal width.
             * @example 10
             */
            breakdown_histogram_bin_count?: number;
            /** @description Cut trailing `/`, `?` and `#`. Default false. */
            breakdown_normalize_url?: boolean;
            /** @description Apply the path cleaning rules of the project to the value. Default false. */
            breakdown_path_cleaning?: boolean;
            /** @description Up to three properties to split by together; wins over `breakdown`. */
            breakdowns?: components["schemas"]["Breakdown"][];
        };
        /** @description One build of a snapshot */
        Build: {
            /**
             * @description Names the build
             * @example 0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f
             */
            id: string;
            /**
             * @description The version that is built
             * @example 1
             */
            version: number;
            /**
             * @description What asked for it
             * @enum {string}
             */
            cause: "schedule" | "request" | "change" | "repair";
            /**
             * @description Where it stands
             * @enum {string}
             */
            state: "Pending" | "Running" | "Completed" | "Failed";
            /**
             * @description When it was asked for, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /** @description When it began, ISO 8601, UTC; null = not yet */
            started_at: string | null;
            /** @description When it ended, ISO 8601, UTC; null = not yet */
            ended_at: string | null;
            /** @description Seconds that it took; null = not ended */
            duration: number | null;
            /** @description Rows of the snapshot; null = there is none */
            rows: number | null;
            /** @description Size of the snapshot; null = there is none */
            bytes: number | null;
            /** @description Whether it equals the direct answer; null = not compared */
            verified: boolean | null;
            /** @description Why it failed; null when it did not */
            error: string | null;
        };
        /** @description One page of a list */
        BuildList: {
            /**
             * @description Items that match, on this page or not
             * @example 1
             */
            count: number;
            /**
             * @description Address of the next page; null on the last one
             * @example null
             */
            next: string | null;
            /**
             * @description Address of the page before; null on the first one
             * @example null
             */
            previous: string | null;
            /** @description The items of this page */
            results: components["schemas"]["Build"][];
        };
        /** @description A build of a materialized endpoint */
        BuildLogEntry: {
            /**
             * @description When it began, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            started_at: string;
            /**
             * @description error: the build failed
             * @enum {string}
             */
            level: "info" | "error";
            /**
             * @description Id of the build
             * @example 0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f
             */
            build_id: string;
            /**
             * @description Version that was built
             * @example 1
             */
            version: number;
            /**
             * @description Why it was built, as in the list of builds
             * @example schedule
             */
            cause: string;
            /**
             * @description What became of it, as in the list of builds
             * @example built
             */
            outcome: string;
            /**
             * @description Why it failed
             * @example The query reads too much.
             */
            error?: string;
            /**
             * @description Length of the build, milliseconds
             * @example 812
             */
            duration_ms: number;
            /**
             * @description Rows of the snapshot
             * @example 7
             */
            rows?: number;
            /**
             * @description Bytes of the snapshot
             * @example 4096
             */
            bytes?: number;
            /**
             * @description Whether the snapshot equals the direct answer: true, false or `not compared`
             * @example true
             */
            verified?: string;
        };
        /** @description The events are durable */
        CaptureAnswer: {
            /**
             * @description Always 1
             * @constant
             */
            status: 1;
        };
        /** @description Refusal of a v1 request */
        CaptureRefusal: {
            /**
             * @description Name of the problem
             * @example invalid_api_token
             */
            error: string;
            /**
             * @description The problem for people
             * @example The batch has no events.
             */
            error_description: string;
        };
        /** @description What became of each event */
        CaptureResults: {
            /** @description By uuid as sent; `batch.2` stands for the third event when it has none */
            results: {
                [key: string]: components["schemas"]["EventResult"];
            };
        };
        /** @description An event */
        CapturedEvent: {
            /**
             * @description Name of the event, 1..200 characters.
             * @example note created
             */
            event: string;
            /**
             * @description Who did it, 1..200 characters (cut there); may also stand in `properties`.
             * @example ada
             */
            distinct_id?: string;
            /**
             * @description What else is known of it. Default none.
             * @example {
             *       "plan": "pro"
             *     }
             */
            properties?: {
                [key: string]: unknown;
            };
            /**
             * @description When it happened, ISO 8601. Default the time of arrival.
             * @example 2026-01-05T09:00:00Z
             */
            timestamp?: string;
            /**
             * @description Its identity: an event with a known one is not counted again. Default a new one.
             * @example 0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f
             */
            uuid?: string;
            /**
             * @description Capture token, for an event without batch.
             * @example slc_...
             */
            api_key?: string;
            /**
             * @description Properties of the person, which replace those there are. Default none.
             * @example {
             *       "plan": "pro"
             *     }
             */
            $set?: {
                [key: string]: unknown;
            };
            /**
             * @description Properties of the person that it does not have yet. Default none.
             * @example {
             *       "plan": "pro"
             *     }
             */
            $set_once?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description What runs of a project read, by who caused it */
        CausedUsage: {
            /**
             * @description Start of what was counted, a whole hour
             * @example 2026-01-04T09:00:00Z
             */
            after: string;
            /**
             * @description End of what was counted, exclusive
             * @example 2026-01-05T09:00:00Z
             */
            before: string;
            /** @description Those that read the most rows first; those without runs are left out */
            results: components["schemas"]["CausedUsageEntry"][];
            /** @description False where `limit` has left some out */
            is_whole: boolean;
        };
        /** @description Runs of one endpoint, key or user */
        CausedUsageEntry: {
            /**
             * @description With `by=endpoint`: its name now; null when it is deleted
             * @example usage-by-day
             */
            endpoint?: string | null;
            /**
             * @description With `by=key` and `by=subject`: id of the key, `<signing key>/<subject>` of a token, or `other`: those beyond the first 1,000 of an endpoint in an hour
             * @example 0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f
             */
            key_id?: string;
            /**
             * @description Signing key of the tokens
             * @example slk_0199e0a27c1f7d3e9a550c8f5b1d2e3f
             */
            signing_key_id?: string;
            /**
             * @description `sub` of the tokens
             * @example customer-17
             */
            subject?: string;
            /**
             * @description Runs that began in the range, refused ones included
             * @example 1200
             */
            runs: number;
            /**
             * @description Runs that were not answered 200 or 304
             * @example 3
             */
            errors: number;
            /**
             * @description Runs answered from the cache
             * @example 1100
             */
            cache_hits: number;
            hit_rate: components["schemas"]["HitRate"];
            /**
             * @description Rows answered
             * @example 36000
             */
            rows: number;
            /**
             * @description Rows that the engine read
             * @example 5000000
             */
            rows_read: number;
            /**
             * @description Bytes that the engine read
             * @example 320000000
             */
            bytes_read: number;
        };
        /** @description A change of what the query reads, such as a type that capture has learned */
        ChangeLogEntry: {
            /**
             * @description When it was noticed, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            started_at: string;
            /**
             * @description error: runs are refused from then on
             * @enum {string}
             */
            level: "info" | "error";
            /**
             * @description Version that it is about
             * @example 1
             */
            version: number;
            /**
             * @description As in warnings
             * @example answers_change
             */
            code: string;
            /**
             * @description The same for people
             * @example The column "n" changes its type from String to Float64.
             */
            detail: string;
        };
        /** @description A stored, named list of persons */
        Cohort: {
            /**
             * @description What filters, breakdowns and IN COHORT name; never given to another cohort
             * @example 1
             */
            id: number;
            /**
             * @description Unique among the cohorts of the project, 1..400 characters
             * @example Buyers of the month
             */
            name: string;
            /**
             * @description What it stands for, for readers; default empty
             * @example Bought in the last 30 days
             */
            description: string;
            /**
             * @description True: a list of persons, filled by `/members`. False: all who meet `filters` when a query runs
             * @example true
             */
            is_static: boolean;
            /** @description Who belongs to it; null for a static cohort */
            filters: components["schemas"]["CohortFilters"] | null;
            /**
             * @description Persons of a static cohort when members were added last; null for a dynamic one
             * @example 120
             */
            count: number | null;
            /**
             * @description Grows with every change, also of the members; its ETag
             * @example 7
             */
            revision: number;
            /**
             * @description When it was made, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description When it was last changed, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            updated_at: string;
            created_by: components["schemas"]["Author"];
        };
        /** @description An event or action that the person performed in a period */
        CohortBehaviorCondition: {
            /**
             * @description What the person did
             * @constant
             */
            type: "behavioral";
            /**
             * @description Name of the event; the id of an action when `event_type` is `actions`.
             * @example purchase
             */
            key: string | number;
            /**
             * @description `performed_event`: at least once. `performed_event_multiple`: as often as `operator` says.
             * @enum {string}
             */
            value: "performed_event" | "performed_event_multiple";
            /**
             * @description What `key` names. Default `events`.
             * @enum {string}
             */
            event_type?: "events" | "actions";
            /**
             * @description Length of the period that ends now.
             * @example 30
             */
            time_value?: number | string;
            /**
             * @description Unit of `time_value`.
             * @enum {string}
             */
            time_interval?: "minute" | "hour" | "day" | "week" | "month" | "year";
            /**
             * @description Start of the period as a date, in place of `time_value`: `-30d`, `2026-01-05`.
             * @example -30d
             */
            explicit_datetime?: string;
            /**
             * @description End of the period. Default now.
             * @example -7d
             */
            explicit_datetime_to?: string;
            /**
             * @description Compares the number of events of `performed_event_multiple`. Default `gte`.
             * @enum {string}
             */
            operator?: "gte" | "lte" | "gt" | "lt" | "eq" | "exact";
            /**
             * @description What the number is compared with, at least 1: persons without such an event match no comparison.
             * @example 2
             */
            operator_value?: number | string;
            /** @description Filters of the events, all of which must hold. */
            event_filters?: components["schemas"]["PropertyFilter"][];
            /** @description True = those who do not meet the condition. Default false. */
            negation?: boolean;
            /** @description Shown to people; does not change who is a member. */
            label?: unknown;
            /** @description Of PostHog: accepted and ignored. */
            bytecode?: unknown;
            /** @description Of PostHog: accepted and ignored. */
            bytecode_error?: unknown;
            /** @description Of PostHog: accepted and ignored. */
            conditionHash?: unknown;
        };
        /** @description Changes of a cohort; absent members stay as they are */
        CohortChange: {
            /**
             * @description Unique among the cohorts of the project, 1..400 characters
             * @example Buyers of the month
             */
            name?: string;
            /**
             * @description What it stands for, for readers; default empty
             * @example Bought in the last 30 days
             */
            description?: string;
            /** @description Who belongs to a dynamic cohort; a static one has none */
            filters?: components["schemas"]["CohortFilters"];
        };
        /** @description A new cohort */
        CohortCreate: {
            /**
             * @description Unique among the cohorts of the project, 1..400 characters
             * @example Buyers of the month
             */
            name: string;
            /**
             * @description What it stands for, for readers; default empty
             * @default
             * @example Bought in the last 30 days
             */
            description?: string;
            /**
             * @description True: a list of persons, filled by `/members`. False: all who meet `filters` when a query runs
             * @default false
             * @example true
             */
            is_static?: boolean;
            /** @description Who belongs to a dynamic cohort; a static one has none */
            filters?: components["schemas"]["CohortFilters"];
            /** @description Of PostHog: only null and an empty list are accepted, for `filters` say who is a member. */
            groups?: unknown;
            /** @description Of PostHog: only null and an empty list are accepted, for `filters` say who is a member. */
            query?: unknown;
            /** @description Of PostHog: accepted and ignored. */
            deleted?: unknown;
            /** @description Of PostHog: accepted and ignored. */
            count?: unknown;
            /** @description Of PostHog: accepted and ignored. */
            is_calculating?: unknown;
            /** @description Of PostHog: accepted and ignored. */
            last_calculation?: unknown;
            /** @description Of PostHog: accepted and ignored. */
            errors_calculating?: unknown;
            /** @description Of PostHog: accepted and ignored. */
            cohort_type?: unknown;
            /** @description Of PostHog: accepted and ignored. */
            experiment_set?: unknown;
            /** @description Of PostHog: accepted and ignored. */
            created_by?: unknown;
            /** @description Of PostHog: accepted and ignored. */
            created_at?: unknown;
        };
        /** @description The person is, or is not, a member of a cohort */
        CohortFilter: {
            /**
             * @description Membership in a cohort
             * @enum {string}
             */
            type: "cohort" | "static-cohort" | "precalculated-cohort";
            /**
             * @description Always `id`.
             * @constant
             */
            key?: "id";
            /**
             * @description Id of the cohort.
             * @example 3
             */
            value: number | string;
            /**
             * @description Default `in`.
             * @enum {string}
             */
            operator?: "in" | "not_in";
            /** @description Shown to people; does not change the result. */
            cohort_name?: unknown;
            /** @description Shown to people; does not change the result. */
            label?: unknown;
        };
        /** @description Who belongs to a dynamic cohort */
        CohortFilters: {
            properties: components["schemas"]["CohortGroup"];
        };
        /** @description Conditions combined with AND or OR */
        CohortGroup: {
            /**
             * @description How the values are combined.
             * @enum {string}
             */
            type: "AND" | "OR";
            /** @description Conditions or groups. */
            values: (components["schemas"]["CohortPersonCondition"] | components["schemas"]["CohortBehaviorCondition"] | components["schemas"]["CohortMemberCondition"] | components["schemas"]["CohortGroup"])[];
        };
        /** @description One page of a list */
        CohortList: {
            /**
             * @description Items that match, on this page or not
             * @example 1
             */
            count: number;
            /**
             * @description Address of the next page; null on the last one
             * @example null
             */
            next: string | null;
            /**
             * @description Address of the page before; null on the first one
             * @example null
             */
            previous: string | null;
            /** @description The items of this page */
            results: components["schemas"]["Cohort"][];
        };
        /** @description The person is, or is not, a member of another cohort */
        CohortMemberCondition: {
            /**
             * @description Membership in another cohort
             * @constant
             */
            type: "cohort";
            /**
             * @description Always `id`.
             * @constant
             */
            key?: "id";
            /**
             * @description Id of the other cohort.
             * @example 3
             */
            value: number | string;
            /**
             * @description Default `in`.
             * @enum {string}
             */
            operator?: "in" | "not_in";
            /** @description Shown to people; does not change who is a member. */
            cohort_name?: unknown;
            /** @description True = those who do not meet the condition. Default false. */
            negation?: boolean;
            /** @description Shown to people; does not change who is a member. */
            label?: unknown;
            /** @description Of PostHog: accepted and ignored. */
            bytecode?: unknown;
            /** @description Of PostHog: accepted and ignored. */
            bytecode_error?: unknown;
            /** @description Of PostHog: accepted and ignored. */
            conditionHash?: unknown;
        };
        /** @description Persons to add to a static cohort */
        CohortMembers: {
            /**
             * @description Distinct ids of the persons to add, at most 10000 per call
             * @example [
             *       "user-1",
             *       "user-2"
             *     ]
             */
            distinct_ids: string[];
        };
        /** @description A property of the person compared with a value */
        CohortPersonCondition: {
            /**
             * @description A property or a column of the person
             * @enum {string}
             */
            type: "person" | "person_metadata";
            /**
             * @description Name of the property.
             * @example plan
             */
            key: string;
            /**
             * @description What to compare with.
             * @example pro
             */
            value?: (string | number | boolean) | (string | number | boolean)[];
            /**
             * @description How to compare. Default `exact`.
             * @enum {string}
             */
            operator?: "exact" | "is_not" | "icontains" | "not_icontains" | "icontains_multi" | "not_icontains_multi" | "regex" | "not_regex" | "gt" | "gte" | "lt" | "lte" | "min" | "max" | "between" | "not_between" | "in" | "not_in" | "is_set" | "is_not_set" | "is_date_exact" | "is_date_before" | "is_date_after" | "is_cleaned_path_exact" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "semver_tilde" | "semver_caret" | "semver_wildcard";
            /** @description True = those who do not meet the condition. Default false. */
            negation?: boolean;
            /** @description Shown to people; does not change who is a member. */
            label?: unknown;
            /** @description Of PostHog: accepted and ignored. */
            bytecode?: unknown;
            /** @description Of PostHog: accepted and ignored. */
            bytecode_error?: unknown;
            /** @description Of PostHog: accepted and ignored. */
            conditionHash?: unknown;
        };
        /** @description A column of the answer */
        Column: {
            /**
             * @description Name in the query
             * @example day
             */
            name: string;
            /**
             * @description Type of the engine
             * @example Date
             */
            type: string;
        };
        /** @description Adds the results of an earlier period. */
        CompareFilter: {
            /** @description Add the results of an earlier period. Default false. */
            compare?: boolean;
            /**
             * @description How far back that period starts; absent = the period directly before.
             * @example -1y
             * @example -14d
             */
            compare_to?: string;
        };
        /** @description A code that begins one session */
        ConsoleCode: {
            /**
             * @description The code, shown this once
             * @example q3JkqP0x8b6nR2w1mT7uY5vZ4cA9sD0eF1gH2iJ3kL4
             */
            code: string;
            /**
             * @description When it stops working, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            expires_at: string;
        };
        /** @description A session with its token */
        ConsoleSession: {
            /**
             * @description What to send as `Authorization: Bearer`, shown this once
             * @example sls_...
             */
            token: string;
            /**
             * @description When it ends unless it is used before; every use puts that off, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            expires_at: string;
            /** @description The key that the session stands for */
            key: components["schemas"]["Key"];
        };
        /** @description How to sign in */
        ConsoleSessionCreate: {
            /**
             * @description A code from a link of `sluice console` or of the first start, in place of a key. It works once, for 10 minutes
             * @example q3JkqP0x8b6nR2w1mT7uY5vZ4cA9sD0eF1gH2iJ3kL4
             */
            code?: string;
            /**
             * @description Whether the session lasts 30 days unused and 90 in all, instead of 12 hours and 7 days. Default false
             * @default false
             * @example false
             */
            stay?: boolean;
        };
        /** @description The personal API key that calls */
        CurrentKey: {
            /**
             * @description Names the key without being a secret
             * @example 0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f
             */
            id: string;
            /**
             * @description What the key is for, 1..200 characters
             * @example dashboard
             */
            label: string;
            /**
             * @description First and last letters of the secret
             * @example slp_a1…9z
             */
            hint: string;
            /** @description What the key may do; `*` is everything. No more than the key that makes it */
            scopes: ("endpoint:run" | "endpoint:read" | "endpoint:write" | "query:read" | "token:write" | "event:write" | "event:delete" | "project:read" | "project:write" | "key:write" | "*")[];
            /** @description Ids of the projects it reaches; null = every project */
            projects: number[] | null;
            /** @description Names of the endpoints that it may run, without deleted ones; null = every endpoint of its projects */
            endpoints: string[] | null;
            /**
             * @description When it was made, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description Id of the key that made it; null for the root key
             * @example 0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f
             */
            created_by: string | null;
            /**
             * @description End of the key, ISO 8601, UTC; null = never
             * @example 2026-01-05T09:00:00.000Z
             */
            expires_at: string | null;
            /**
             * @description When it was last used, ISO 8601, UTC, exact to a minute; null = not used yet
             * @example 2026-01-05T09:00:00.000Z
             */
            last_used_at: string | null;
            /** @description The session of the console that stands for the key; null when the key itself calls */
            session: {
                /**
                 * @description When it ends unless it is used before; every use puts that off, ISO 8601, UTC
                 * @example 2026-01-05T09:00:00.000Z
                 */
                expires_at: string;
            } | null;
        };
        /** @description The period of the query, in the time zone of the project. */
        DateRange: {
            /**
             * @description Start, inclusive: ISO date or datetime, relative date such as `-7d`, or `all`. Default `-7d`.
             * @example -30d
             * @example 2024-06-05
             * @example mStart
             * @example all
             */
            date_from?: string;
            /**
             * @description End, inclusive: ISO date or datetime, or relative date, not `all`. A date alone is the whole day. Default now.
             * @example -1dEnd
             * @example 2024-06-11
             */
            date_to?: string;
            /** @description Use the bounds exactly, without rounding the end up to the end of its day or hour. Default false. */
            explicitDate?: boolean;
            /** @description Leave out the bucket that contains now. Default false. */
            excludeIncompletePeriods?: boolean;
        };
        /** @description Everything that a query can name, for editors */
        Dialect: {
            /** @description Tables, those with data first */
            tables: components["schemas"]["DialectTable"][];
            /** @description Every function; any other is refused with `unknown_function` */
            functions: components["schemas"]["DialectFunction"][];
            /** @description Words that are no bare names, in upper case; as names they are written in back-ticks or behind AS */
            keywords: string[];
            /** @description What a query may leave to its runs */
            placeholders: components["schemas"]["DialectPlaceholder"][];
        };
        /** @description A column of a table */
        DialectColumn: {
            /**
             * @description As a query names it
             * @example timestamp
             */
            name: string;
            /**
             * @description The engine’s name of its type; a time has no zone, because its zone is that of the project. `JSON` has members behind a dot
             * @example DateTime64(6)
             */
            type: string;
            /** @description `*` leaves it out */
            is_hidden: boolean;
        };
        /** @description A function that a query may call */
        DialectFunction: {
            /**
             * @description Its name, which may be written in any case
             * @example dateDiff
             */
            name: string;
            /**
             * @description Chapter of docs/functions.md
             * @example Dates
             */
            family: string;
            /**
             * @description Where it may stand
             * @enum {string}
             */
            kind: "scalar" | "aggregate" | "window";
            /**
             * @description How it is called: `[x]` may be left out, `...` may be repeated
             * @example lower(string)
             */
            signature: string;
            /**
             * @description The engine’s type of the answer; null when it follows the arguments
             * @example String
             */
            answers: string | null;
            /**
             * @description What it is, for readers
             * @example Function that answers String.
             */
            sentence: string;
        };
        /** @description A table whose columns stand behind a name of this table */
        DialectJoin: {
            /**
             * @description What stands before the dot
             * @example person
             */
            name: string;
            /**
             * @description The table behind it
             * @example persons
             */
            table: string;
            /**
             * @description Column of this table
             * @example person_id
             */
            from: string;
            /**
             * @description Column of the other table that equals `from`
             * @example id
             */
            to: string;
        };
        /** @description What may stand in braces */
        DialectPlaceholder: {
            /**
             * @description As it is written
             * @example {filters}
             */
            text: string;
            /**
             * @description What it stands for
             * @example The filters of the query and of the run.
             */
            sentence: string;
        };
        /** @description A table that FROM can name */
        DialectTable: {
            /**
             * @description As FROM names it
             * @example events
             */
            name: string;
            /**
             * @description Rows of the project, lists of what there is, or rows that a function makes
             * @enum {string}
             */
            kind: "data" | "system" | "function";
            /** @description In the order of `*` */
            columns: components["schemas"]["DialectColumn"][];
            /** @description Joins that need no JOIN */
            joins: components["schemas"]["DialectJoin"][];
        };
        /** @description A stored query with its settings */
        Endpoint: {
            /**
             * @description Never given to another endpoint, not even of the same name
             * @example 0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f
             */
            id: string;
            /**
             * @description Unique among the live endpoints of the project; a letter, then letters, digits, - and _
             * @example usage-by-day
             */
            name: string;
            /**
             * @description What it answers, for readers; default empty
             * @example Runs of each day
             */
            description: string;
            /**
             * @description Words to find it by; default none
             * @example [
             *       "billing"
             *     ]
             */
            tags: string[];
            /** @description false: a run answers 404; default true */
            is_active: boolean;
            /**
             * @description Age up to which a cached result is served, 300..86400 s; null (default) = by kind and interval
             * @example 600
             */
            cache_age_seconds: number | null;
            /**
             * @description Time after that in which an old result is served while a new one is computed, 0 (default, off)..86400 s
             * @example 0
             */
            stale_while_revalidate_seconds: number;
            /**
             * @description Time after that in which an old result is served when computing fails, 0 (default, off)..86400 s
             * @example 0
             */
            stale_if_error_seconds: number;
            /** @description true: computed on a schedule and stored; default false */
            is_materialized: boolean;
            /**
             * @description How often it is computed when it is materialized
             * @example 24hour
             */
            sync_frequency: string;
            /** @description Declarations of the variables that the query uses, by name */
            variables: {
                [key: string]: components["schemas"]["VariableDeclaration"];
            };
            /** @description Members that `query_override` may carry; null (default) = all but `kind` */
            allowed_overrides: string[] | null;
            limits: components["schemas"]["EndpointLimits"];
            /** @description A query node with `kind`: HogQLQuery, an insight, or a wrapper of one */
            query: {
                [key: string]: unknown;
            };
            /**
             * @description Grows with every change; its ETag
             * @example 7
             */
            revision: number;
            /**
             * @description The version that `query`, `variables` and `columns` belong to
             * @example 1
             */
            version: number;
            /**
             * @description The version that runs use
             * @example 1
             */
            current_version: number;
            /**
             * @description How many versions there are
             * @example 1
             */
            versions_count: number;
            /** @description Output columns with engine types; null for insights */
            columns: components["schemas"]["Column"][] | null;
            /**
             * @description When it was made, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description When it was last changed, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            updated_at: string;
            created_by: components["schemas"]["Author"];
            /**
             * @description When it last ran, ISO 8601, UTC; null = not yet
             * @example 2026-01-05T09:00:00.000Z
             */
            last_executed_at: string | null;
            /**
             * @description Path of its run call
             * @example /api/projects/1/endpoints/usage-by-day/run
             */
            endpoint_path: string;
            /**
             * @description The same with the address that this call was made to
             * @example http://127.0.0.1:8700/api/projects/1/endpoints/usage-by-day/run
             */
            url: string;
            materialization: components["schemas"]["Materialization"];
            /** @description What its runs are refused with since something that its query reads has changed, and which stored filters callers may replace */
            warnings: components["schemas"]["Warning"][];
        };
        /** @description Changes of an endpoint; absent members stay as they are */
        EndpointChange: {
            /**
             * @description Unique among the live endpoints of the project; a letter, then letters, digits, - and _
             * @example usage-by-day
             */
            name?: string;
            query?: components["schemas"]["Query"];
            /**
             * @description What it answers, for readers; default empty
             * @example Runs of each day
             */
            description?: string;
            /**
             * @description Words to find it by; default none
             * @example [
             *       "billing"
             *     ]
             */
            tags?: string[];
            /** @description false: a run answers 404; default true */
            is_active?: boolean;
            /**
             * @description Age up to which a cached result is served, 300..86400 s; null (default) = by kind and interval
             * @example 600
             */
            cache_age_seconds?: number | null;
            /**
             * @description Time after that in which an old result is served while a new one is computed, 0 (default, off)..86400 s
             * @example 0
             */
            stale_while_revalidate_seconds?: number;
            /**
             * @description Time after that in which an old result is served when computing fails, 0 (default, off)..86400 s
             * @example 0
             */
            stale_if_error_seconds?: number;
            /** @description true: computed on a schedule and stored; default false */
            is_materialized?: boolean;
            /**
             * @description How often it is computed when it is materialized; default 24hour
             * @enum {string}
             */
            sync_frequency?: "15min" | "30min" | "1hour" | "6hour" | "12hour" | "24hour" | "7day";
            /**
             * @description Sets sync_frequency, and cache_age_seconds up to a day; not together with either
             * @example 3600
             * @enum {number}
             */
            data_freshness_seconds?: 900 | 1800 | 3600 | 21600 | 43200 | 86400 | 604800;
            /** @description Declarations of the variables that the query uses, by name */
            variables?: {
                [key: string]: components["schemas"]["VariableDeclaration"];
            };
            /** @description Members that `query_override` may carry; null (default) = all but `kind` */
            allowed_overrides?: string[] | null;
            limits?: components["schemas"]["EndpointLimits"];
        };
        /** @description A new endpoint */
        EndpointCreate: {
            /**
             * @description Unique among the live endpoints of the project; a letter, then letters, digits, - and _
             * @example usage-by-day
             */
            name: string;
            query?: components["schemas"]["Query"];
            /**
             * @description What it answers, for readers; default empty
             * @example Runs of each day
             */
            description?: string;
            /**
             * @description Words to find it by; default none
             * @example [
             *       "billing"
             *     ]
             */
            tags?: string[];
            /** @description false: a run answers 404; default true */
            is_active?: boolean;
            /**
             * @description Age up to which a cached result is served, 300..86400 s; null (default) = by kind and interval
             * @example 600
             */
            cache_age_seconds?: number | null;
            /**
             * @description Time after that in which an old result is served while a new one is computed, 0 (default, off)..86400 s
             * @example 0
             */
            stale_while_revalidate_seconds?: number;
            /**
             * @description Time after that in which an old result is served when computing fails, 0 (default, off)..86400 s
             * @example 0
             */
            stale_if_error_seconds?: number;
            /** @description true: computed on a schedule and stored; default false */
            is_materialized?: boolean;
            /**
             * @description How often it is computed when it is materialized; default 24hour
             * @enum {string}
             */
            sync_frequency?: "15min" | "30min" | "1hour" | "6hour" | "12hour" | "24hour" | "7day";
            /**
             * @description Sets sync_frequency, and cache_age_seconds up to a day; not together with either
             * @example 3600
             * @enum {number}
             */
            data_freshness_seconds?: 900 | 1800 | 3600 | 21600 | 43200 | 86400 | 604800;
            /** @description Declarations of the variables that the query uses, by name */
            variables?: {
                [key: string]: components["schemas"]["VariableDeclaration"];
            };
            /** @description Members that `query_override` may carry; null (default) = all but `kind` */
            allowed_overrides?: string[] | null;
            limits?: components["schemas"]["EndpointLimits"];
        };
        /** @description What saving a query would change */
        EndpointDifference: {
            /** @description false: the query means the same as the current version */
            creates_version: boolean;
            /** @description Of SQL queries; empty lists where the columns of either query are known only when it runs */
            columns: {
                /**
                 * @description Names of columns
                 * @example [
                 *       "users"
                 *     ]
                 */
                added: string[];
                /**
                 * @description Columns that callers lose
                 * @example [
                 *       "users"
                 *     ]
                 */
                removed: string[];
                /** @description Columns whose type changes */
                retyped: {
                    /**
                     * @description Name of the column
                     * @example day
                     */
                    name: string;
                    /**
                     * @description Its type now
                     * @example Date
                     */
                    from: string;
                    /**
                     * @description Its type then
                     * @example String
                     */
                    to: string;
                }[];
            };
            /** @description true: the endpoint is materialized and the query cannot be; saving it is refused until `is_materialized` is false */
            stops_materialization: boolean;
        };
        /** @description Runs of one endpoint over the range */
        EndpointFigures: {
            /**
             * @description Name of the endpoint
             * @example usage-by-day
             */
            name: string;
            /**
             * @description Runs that began in the range, refused ones included
             * @example 1200
             */
            runs: number;
            /**
             * @description Runs that were not answered 200 or 304
             * @example 3
             */
            errors: number;
            /**
             * @description Runs answered from the cache
             * @example 1100
             */
            cache_hits: number;
            hit_rate: components["schemas"]["HitRate"];
            /**
             * @description Rows answered
             * @example 36000
             */
            rows: number;
            /**
             * @description Rows that the engine read
             * @example 5000000
             */
            rows_read: number;
            /**
             * @description Bytes that the engine read
             * @example 320000000
             */
            bytes_read: number;
            /**
             * @description Median duration in milliseconds, exact to 5%; null without runs
             * @example 0.4
             */
            p50_ms: number | null;
            /**
             * @description 95th percentile of durations in milliseconds, exact to 5%; null without runs
             * @example 31.5
             */
            p95_ms: number | null;
            served: components["schemas"]["Served"];
            /** @description The last refused or failed run, in the range or not; null when there was none */
            last_error: {
                /**
                 * @description When the run began, ISO 8601, UTC
                 * @example 2026-01-05T09:00:00Z
                 */
                at: string;
                /**
                 * @description Code of the error
                 * @example missing_variable
                 */
                code: string;
            } | null;
            /** @description With `interval`: runs by step; steps without runs are left out */
            series?: {
                /**
                 * @description Start of the step
                 * @example 2026-01-04T09:00:00Z
                 */
                start: string;
                /**
                 * @description Runs that began in the range, refused ones included
                 * @example 1200
                 */
                runs: number;
                /**
                 * @description Runs that were not answered 200 or 304
                 * @example 3
                 */
                errors: number;
            }[];
        };
        /** @description Limits of each run of this endpoint */
        EndpointLimits: {
            /**
             * @description Longest execution, 1..60 s; default 10
             * @example 10
             */
            timeout_seconds?: number;
            /**
             * @description Most rows of an answer, 1..10,000,000; default 50,000
             * @example 50000
             */
            max_rows?: number;
            /**
             * @description Most bytes one execution may read; default no limit
             * @example 1000000000
             */
            max_bytes_read?: number;
        };
        /** @description One page of a list */
        EndpointList: {
            /**
             * @description Items that match, on this page or not
             * @example 1
             */
            count: number;
            /**
             * @description Address of the next page; null on the last one
             * @example null
             */
            next: string | null;
            /**
             * @description Address of the page before; null on the first one
             * @example null
             */
            previous: string | null;
            /** @description The items of this page */
            results: components["schemas"]["Endpoint"][];
        };
        /** @description Whether runs find the events of one value, such as a customer, without reading the others */
        EndpointLookup: {
            /**
             * @description none: runs read all events of the project; building: they still do; ready: they read few
             * @enum {string}
             */
            state: "none" | "building" | "ready";
            /**
             * @description How much of it is built, 0..100
             * @example 61
             */
            percent: number;
            /**
             * @description Why, in a sentence
             * @example Events are found by the property "customer_id".
             */
            reason: string;
        };
        /** @description A new name */
        EndpointRename: {
            /**
             * @description Unique among the live endpoints of the project; a letter, then letters, digits, - and _
             * @example usage-by-day
             */
            name: string;
        };
        /** @description The version to go back to */
        EndpointRollback: {
            /**
             * @description The version whose query becomes current again, as a new version
             * @example 1
             */
            version: number;
        };
        /** @description A query to judge */
        EndpointValidate: {
            query?: components["schemas"]["Query"];
            /** @description Declarations of the variables that the query uses, by name */
            variables?: {
                [key: string]: components["schemas"]["VariableDeclaration"];
            };
            /**
             * @description The endpoint that the query is for: the answer tells in `change` what saving it there would do
             * @example usage-by-day
             */
            name?: string;
        };
        /** @description What saving a query would say */
        EndpointValidation: {
            /** @description true: it can be saved and run */
            is_valid: boolean;
            /** @description What is wrong, in the order of the text; at most 100 */
            errors: {
                /**
                 * @description As in error answers
                 * @example unknown_field
                 */
                code: string;
                /**
                 * @description The same for people
                 * @example There is no column `evnt`.
                 */
                detail: string;
                /** @description Path of the member that is wrong; null when it is none */
                attr: string | null;
                /** @description Place in the SQL text; null when there is none */
                position: components["schemas"]["SourcePosition"] | null;
            }[];
            /** @description What saving it would warn of */
            warnings: components["schemas"]["Warning"][];
            /** @description What runs can or must send */
            variables: {
                /**
                 * @description 1..64 letters, digits and _, not beginning with a digit
                 * @example organization
                 */
                name: string;
                /**
                 * @description Declared, or inferred from its use
                 * @example Number
                 */
                type: string;
                /** @description true: it is in `variables` of the endpoint */
                declared: boolean;
                /** @description true: a run must send it */
                required: boolean;
            }[];
            /** @description Output columns with engine types; null for insights */
            columns: components["schemas"]["Column"][] | null;
            /**
             * @description What the query reads
             * @example [
             *       "events"
             *     ]
             */
            tables: string[];
            materialization: components["schemas"]["Materializability"];
            /** @description What saving it would do to the endpoint `name`; null without `name`, and when there are errors */
            change: components["schemas"]["EndpointDifference"] | null;
        };
        /** @description A revision of the query of an endpoint; never changed */
        EndpointVersion: {
            /**
             * @description Its number, from 1
             * @example 1
             */
            version: number;
            /** @description true: runs use it */
            is_current: boolean;
            /** @description A query node with `kind`: HogQLQuery, an insight, or a wrapper of one */
            query: {
                [key: string]: unknown;
            };
            /** @description Declarations of the variables that the query uses, by name */
            variables: {
                [key: string]: components["schemas"]["VariableDeclaration"];
            };
            /** @description Output columns with engine types; null for insights */
            columns: components["schemas"]["Column"][] | null;
            /**
             * @description When it was made, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            created_by: components["schemas"]["Author"];
        };
        /** @description One page of a list */
        EndpointVersionList: {
            /**
             * @description Items that match, on this page or not
             * @example 1
             */
            count: number;
            /**
             * @description Address of the next page; null on the last one
             * @example null
             */
            next: string | null;
            /**
             * @description Address of the page before; null on the first one
             * @example null
             */
            previous: string | null;
            /** @description The items of this page */
            results: components["schemas"]["EndpointVersion"][];
        };
        /** @description A refusal */
        Error: {
            /**
             * @description Coarse class
             * @enum {string}
             */
            type: "authentication_error" | "permission_error" | "not_found_error" | "throttled_error" | "validation_error" | "invalid_request" | "server_error";
            /**
             * @description What is wrong; stable, explained at `docs`
             * @enum {string}
             */
            code: "authentication_failed" | "permission_denied" | "token_expired" | "token_fixed_member" | "token_not_applicable" | "not_found" | "throttled" | "name_taken" | "action_in_use" | "cohort_in_use" | "not_undoable" | "project_not_empty" | "precondition_failed" | "method_not_allowed" | "unsupported_media_type" | "payload_too_large" | "not_acceptable" | "request_timeout" | "headers_too_large" | "bad_request" | "invalid_json" | "unknown_member" | "invalid_value" | "missing_variable" | "unknown_variable" | "invalid_variable" | "invalid_date" | "invalid_filter" | "filters_not_applicable" | "override_not_allowed" | "combination_not_allowed" | "breaking_change" | "backup_unavailable" | "not_materializable" | "syntax_error" | "unsupported_syntax" | "unknown_table" | "unknown_field" | "unknown_function" | "wrong_arity" | "type_mismatch" | "invalid_alias" | "missing_group_by" | "nested_aggregate" | "query_too_complex" | "query_timeout" | "query_memory_limit" | "query_too_large" | "query_failed" | "query_cancelled" | "query_capacity" | "engine_unavailable" | "store_unavailable" | "capture_capacity" | "internal_error";
            /**
             * @description The same for people; may change
             * @example There is no column `evnt` in events; did you mean `event`?
             */
            detail: string;
            /**
             * @description Path of the member that is wrong; null when it is none
             * @example query.query
             */
            attr: string | null;
            /**
             * @description The HTTP status
             * @example 400
             */
            status: number;
            /**
             * @description Also in the header `X-Request-Id`; name it when you report a problem
             * @example k3J9xQ-1a
             */
            request_id: string;
            /**
             * @description Where it is explained: a path, behind the public address of the service where one is known
             * @example /docs/errors#unknown_field
             */
            docs: string;
            position?: components["schemas"]["SourcePosition"];
            /**
             * @description The current version, when another one does not exist
             * @example 3
             */
            current_version?: number;
            /**
             * @description The current revision, when `If-Match` names another
             * @example 7
             */
            revision?: number;
            /**
             * @description Endpoints that use the action, when it cannot be deleted
             * @example [
             *       "usage-by-day"
             *     ]
             */
            endpoints?: string[];
        } & {
            [key: string]: unknown;
        };
        /** @description A batch of events */
        EventBatch: {
            /**
             * @description Capture token of the project.
             * @example slc_...
             */
            api_key?: string;
            /**
             * @description The same as `api_key`.
             * @example slc_...
             */
            token?: string;
            /** @description Events, at least one. */
            batch: components["schemas"]["CapturedEvent"][];
            /**
             * @description Time on the client when it sent the batch, ISO 8601 or epoch; corrects a wrong clock.
             * @example 2026-01-05T09:00:00Z
             */
            sent_at?: unknown;
            /** @description The events are old on purpose: their times are not corrected. */
            historical_migration?: boolean | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A batch of events, protocol v1 */
        EventBatchVersionOne: {
            /**
             * @description Time on the client when it made the batch; corrections use the header of each attempt.
             * @example 2026-01-05T09:00:00Z
             */
            created_at?: unknown;
            /** @description The events are old on purpose: their times are not corrected. */
            historical_migration?: boolean | null;
            /** @description Events, at least one, each with a uuid of its own. */
            batch: unknown[];
        } & {
            [key: string]: unknown;
        };
        /** @description A name of events that came in */
        EventDefinition: {
            /**
             * @description Name of the event
             * @example note created
             */
            name: string;
            /**
             * @description First time it came in, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description Last time it came in, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            last_seen_at: string;
            /**
             * @description Events of this name, each counted once
             * @example 1250
             */
            volume: number;
        };
        /** @description One page of a list */
        EventDefinitionList: {
            /**
             * @description Items that match, on this page or not
             * @example 1
             */
            count: number;
            /**
             * @description Address of the next page; null on the last one
             * @example null
             */
            next: string | null;
            /**
             * @description Address of the page before; null on the first one
             * @example null
             */
            previous: string | null;
            /** @description The items of this page */
            results: components["schemas"]["EventDefinition"][];
        };
        /** @description A deletion of events and how far it is */
        EventDeletion: {
            /**
             * @description Id of the deletion
             * @example 01999f5e-7a3b-7cc1-9d52-2f6f6a1f9b10
             */
            id: string;
            /**
             * @description `running` also while it waits for another one to end
             * @enum {string}
             */
            state: "running" | "completed" | "failed";
            /**
             * @description Events that go; null until they are found
             * @example 1204
             */
            events: number | null;
            /**
             * @description Of these: events that are gone
             * @example 1204
             */
            deleted: number;
            /** @description What stays, though events may have brought it */
            kept: ("persons" | "merges" | "definitions")[];
            /** @description Why it failed, else null */
            error: string | null;
            /**
             * @description When it was asked for, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description Last progress, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            updated_at: string;
        };
        /** @description One page of a list */
        EventDeletionList: {
            /**
             * @description Items that match, on this page or not
             * @example 1
             */
            count: number;
            /**
             * @description Address of the next page; null on the last one
             * @example null
             */
            next: string | null;
            /**
             * @description Address of the page before; null on the first one
             * @example null
             */
            previous: string | null;
            /** @description The items of this page */
            results: components["schemas"]["EventDeletion"][];
        };
        /** @description Which events go: those that meet all of the bounds, of which there is one at least */
        EventDeletionRequest: {
            /**
             * Format: date-time
             * @description Events from this time on, ISO 8601 with offset or `Z`, to the millisecond
             * @example 2026-01-01T00:00:00Z
             */
            after?: string;
            /**
             * Format: date-time
             * @description Events before this time, ISO 8601 with offset or `Z`, to the millisecond
             * @example 2026-01-01T00:00:00Z
             */
            before?: string;
            /**
             * @description Events of this name
             * @example note created
             */
            event?: string;
            /** @description Property filters that the events meet, as queries have them */
            properties?: components["schemas"]["PropertyFilter"][];
            /** @description true: only say how many events these are and which times they have; default false */
            dry_run?: boolean;
            /** @description true: answer when the deletion has ended; default false */
            wait?: boolean;
        };
        /** @description What became of an event */
        EventResult: {
            /**
             * @description `ok` and `warning`: durable. `drop`: never acceptable. `retry`: send it again
             * @enum {string}
             */
            result: "ok" | "warning" | "drop" | "retry";
            /**
             * @description Reason of a warning or a drop; absent for `ok`
             * @example timestamp_unreadable
             */
            details?: string;
        };
        /** @description Events of a name */
        EventsNode: {
            /**
             * @description Events of a name. A node without `kind` is an ActionsNode when it has an `id`, else this.
             * @constant
             */
            kind?: "EventsNode";
            /**
             * @description Name of the event; absent or null = all events.
             * @example $pageview
             */
            event?: string;
            /**
             * @description Shown to people.
             * @example Views
             */
            name?: string;
            /**
             * @description Echoed in the result, never used as label.
             * @example Views of pages
             */
            custom_name?: string;
            /** @description Filters on the events of this series. Default none. */
            properties?: components["schemas"]["PropertyFilters"];
            /** @description More filters, with the same effect. */
            fixedProperties?: components["schemas"]["PropertyFilters"];
            /**
             * @description What is computed. Default `total`, the number of events.
             * @enum {string}
             */
            math?: "total" | "dau" | "weekly_active" | "monthly_active" | "unique_session" | "unique_group" | "sum" | "avg" | "min" | "max" | "median" | "p75" | "p90" | "p95" | "p99" | "avg_count_per_actor" | "min_count_per_actor" | "max_count_per_actor" | "median_count_per_actor" | "p75_count_per_actor" | "p90_count_per_actor" | "p95_count_per_actor" | "p99_count_per_actor" | "first_time_for_user" | "first_time_for_user_with_filters" | "first_matching_event_for_user" | "hogql";
            /**
             * @description Property for `sum`, `avg`, `min`, `max` and percentiles.
             * @example amount
             */
            math_property?: string;
            /**
             * @description Where `math_property` is read. Default `event_properties`.
             * @enum {string}
             */
            math_property_type?: "event_properties" | "person_properties" | "session_properties";
            /**
             * @description Count groups of this type (0 to 4) instead of persons.
             * @example 0
             */
            math_group_type_index?: number;
            /**
             * @description Aggregate expression of the SQL dialect for `math: "hogql"`.
             * @example sum(properties.amount) / count()
             */
            math_hogql?: string;
            /**
             * @description Factor on each value before aggregation. Default 1.
             * @example 1
             */
            math_multiplier?: number;
            /** @description Funnels: the step may be skipped. Default false. */
            optionalInFunnel?: boolean;
            /** @description Accepted and ignored. */
            limit?: unknown;
            /** @description Accepted and ignored. */
            orderBy?: unknown;
            /** @description Version of the schema of the node: accepted and ignored. */
            version?: unknown;
            /** @description Marker of the result type: accepted and ignored. */
            response?: unknown;
        };
        /** @description An expression that must be true */
        ExpressionFilter: {
            /**
             * @description An expression
             * @constant
             */
            type: "hogql";
            /**
             * @description A boolean expression of the SQL dialect.
             * @example properties.amount > 10 and event = 'buy'
             */
            key: string;
            /** @description Accepted and ignored. */
            value?: unknown;
            /** @description Shown to people; does not change the result. */
            label?: unknown;
        };
        /** @description Filters combined with AND or OR */
        FilterGroup: {
            /**
             * @description How the values are combined.
             * @enum {string}
             */
            type: "AND" | "OR";
            /** @description Filters or groups. */
            values: components["schemas"]["PropertyFilter"][];
        };
        /** @description Filters and dates that narrow the answer */
        FiltersOverride: {
            /**
             * @description More filters: rows that fail them do not exist for the query.
             * @example [
             *       {
             *         "key": "$browser",
             *         "value": "Chrome",
             *         "type": "event"
             *       }
             *     ]
             */
            properties?: components["schemas"]["PropertyFilter"][];
            /**
             * @description Replaces the start of the range, and with `date_to` absent also removes its end.
             * @example -30d
             */
            date_from?: string;
            /**
             * @description Replaces the end of the range, and with `date_from` absent also removes its start.
             * @example -1dEnd
             */
            date_to?: string;
            /** @description Use the bounds exactly. Default false when a date is given. */
            explicitDate?: boolean;
            /** @description Replaces the breakdown of an insight. */
            breakdown_filter?: components["schemas"]["BreakdownFilter"];
            /**
             * @description Replaces the interval of an insight.
             * @enum {string}
             */
            interval?: "second" | "minute" | "hour" | "day" | "week" | "month" | "quarter" | "year";
            /** @description true switches the test-account filters on. */
            filterTestAccounts?: boolean;
        };
        /** @description No feature flags */
        FlagDefinitions: {
            /** @description Always empty: Sluice has no feature flags */
            flags: [
            ];
            /** @description Group type by its index; empty unless a key with `project:read` asks */
            group_type_mapping: {
                [key: string]: string;
            };
            /** @description Always empty */
            cohorts: Record<string, never>;
        };
        /** @description No feature flags */
        FlagsAnswer: {
            /** @description Always empty: Sluice has no feature flags */
            flags: Record<string, never>;
            /** @description The same, for older SDKs */
            featureFlags: Record<string, never>;
            /** @description The same, for older SDKs */
            featureFlagPayloads: Record<string, never>;
            /**
             * @description Always false
             * @constant
             */
            errorsWhileComputingFlags: false;
            /**
             * @description Id of the request
             * @example 0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f
             */
            requestId: string;
            /**
             * @description Time of the answer, milliseconds since 1970
             * @example 1767603600000
             */
            evaluatedAt: number;
        };
        /** @description A SQL text in the layout of the house */
        FormattedQuery: {
            /**
             * @description The same query, laid out; comments stay
             * @example SELECT count() FROM events
             */
            query: string;
        };
        /** @description The events that a deletion would remove */
        FoundEvents: {
            /**
             * @description How many there are
             * @example 1204
             */
            events: number;
            /**
             * @description Time of the first, ISO 8601, UTC; null when there is none
             * @example 2026-01-05T09:00:00Z
             */
            first: string | null;
            /**
             * @description Time of the last, ISO 8601, UTC; null when there is none
             * @example 2026-01-05T09:00:00Z
             */
            last: string | null;
        };
        /** @description Events that end an attempt */
        FunnelExclusion: {
            /**
             * @description Events of a name. A node without `kind` is an ActionsNode when it has an `id`, else this.
             * @constant
             */
            kind?: "EventsNode";
            /**
             * @description Name of the event; absent or null = all events.
             * @example $pageview
             */
            event?: string;
            /**
             * @description Shown to people.
             * @example Views
             */
            name?: string;
            /**
             * @description Echoed in the result, never used as label.
             * @example Views of pages
             */
            custom_name?: string;
            /** @description Filters on the events of this series. Default none. */
            properties?: components["schemas"]["PropertyFilters"];
            /** @description More filters, with the same effect. */
            fixedProperties?: components["schemas"]["PropertyFilters"];
            /**
             * @description What is computed. Default `total`, the number of events.
             * @enum {string}
             */
            math?: "total" | "dau" | "weekly_active" | "monthly_active" | "unique_session" | "unique_group" | "sum" | "avg" | "min" | "max" | "median" | "p75" | "p90" | "p95" | "p99" | "avg_count_per_actor" | "min_count_per_actor" | "max_count_per_actor" | "median_count_per_actor" | "p75_count_per_actor" | "p90_count_per_actor" | "p95_count_per_actor" | "p99_count_per_actor" | "first_time_for_user" | "first_time_for_user_with_filters" | "first_matching_event_for_user" | "hogql";
            /**
             * @description Property for `sum`, `avg`, `min`, `max` and percentiles.
             * @example amount
             */
            math_property?: string;
            /**
             * @description Where `math_property` is read. Default `event_properties`.
             * @enum {string}
             */
            math_property_type?: "event_properties" | "person_properties" | "session_properties";
            /**
             * @description Count groups of this type (0 to 4) instead of persons.
             * @example 0
             */
            math_group_type_index?: number;
            /**
             * @description Aggregate expression of the SQL dialect for `math: "hogql"`.
             * @example sum(properties.amount) / count()
             */
            math_hogql?: string;
            /**
             * @description Factor on each value before aggregation. Default 1.
             * @example 1
             */
            math_multiplier?: number;
            /** @description Funnels: the step may be skipped. Default false. */
            optionalInFunnel?: boolean;
            /** @description Accepted and ignored. */
            limit?: unknown;
            /** @description Accepted and ignored. */
            orderBy?: unknown;
            /** @description Version of the schema of the node: accepted and ignored. */
            version?: unknown;
            /** @description Marker of the result type: accepted and ignored. */
            response?: unknown;
            /**
             * @description Step after which the exclusion starts, from 0.
             * @example 0
             */
            funnelFromStep: number;
            /**
             * @description Step before which it ends, from 0.
             * @example 1
             */
            funnelToStep: number;
        } | {
            /**
             * @description Events that match an action
             * @constant
             */
            kind?: "ActionsNode";
            /**
             * @description Id of a stored action of the project, also as a text.
             * @example 1
             */
            id: number | string;
            /**
             * @description Shown to people.
             * @example Views
             */
            name?: string;
            /**
             * @description Echoed in the result, never used as label.
             * @example Views of pages
             */
            custom_name?: string;
            /** @description Filters on the events of this series. Default none. */
            properties?: components["schemas"]["PropertyFilters"];
            /** @description More filters, with the same effect. */
            fixedProperties?: components["schemas"]["PropertyFilters"];
            /**
             * @description What is computed. Default `total`, the number of events.
             * @enum {string}
             */
            math?: "total" | "dau" | "weekly_active" | "monthly_active" | "unique_session" | "unique_group" | "sum" | "avg" | "min" | "max" | "median" | "p75" | "p90" | "p95" | "p99" | "avg_count_per_actor" | "min_count_per_actor" | "max_count_per_actor" | "median_count_per_actor" | "p75_count_per_actor" | "p90_count_per_actor" | "p95_count_per_actor" | "p99_count_per_actor" | "first_time_for_user" | "first_time_for_user_with_filters" | "first_matching_event_for_user" | "hogql";
            /**
             * @description Property for `sum`, `avg`, `min`, `max` and percentiles.
             * @example amount
             */
            math_property?: string;
            /**
             * @description Where `math_property` is read. Default `event_properties`.
             * @enum {string}
             */
            math_property_type?: "event_properties" | "person_properties" | "session_properties";
            /**
             * @description Count groups of this type (0 to 4) instead of persons.
             * @example 0
             */
            math_group_type_index?: number;
            /**
             * @description Aggregate expression of the SQL dialect for `math: "hogql"`.
             * @example sum(properties.amount) / count()
             */
            math_hogql?: string;
            /**
             * @description Factor on each value before aggregation. Default 1.
             * @example 1
             */
            math_multiplier?: number;
            /** @description Funnels: the step may be skipped. Default false. */
            optionalInFunnel?: boolean;
            /** @description Accepted and ignored. */
            limit?: unknown;
            /** @description Accepted and ignored. */
            orderBy?: unknown;
            /** @description Version of the schema of the node: accepted and ignored. */
            version?: unknown;
            /** @description Marker of the result type: accepted and ignored. */
            response?: unknown;
            /**
             * @description Step after which the exclusion starts, from 0.
             * @example 0
             */
            funnelFromStep: number;
            /**
             * @description Step before which it ends, from 0.
             * @example 1
             */
            funnelToStep: number;
        };
        /** @description How attempts are matched and shown */
        FunnelsFilter: {
            /**
             * @description Shape of the result. Default `steps`.
             * @enum {string}
             */
            funnelVizType?: "steps" | "time_to_convert" | "trends";
            /**
             * @description Other events between the steps are allowed, none are, or any order. Default `ordered`.
             * @enum {string}
             */
            funnelOrderType?: "ordered" | "strict" | "unordered";
            /**
             * @description Length of the conversion window. Default 14.
             * @example 14
             */
            funnelWindowInterval?: number;
            /**
             * @description Its unit; a month has 31 days. Default `day`.
             * @enum {string}
             */
            funnelWindowIntervalUnit?: "second" | "minute" | "hour" | "day" | "week" | "month";
            /** @description Events that end an attempt. Default none. */
            exclusions?: components["schemas"]["FunnelExclusion"][];
            /**
             * @description First step of `time_to_convert` and `trends`, from 0. Default 0.
             * @example 0
             */
            funnelFromStep?: number;
            /**
             * @description Last step of `time_to_convert` and `trends`. Default the last.
             * @example 1
             */
            funnelToStep?: number;
            /**
             * @description Which event gives an actor its breakdown value. Default `first_touch`.
             * @enum {string}
             */
            breakdownAttributionType?: "first_touch" | "last_touch" | "all_events" | "step";
            /**
             * @description The step for `step`, from 0. Default 0.
             * @example 0
             */
            breakdownAttributionValue?: number;
            /**
             * @description Expression that identifies an actor. Default the person.
             * @example properties.$session_id
             */
            funnelAggregateByHogQL?: string;
            /**
             * @description Bins of `time_to_convert`, held to 1..90. Default by the number of actors.
             * @example 10
             */
            binCount?: number;
            /** @description Display only: accepted and ignored. */
            layout?: unknown;
            /** @description Display only: accepted and ignored. */
            funnelStepReference?: unknown;
            /** @description Display only: accepted and ignored. */
            hiddenLegendBreakdowns?: unknown;
            /** @description Display only: accepted and ignored. */
            resultCustomizations?: unknown;
            /** @description Display only: accepted and ignored. */
            goalLines?: unknown;
            /** @description Display only: accepted and ignored. */
            showValuesOnSeries?: unknown;
            /** @description Display only: accepted and ignored. */
            useUdf?: unknown;
            /** @description Display only: accepted and ignored. */
            hideIncompleteConversionWindowPeriods?: unknown;
        };
        /** @description How many actors went through a sequence of steps */
        FunnelsQuery: {
            /**
             * @description The kind of insight
             * @constant
             */
            kind: "FunnelsQuery";
            /** @description Two or more steps. */
            series: components["schemas"]["SeriesNode"][];
            /**
             * @description Width of a bucket. Default `day`.
             * @enum {string}
             */
            interval?: "second" | "minute" | "hour" | "day" | "week" | "month" | "quarter" | "year";
            /** @description How attempts are matched and shown. */
            funnelsFilter?: components["schemas"]["FunnelsFilter"];
            breakdownFilter?: components["schemas"]["BreakdownFilter"];
            /**
             * @description Count groups of this type (0 to 4) instead of persons. Default persons.
             * @example 0
             */
            aggregation_group_type_index?: number;
            dateRange?: components["schemas"]["DateRange"];
            /** @description Filters on all events of the query. Default none. */
            properties?: components["schemas"]["PropertyFilters"];
            /** @description Apply the `test_account_filters` of the project too. Default false. */
            filterTestAccounts?: boolean;
            /**
             * @description Read only this stable fraction of actors, (0, 1], and scale counts back. Default 1.
             * @example 0.1
             */
            samplingFactor?: number;
            modifiers?: components["schemas"]["Modifiers"];
            tags?: components["schemas"]["QueryTags"];
            /** @description Display only: accepted and ignored. */
            dataColorTheme?: unknown;
            /** @description Version of the schema of the node: accepted and ignored. */
            version?: unknown;
            /** @description Marker of the result type: accepted and ignored. */
            response?: unknown;
        };
        /** @description Events that match any of some nodes */
        GroupNode: {
            /**
             * @description Events that match any of some nodes
             * @constant
             */
            kind: "GroupNode";
            /**
             * @description An event counts when it matches any node.
             * @constant
             */
            operator: "OR";
            /** @description Two or more nodes, each with its own filters; their maths are ignored. */
            nodes: (components["schemas"]["EventsNode"] | components["schemas"]["ActionsNode"])[];
            /**
             * @description Shown to people.
             * @example Views
             */
            name?: string;
            /**
             * @description Echoed in the result, never used as label.
             * @example Views of pages
             */
            custom_name?: string;
            /** @description Filters on the events of this series. Default none. */
            properties?: components["schemas"]["PropertyFilters"];
            /** @description More filters, with the same effect. */
            fixedProperties?: components["schemas"]["PropertyFilters"];
            /**
             * @description What is computed. Default `total`, the number of events.
             * @enum {string}
             */
            math?: "total" | "dau" | "weekly_active" | "monthly_active" | "unique_session" | "unique_group" | "sum" | "avg" | "min" | "max" | "median" | "p75" | "p90" | "p95" | "p99" | "avg_count_per_actor" | "min_count_per_actor" | "max_count_per_actor" | "median_count_per_actor" | "p75_count_per_actor" | "p90_count_per_actor" | "p95_count_per_actor" | "p99_count_per_actor" | "first_time_for_user" | "first_time_for_user_with_filters" | "first_matching_event_for_user" | "hogql";
            /**
             * @description Property for `sum`, `avg`, `min`, `max` and percentiles.
             * @example amount
             */
            math_property?: string;
            /**
             * @description Where `math_property` is read. Default `event_properties`.
             * @enum {string}
             */
            math_property_type?: "event_properties" | "person_properties" | "session_properties";
            /**
             * @description Count groups of this type (0 to 4) instead of persons.
             * @example 0
             */
            math_group_type_index?: number;
            /**
             * @description Aggregate expression of the SQL dialect for `math: "hogql"`.
             * @example sum(properties.amount) / count()
             */
            math_hogql?: string;
            /**
             * @description Factor on each value before aggregation. Default 1.
             * @example 1
             */
            math_multiplier?: number;
            /** @description Funnels: the step may be skipped. Default false. */
            optionalInFunnel?: boolean;
            /** @description Accepted and ignored. */
            limit?: unknown;
            /** @description Accepted and ignored. */
            orderBy?: unknown;
            /** @description Version of the schema of the node: accepted and ignored. */
            version?: unknown;
            /** @description Marker of the result type: accepted and ignored. */
            response?: unknown;
        };
        /** @description A property of a group compared with a value */
        GroupTypeFilter: {
            /**
             * @description A property of a group
             * @constant
             */
            type: "group";
            /**
             * @description Name of the property.
             * @example $browser
             * @example plan
             */
            key: string | number;
            /**
             * @description How to compare. Default `exact`.
             * @enum {string}
             */
            operator?: "exact" | "is_not" | "icontains" | "not_icontains" | "icontains_multi" | "not_icontains_multi" | "regex" | "not_regex" | "gt" | "gte" | "lt" | "lte" | "min" | "max" | "between" | "not_between" | "in" | "not_in" | "is_set" | "is_not_set" | "is_date_exact" | "is_date_before" | "is_date_after" | "is_cleaned_path_exact" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "semver_tilde" | "semver_caret" | "semver_wildcard";
            /**
             * @description What to compare with; a list means any of (or, for negative operators, none of) its items.
             * @example Chrome
             * @example 42
             * @example [
             *       "Mac",
             *       "Windows"
             *     ]
             */
            value?: (string | number | boolean) | (string | number | boolean)[];
            /** @description Shown to people; does not change the result. */
            label?: unknown;
            /**
             * @description Index of the group type, 0 to 4.
             * @example 0
             */
            group_type_index: number;
        };
        /**
         * @description Cache hits by answered runs, 0..1; null without any
         * @example 0.92
         */
        HitRate: number | null;
        /** @description A query in the SQL dialect */
        HogQLQuery: {
            /**
             * @description A SQL query
             * @constant
             */
            kind: "HogQLQuery";
            /**
             * @description SQL text, at most 64 KiB
             * @example select count() from events
             */
            query: string;
            /** @description Variables as PostHog keeps them */
            variables?: {
                [key: string]: {
                    /**
                     * @description Its id in PostHog, the same as its key
                     * @example 0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f
                     */
                    variableId?: string;
                    /**
                     * @description 1..64 letters, digits and _, not beginning with a digit
                     * @example organization
                     */
                    code_name: string;
                    /** @description Becomes the default */
                    value?: (string | number | boolean) | null | (string | number | boolean)[];
                    /** @description true: the default is NULL */
                    isNull?: boolean;
                };
            };
            /** @description Constants for `{name}` in the text */
            values?: {
                [key: string]: (string | number | boolean | null) | (string | number | boolean | null)[];
            };
            /** @description What `{filters}` in the text stands for */
            filters?: components["schemas"]["SqlFilters"];
            /**
             * @description Accepted and kept
             * @example Usage
             */
            name?: string;
            /** @description Accepted and ignored */
            explain?: boolean;
            modifiers?: components["schemas"]["Modifiers"];
            /** @description Accepted and ignored */
            tags?: {
                [key: string]: unknown;
            };
            /**
             * @description Accepted and ignored
             * @example 1
             */
            version?: number;
        };
        /** @description An import and how far it has come */
        Import: {
            /**
             * @description Id of the import
             * @example 01999f5e-7a3b-7cc1-9d52-2f6f6a1f9b10
             */
            id: string;
            /**
             * @description `running` also while it waits for another import to end; `stopped` when it was deleted before its end
             * @enum {string}
             */
            state: "running" | "completed" | "failed" | "stopped";
            /**
             * @description Name it is known by
             * @example 2026-01.jsonl.gz
             */
            file_name: string;
            /**
             * @description Form of the file
             * @enum {string}
             */
            format: "posthog" | "jsonl" | "csv" | "parquet" | "mixpanel" | "amplitude" | "segment" | "ga4";
            /** @description True: nothing is written; `inserted` counts what would be */
            dry_run: boolean;
            /**
             * @description Rows of the file; null until they are counted
             * @example 40373
             */
            total: number | null;
            /**
             * @description Rows that are done
             * @example 40373
             */
            read: number;
            /**
             * @description Of these: new events
             * @example 40372
             */
            inserted: number;
            /**
             * @description Of these: events that the project had, or that came earlier in the file
             * @example 1
             */
            duplicate: number;
            /**
             * @description Of these: rows that are not events
             * @example 0
             */
            rejected: number;
            /** @description Why it failed, else null */
            error: string | null;
            /** @description The first rows as events; of a dry run that has ended, else null */
            sample: unknown[] | null;
            /**
             * @description When it was undone: the end of the deletion of its events, ISO 8601, UTC; null when there is none
             * @example 2026-01-05T09:00:00Z
             */
            undone_at: string | null;
            /**
             * @description When the file was there, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description Last progress, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            updated_at: string;
        };
        /** @description One page of a list */
        ImportList: {
            /**
             * @description Items that match, on this page or not
             * @example 1
             */
            count: number;
            /**
             * @description Address of the next page; null on the last one
             * @example null
             */
            next: string | null;
            /**
             * @description Address of the page before; null on the first one
             * @example null
             */
            previous: string | null;
            /** @description The items of this page */
            results: components["schemas"]["Import"][];
        };
        /** @description What was done to undo an import */
        ImportUndo: {
            import: components["schemas"]["Import"];
            /** @description The deletion of its events, to be followed by its id; null: the import was running, and only stops */
            deletion: components["schemas"]["EventDeletion"] | null;
        };
        /** @description Something odd in captured events */
        IngestionWarning: {
            /**
             * @description A stable snake_case word
             * @example invalid_timestamp
             */
            reason: string;
            /** @description Where it happened; never property values */
            details: {
                [key: string]: unknown;
            };
            /**
             * @description When it came in, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
        };
        /** @description One page of a list */
        IngestionWarningList: {
            /**
             * @description Items that match, on this page or not
             * @example 1
             */
            count: number;
            /**
             * @description Address of the next page; null on the last one
             * @example null
             */
            next: string | null;
            /**
             * @description Address of the page before; null on the first one
             * @example null
             */
            previous: string | null;
            /** @description The items of this page */
            results: components["schemas"]["IngestionWarning"][];
        };
        /** @description An insight query, told apart by `kind` */
        InsightQuery: components["schemas"]["TrendsQuery"] | components["schemas"]["FunnelsQuery"] | components["schemas"]["RetentionQuery"] | components["schemas"]["LifecycleQuery"] | components["schemas"]["StickinessQuery"] | components["schemas"]["PathsQuery"];
        /** @description A wrapper, which is taken off */
        InsightVizNode: {
            /**
             * @description Wrapper of an insight query
             * @constant
             */
            kind: "InsightVizNode";
            /** @description The query; other members of the wrapper are ignored */
            source: components["schemas"]["InsightQuery"];
        } & {
            [key: string]: unknown;
        };
        /** @description A personal API key, without its secret */
        Key: {
            /**
             * @description Names the key without being a secret
             * @example 0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f
             */
            id: string;
            /**
             * @description What the key is for, 1..200 characters
             * @example dashboard
             */
            label: string;
            /**
             * @description First and last letters of the secret
             * @example slp_a1…9z
             */
            hint: string;
            /** @description What the key may do; `*` is everything. No more than the key that makes it */
            scopes: ("endpoint:run" | "endpoint:read" | "endpoint:write" | "query:read" | "token:write" | "event:write" | "event:delete" | "project:read" | "project:write" | "key:write" | "*")[];
            /** @description Ids of the projects it reaches; null = every project */
            projects: number[] | null;
            /** @description Names of the endpoints that it may run, without deleted ones; null = every endpoint of its projects */
            endpoints: string[] | null;
            /**
             * @description When it was made, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description Id of the key that made it; null for the root key
             * @example 0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f
             */
            created_by: string | null;
            /**
             * @description End of the key, ISO 8601, UTC; null = never
             * @example 2026-01-05T09:00:00.000Z
             */
            expires_at: string | null;
            /**
             * @description When it was last used, ISO 8601, UTC, exact to a minute; null = not used yet
             * @example 2026-01-05T09:00:00.000Z
             */
            last_used_at: string | null;
        };
        /** @description What to change of a key */
        KeyChange: {
            /**
             * @description What the key is for, 1..200 characters
             * @example dashboard
             */
            label?: string;
            /**
             * @description Names of the endpoints that it may run; null = every endpoint of its projects. Only for a key of one project whose sole scope is `endpoint:run`. Not of the calling key itself
             * @example [
             *       "usage-by-day"
             *     ]
             */
            endpoints?: string[] | null;
            /**
             * @description New end of the key, ISO 8601 with zone; null = never. Not after that of the calling key, and not of the calling key itself
             * @example 2027-01-01T00:00:00Z
             */
            expires_at?: string | null;
        };
        /** @description A new key */
        KeyCreate: {
            /**
             * @description What the key is for, 1..200 characters
             * @example dashboard
             */
            label: string;
            /** @description What the key may do; `*` is everything. No more than the key that makes it */
            scopes: ("endpoint:run" | "endpoint:read" | "endpoint:write" | "query:read" | "token:write" | "event:write" | "event:delete" | "project:read" | "project:write" | "key:write" | "*")[];
            /** @description Ids of the projects it reaches; null = every project. Default: those of the calling key */
            projects?: number[] | null;
            /**
             * @description Names of the endpoints that it may run; null = every endpoint of its projects. Only for a key of one project whose sole scope is `endpoint:run`. Default null
             * @example [
             *       "usage-by-day"
             *     ]
             */
            endpoints?: string[] | null;
            /**
             * @description End of the key, ISO 8601 with zone, such as 2027-01-01T00:00:00Z; null (default) = that of the calling key, if it has one
             * @default null
             * @example 2027-01-01T00:00:00Z
             */
            expires_at?: string | null;
        };
        /** @description One page of a list */
        KeyList: {
            /**
             * @description Items that match, on this page or not
             * @example 1
             */
            count: number;
            /**
             * @description Address of the next page; null on the last one
             * @example null
             */
            next: string | null;
            /**
             * @description Address of the page before; null on the first one
             * @example null
             */
            previous: string | null;
            /** @description The items of this page */
            results: components["schemas"]["Key"][];
        };
        /** @description How to replace a secret */
        KeyRoll: {
            /**
             * @description Time for which the old secret works too, 0 (default)..604800 seconds
             * @default 0
             */
            overlap_seconds?: number;
        };
        /** @description A personal API key with its secret */
        KeyWithSecret: {
            /**
             * @description Names the key without being a secret
             * @example 0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f
             */
            id: string;
            /**
             * @description What the key is for, 1..200 characters
             * @example dashboard
             */
            label: string;
            /**
             * @description First and last letters of the secret
             * @example slp_a1…9z
             */
            hint: string;
            /** @description What the key may do; `*` is everything. No more than the key that makes it */
            scopes: ("endpoint:run" | "endpoint:read" | "endpoint:write" | "query:read" | "token:write" | "event:write" | "event:delete" | "project:read" | "project:write" | "key:write" | "*")[];
            /** @description Ids of the projects it reaches; null = every project */
            projects: number[] | null;
            /** @description Names of the endpoints that it may run, without deleted ones; null = every endpoint of its projects */
            endpoints: string[] | null;
            /**
             * @description When it was made, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description Id of the key that made it; null for the root key
             * @example 0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f
             */
            created_by: string | null;
            /**
             * @description End of the key, ISO 8601, UTC; null = never
             * @example 2026-01-05T09:00:00.000Z
             */
            expires_at: string | null;
            /**
             * @description When it was last used, ISO 8601, UTC, exact to a minute; null = not used yet
             * @example 2026-01-05T09:00:00.000Z
             */
            last_used_at: string | null;
            /**
             * @description The key itself, shown this once
             * @example slp_...
             */
            value: string;
        };
        /** @description A property compared with a value */
        KeyedFilter: {
            /**
             * @description Where the property is read. Default `event`.
             * @enum {string}
             */
            type?: "event" | "person" | "event_metadata" | "person_metadata" | "session" | "element" | "feature";
            /**
             * @description Name of the property.
             * @example $browser
             * @example plan
             */
            key: string | number;
            /**
             * @description How to compare. Default `exact`.
             * @enum {string}
             */
            operator?: "exact" | "is_not" | "icontains" | "not_icontains" | "icontains_multi" | "not_icontains_multi" | "regex" | "not_regex" | "gt" | "gte" | "lt" | "lte" | "min" | "max" | "between" | "not_between" | "in" | "not_in" | "is_set" | "is_not_set" | "is_date_exact" | "is_date_before" | "is_date_after" | "is_cleaned_path_exact" | "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "semver_tilde" | "semver_caret" | "semver_wildcard";
            /**
             * @description What to compare with; a list means any of (or, for negative operators, none of) its items.
             * @example Chrome
             * @example 42
             * @example [
             *       "Mac",
             *       "Windows"
             *     ]
             */
            value?: (string | number | boolean) | (string | number | boolean)[];
            /** @description Shown to people; does not change the result. */
            label?: unknown;
        };
        /**
         * @description When endpoints ran last, by name
         * @example {
         *       "usage-by-day": "2026-01-05T09:00:00.000Z"
         *     }
         */
        LastExecutionTimes: {
            [key: string]: string | null;
        };
        /** @description How many actors are new, returning, resurrecting or dormant */
        LifecycleQuery: {
            /**
             * @description The kind of insight
             * @constant
             */
            kind: "LifecycleQuery";
            /** @description The one series whose events count as activity. */
            series: components["schemas"]["SeriesNode"][];
            /**
             * @description Width of a bucket. Default `day`.
             * @enum {string}
             */
            interval?: "second" | "minute" | "hour" | "day" | "week" | "month" | "quarter" | "year";
            /** @description Display only: the answer always has all four states. */
            lifecycleFilter?: {
                /**
                 * @description Display only: the states to show; does not change the result.
                 * @example [
                 *       "new",
                 *       "returning"
                 *     ]
                 */
                toggledLifecycles?: ("new" | "returning" | "resurrecting" | "dormant")[];
                /** @description Display only: accepted and ignored. */
                showLegend?: unknown;
                /** @description Display only: accepted and ignored. */
                showValuesOnSeries?: unknown;
                /** @description Display only: accepted and ignored. */
                stacked?: unknown;
            };
            /**
             * @description Count groups of this type (0 to 4) instead of persons. Default persons.
             * @example 0
             */
            aggregation_group_type_index?: number;
            dateRange?: components["schemas"]["DateRange"];
            /** @description Filters on all events of the query. Default none. */
            properties?: components["schemas"]["PropertyFilters"];
            /** @description Apply the `test_account_filters` of the project too. Default false. */
            filterTestAccounts?: boolean;
            /**
             * @description Read only this stable fraction of actors, (0, 1], and scale counts back. Default 1.
             * @example 0.1
             */
            samplingFactor?: number;
            modifiers?: components["schemas"]["Modifiers"];
            tags?: components["schemas"]["QueryTags"];
            /** @description Display only: accepted and ignored. */
            dataColorTheme?: unknown;
            /** @description Version of the schema of the node: accepted and ignored. */
            version?: unknown;
            /** @description Marker of the result type: accepted and ignored. */
            response?: unknown;
        };
        /** @description Whether the query can be computed on a schedule */
        Materializability: {
            /** @description true: it can be computed on a schedule */
            materializable: boolean;
            /** @description Why not; null when it can */
            reason: string | null;
        };
        /** @description The materialization of an endpoint */
        Materialization: {
            /** @description true: it can be computed on a schedule */
            materializable: boolean;
            /** @description Why not; null when it can */
            reason: string | null;
            /** @description Pending: a build waits; Running; Completed, Failed: how the last one ended; null = switched off */
            state: ("Pending" | "Running" | "Completed" | "Failed") | null;
            /** @description When the snapshot was built, ISO 8601, UTC */
            last_materialized_at: string | null;
            /** @description Why the last build failed; null when it did not */
            last_error: string | null;
            /** @description When the next build is due, ISO 8601, UTC; null = never */
            next_run_at: string | null;
            /** @description Rows of the snapshot */
            rows: number | null;
            /** @description Size of the snapshot */
            bytes: number | null;
            /** @description Seconds that building the snapshot took */
            duration: number | null;
            /** @description Whether the snapshot equals the direct answer; null = not compared */
            verified: boolean | null;
            /** @description What the last run that was computed directly read; null = none was */
            cost_estimate: {
                /**
                 * @description Rows
                 * @example 1000
                 */
                rows_read: number;
                /**
                 * @description Bytes
                 * @example 65536
                 */
                bytes_read: number;
            } | null;
        };
        /** @description The materialization of an endpoint and its schedule */
        MaterializationStatus: {
            /** @description true: it is switched on */
            is_materialized: boolean;
            /**
             * @description How often it is built
             * @example 24hour
             */
            sync_frequency: string;
            /** @description true: it can be computed on a schedule */
            materializable: boolean;
            /** @description Why not; null when it can */
            reason: string | null;
            /** @description Pending: a build waits; Running; Completed, Failed: how the last one ended; null = switched off */
            state: ("Pending" | "Running" | "Completed" | "Failed") | null;
            /** @description When the snapshot was built, ISO 8601, UTC */
            last_materialized_at: string | null;
            /** @description Why the last build failed; null when it did not */
            last_error: string | null;
            /** @description When the next build is due, ISO 8601, UTC; null = never */
            next_run_at: string | null;
            /** @description Rows of the snapshot */
            rows: number | null;
            /** @description Size of the snapshot */
            bytes: number | null;
            /** @description Seconds that building the snapshot took */
            duration: number | null;
            /** @description Whether the snapshot equals the direct answer; null = not compared */
            verified: boolean | null;
            /** @description What the last run that was computed directly read; null = none was */
            cost_estimate: {
                /**
                 * @description Rows
                 * @example 1000
                 */
                rows_read: number;
                /**
                 * @description Bytes
                 * @example 65536
                 */
                bytes_read: number;
            } | null;
        };
        /** @description How to compute the query. Names without effect are accepted, unknown ones refused. */
        Modifiers: {
            /** @description false: the query is read and answered in UTC instead of the zone of the project. Default true. */
            convertToProjectTimezone?: boolean;
            /**
             * @description Seconds from which on a session with one page is not a bounce. Default 10.
             * @example 30
             */
            bounceRateDurationSeconds?: number;
            /** @description true: as `debug: true` of the run. Default false. */
            debug?: boolean;
            /** @description The same as `debug`. */
            timings?: boolean;
            /**
             * @description How events find their person.
             * @constant
             */
            personsOnEventsMode?: "person_id_override_properties_joined";
            /** @description Accepted; has no effect. */
            bounceRatePageViewMode?: unknown;
            /** @description Accepted; has no effect. */
            customChannelTypeRules?: unknown;
            /** @description Accepted; has no effect. */
            dataWarehouseEventsModifiers?: unknown;
            /** @description Accepted; has no effect. */
            forceClickhouseDataSkippingIndexes?: unknown;
            /** @description Accepted; has no effect. */
            formatCsvAllowDoubleQuotes?: unknown;
            /** @description Accepted; has no effect. */
            inCohortVia?: unknown;
            /** @description Accepted; has no effect. */
            materializationMode?: unknown;
            /** @description Accepted; has no effect. */
            optimizeJoinedFilters?: unknown;
            /** @description Accepted; has no effect. */
            personsArgMaxVersion?: unknown;
            /** @description Accepted; has no effect. */
            personsJoinMode?: unknown;
            /** @description Accepted; has no effect. */
            propertyGroupsMode?: unknown;
            /** @description Accepted; has no effect. */
            s3TableUseInvalidColumns?: unknown;
            /** @description Accepted; has no effect. */
            sessionTableVersion?: unknown;
            /** @description Accepted; has no effect. */
            sessionsV2JoinMode?: unknown;
            /** @description Accepted; has no effect. */
            useMaterializedViews?: unknown;
            /** @description Accepted; has no effect. */
            usePreaggregatedTableTransforms?: unknown;
            /** @description Accepted; has no effect. */
            usePresortedEventsTable?: unknown;
            /** @description Accepted; has no effect. */
            useWebAnalyticsPreAggregatedTables?: unknown;
        };
        /** @description A new signing key */
        NewSigningKey: {
            /**
             * @description Stands as `kid` in its tokens
             * @example slk_0199e0a27c1f7d3e9a550c8f5b1d2e3f
             */
            id: string;
            /**
             * @description What signs with it, 1..200 characters
             * @example shop server
             */
            label: string;
            /**
             * @description The one algorithm of its tokens
             * @enum {string}
             */
            algorithm: "Ed25519" | "ES256" | "RS256";
            /** @description The public half of the key (RFC 7517) */
            public_key: {
                [key: string]: unknown;
            };
            /** @description Names of endpoints, without deleted ones; null = all */
            endpoints: string[] | null;
            /** @description What every token has to fix, else it answers nothing */
            require: {
                /**
                 * @description Names of variables that every token fixes
                 * @default []
                 */
                variables?: string[];
                /**
                 * @description Keys of filters that every token has
                 * @default []
                 */
                filters?: string[];
            };
            /** @description What its tokens may allow their holders at most; null = whatever they say */
            allow: {
                /** @description Names of variables whose values he chooses */
                variables?: string[];
                /** @description Property filters without expressions */
                filters?: boolean;
                /** @description Dates of `filters_override` */
                dates?: boolean;
                /** @description The interval of `filters_override` */
                interval?: boolean;
                /** @description A breakdown of `filters_override`, without expressions */
                breakdown?: boolean;
                /** @description Formats of answers; default json */
                formats?: ("json" | "csv" | "ndjson" | "arrow" | "parquet")[];
            } | null;
            /** @description Tables that queries may read through `person.` and `group_0.` although filters do not narrow these rows */
            allow_shared: ("person" | "group")[];
            /**
             * @description Longest time that a token may be valid for, 60..86400 seconds
             * @example 3600
             */
            max_ttl_seconds: number;
            /** @description False: its tokens are refused */
            is_active: boolean;
            /**
             * @description When it was made, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /** @description End of the key, ISO 8601, UTC; null = never */
            expires_at: string | null;
            /** @description The private half of a generated key, shown this once */
            private_key?: {
                [key: string]: unknown;
            };
        };
        /** @description An OpenAPI 3.1 document */
        OpenApiDocument: {
            [key: string]: unknown;
        };
        /** @description What the items are and which paths are kept */
        PathsFilter: {
            /** @description Events that are path items. Default all. */
            includeEventTypes?: ("$pageview" | "$screen" | "custom_event" | "hogql")[];
            /**
             * @description Expression that names the item, for type `hogql`.
             * @example properties.$current_url
             */
            pathsHogQLExpression?: string;
            /**
             * @description Keep paths from this item on.
             * @example /pricing
             */
            startPoint?: string;
            /**
             * @description Keep paths up to this item.
             * @example /signup
             */
            endPoint?: string;
            /**
             * @description Patterns with `*`; items that match the first of them become it.
             * @example [
             *       "/blog/*"
             *     ]
             */
            pathGroupings?: string[];
            /** @description Items to leave out. */
            excludeEvents?: string[];
            /**
             * @description Most items of a path, 2 to 20. Default 5.
             * @example 5
             */
            stepLimit?: number;
            /**
             * @description Most edges, 1 to 1000. Default 50.
             * @example 50
             */
            edgeLimit?: number;
            /**
             * @description Least traversals of an edge.
             * @example 2
             */
            minEdgeWeight?: number;
            /**
             * @description Most traversals of an edge.
             * @example 1000
             */
            maxEdgeWeight?: number;
            /** @description Apply the path cleaning rules of the project. Default false. */
            pathReplacements?: boolean;
            /** @description More cleaning rules, applied after those of the project. */
            localPathCleaningFilters?: {
                /**
                 * @description Pattern (RE2).
                 * @example /users/\d+
                 */
                regex: string;
                /**
                 * @description Replacement.
                 * @example /users/:id
                 */
                alias: string;
                /**
                 * @description Place among the rules.
                 * @example 1
                 */
                order?: number;
            }[];
            /** @description Accepted and ignored. */
            pathStartKey?: unknown;
            /** @description Accepted and ignored. */
            pathEndKey?: unknown;
            /** @description Accepted and ignored. */
            pathDropoffKey?: unknown;
        };
        /** @description The most travelled ways from item to item */
        PathsQuery: {
            /**
             * @description The kind of insight
             * @constant
             */
            kind: "PathsQuery";
            /** @description What the items are and which paths are kept. */
            pathsFilter: components["schemas"]["PathsFilter"];
            /** @description Keep only actors of a funnel. */
            funnelPathsFilter?: {
                /**
                 * @description Which part of the way through the funnel is looked at.
                 * @enum {string}
                 */
                funnelPathType: "funnel_path_before_step" | "funnel_path_between_steps" | "funnel_path_after_step";
                /** @description The funnel. */
                funnelSource: components["schemas"]["FunnelsQuery"];
                /**
                 * @description The step, from 1; below zero: actors that dropped off at it. Default 1.
                 * @example 1
                 */
                funnelStep?: number;
            };
            /**
             * @description Count groups of this type (0 to 4) instead of persons. Default persons.
             * @example 0
             */
            aggregation_group_type_index?: number;
            dateRange?: components["schemas"]["DateRange"];
            /** @description Filters on all events of the query. Default none. */
            properties?: components["schemas"]["PropertyFilters"];
            /** @description Apply the `test_account_filters` of the project too. Default false. */
            filterTestAccounts?: boolean;
            /**
             * @description Read only this stable fraction of actors, (0, 1], and scale counts back. Default 1.
             * @example 0.1
             */
            samplingFactor?: number;
            modifiers?: components["schemas"]["Modifiers"];
            tags?: components["schemas"]["QueryTags"];
            /** @description Display only: accepted and ignored. */
            dataColorTheme?: unknown;
            /** @description Version of the schema of the node: accepted and ignored. */
            version?: unknown;
            /** @description Marker of the result type: accepted and ignored. */
            response?: unknown;
        };
        /** @description A person */
        Person: {
            /**
             * @description Id of the person
             * @example 0190e5b5-7c4b-7a31-9b5e-000000000001
             */
            id: string;
            /**
             * @description The same, as PostHog names it
             * @example 0190e5b5-7c4b-7a31-9b5e-000000000001
             */
            uuid: string;
            /**
             * @description Its email or name, else a distinct id
             * @example ada@example.org
             */
            name: string;
            /**
             * @description Its distinct ids in alphabetical order: in a list at most 100, of one person 2500
             * @example [
             *       "ada",
             *       "anon-1"
             *     ]
             */
            distinct_ids: string[];
            /**
             * @description Its present properties
             * @example {
             *       "plan": "pro"
             *     }
             */
            properties: {
                [key: string]: unknown;
            };
            /** @description True when an event has identified it */
            is_identified: boolean;
            /**
             * @description Time of the first event that ever came in of it, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
        };
        /** @description One page of a list */
        PersonList: {
            /**
             * @description Items that match, on this page or not
             * @example 1
             */
            count: number;
            /**
             * @description Address of the next page; null on the last one
             * @example null
             */
            next: string | null;
            /**
             * @description Address of the page before; null on the first one
             * @example null
             */
            previous: string | null;
            /** @description The items of this page */
            results: components["schemas"]["Person"][];
        };
        /** @description A project and its settings */
        Project: {
            /**
             * @description Number in the paths of the API
             * @example 1
             */
            id: number;
            /**
             * @description Shown to people, 1..200 characters
             * @example Web shop
             */
            name: string;
            /**
             * @description IANA time zone
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * @description First day of a week: 0 Sunday (default), 1 Monday
             * @enum {number}
             */
            week_start_day: 0 | 1;
            /** @description Property filters that `filterTestAccounts` adds to a query; default none */
            test_account_filters: components["schemas"]["PropertyFilter"][];
            /**
             * @description Days for which events can be seen, counted back from the time of a run, 1..36500; null (default) = for ever. Events that are older are gone for good
             * @example null
             */
            event_retention_days: number | null;
            /** @description Replacements made in paths one after another; default none */
            path_cleaning_filters: {
                /**
                 * @description Regular expression (RE2) of the part to replace
                 * @example /users/\d+
                 */
                regex: string;
                /**
                 * @description Text in its place
                 * @example /users/:id
                 */
                alias: string;
            }[];
            /** @description Origins of web pages that may run endpoints with tokens of signing keys; default none */
            allowed_origins: string[];
            /**
             * @description Capture token: may write events and nothing else
             * @example slc_...
             */
            api_token: string;
            /**
             * @description When it was made, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
        };
        /** @description Changes of a project; absent members stay as they are */
        ProjectChange: {
            /**
             * @description Shown to people, 1..200 characters
             * @example Web shop
             */
            name?: string;
            /**
             * @description IANA time zone in which days begin and dates are answered, such as Europe/Berlin; default UTC
             * @example Europe/Berlin
             */
            timezone?: string;
            /**
             * @description First day of a week: 0 Sunday (default), 1 Monday
             * @enum {number}
             */
            week_start_day?: 0 | 1;
            /** @description Property filters that `filterTestAccounts` adds to a query; default none */
            test_account_filters?: components["schemas"]["PropertyFilter"][];
            /**
             * @description Days for which events can be seen, counted back from the time of a run, 1..36500; null (default) = for ever. Events that are older are gone for good
             * @example null
             */
            event_retention_days?: number | null;
            /** @description Replacements made in paths one after another; default none */
            path_cleaning_filters?: {
                /**
                 * @description Regular expression (RE2) of the part to replace
                 * @example /users/\d+
                 */
                regex: string;
                /**
                 * @description Text in its place
                 * @example /users/:id
                 */
                alias: string;
            }[];
            /** @description Origins of web pages that may run endpoints with tokens of signing keys; default none */
            allowed_origins?: string[];
        };
        /** @description A new project */
        ProjectCreate: {
            /**
             * @description Shown to people, 1..200 characters
             * @example Web shop
             */
            name: string;
            /**
             * @description IANA time zone in which days begin and dates are answered, such as Europe/Berlin; default UTC
             * @default UTC
             * @example Europe/Berlin
             */
            timezone?: string;
            /**
             * @description First day of a week: 0 Sunday (default), 1 Monday
             * @default 0
             * @enum {number}
             */
            week_start_day?: 0 | 1;
            /**
             * @description Property filters that `filterTestAccounts` adds to a query; default none
             * @default []
             */
            test_account_filters?: components["schemas"]["PropertyFilter"][];
            /**
             * @description Replacements made in paths one after another; default none
             * @default []
             */
            path_cleaning_filters?: {
                /**
                 * @description Regular expression (RE2) of the part to replace
                 * @example /users/\d+
                 */
                regex: string;
                /**
                 * @description Text in its place
                 * @example /users/:id
                 */
                alias: string;
            }[];
            /**
             * @description Origins of web pages that may run endpoints with tokens of signing keys; default none
             * @default []
             */
            allowed_origins?: string[];
            /**
             * @description Days for which events can be seen, counted back from the time of a run, 1..36500; null (default) = for ever. Events that are older are gone for good
             * @default null
             * @example null
             */
            event_retention_days?: number | null;
        };
        /** @description One page of a list */
        ProjectList: {
            /**
             * @description Items that match, on this page or not
             * @example 1
             */
            count: number;
            /**
             * @description Address of the next page; null on the last one
             * @example null
             */
            next: string | null;
            /**
             * @description Address of the page before; null on the first one
             * @example null
             */
            previous: string | null;
            /** @description The items of this page */
            results: components["schemas"]["Project"][];
        };
        /** @description A run of some endpoint, without values of variables and rows */
        ProjectRun: {
            /**
             * @description When the call began, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            started_at: string;
            /**
             * @description error: the call was refused or failed
             * @enum {string}
             */
            level: "info" | "error";
            /**
             * @description `X-Request-Id` of the call
             * @example k3J9xQ-1a
             */
            request_id: string;
            /**
             * @description Name that the caller gave the run
             * @example nightly-report
             */
            client_query_id?: string;
            /**
             * @description Id of the key that called; of a run by a token, its signing key and subject with `/` between them
             * @example 0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f
             */
            key_id: string;
            /**
             * @description Signing key of the token by which it ran
             * @example slk_0199e0a27c1f7d3e9a550c8f5b1d2e3f
             */
            signing_key_id?: string;
            /**
             * @description `sub` of the token by which it ran
             * @example customer-17
             */
            subject?: string;
            /**
             * @description Version that was run
             * @example 1
             */
            version?: number;
            /**
             * @description HTTP status of the answer
             * @example 200
             */
            status: number;
            /**
             * @description Code of the error
             * @example missing_variable
             */
            error_code?: string;
            /**
             * @description Where the result came from
             * @enum {string}
             */
            served_from?: "cache" | "materialized" | "direct";
            /**
             * @description Why it came from there
             * @example cache_miss
             */
            served_reason?: string;
            /**
             * @description collapsed: waited for the same computation of another call; bypass: the cache was not asked
             * @enum {string}
             */
            cache?: "hit" | "stale" | "miss" | "collapsed" | "bypass";
            /**
             * @description Length of the whole call, milliseconds
             * @example 12.5
             */
            duration_ms: number;
            /**
             * @description Rows, or items of an insight, in the answer
             * @example 7
             */
            rows?: number;
            /**
             * @description Rows that the engine read
             * @example 1000
             */
            rows_read?: number;
            /**
             * @description Bytes that the engine read
             * @example 65536
             */
            bytes_read?: number;
            /**
             * @description Name of the endpoint now; null when it is deleted
             * @example usage-by-day
             */
            endpoint: string | null;
        };
        /** @description A build of some materialized endpoint */
        ProjectRunBuild: {
            /**
             * @description When it began, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            started_at: string;
            /**
             * @description error: the build failed
             * @enum {string}
             */
            level: "info" | "error";
            /**
             * @description Id of the build
             * @example 0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f
             */
            build_id: string;
            /**
             * @description Version that was built
             * @example 1
             */
            version: number;
            /**
             * @description Why it was built, as in the list of builds
             * @example schedule
             */
            cause: string;
            /**
             * @description What became of it, as in the list of builds
             * @example built
             */
            outcome: string;
            /**
             * @description Why it failed
             * @example The query reads too much.
             */
            error?: string;
            /**
             * @description Length of the build, milliseconds
             * @example 812
             */
            duration_ms: number;
            /**
             * @description Rows of the snapshot
             * @example 7
             */
            rows?: number;
            /**
             * @description Bytes of the snapshot
             * @example 4096
             */
            bytes?: number;
            /**
             * @description Whether the snapshot equals the direct answer: true, false or `not compared`
             * @example true
             */
            verified?: string;
            /**
             * @description Name of the endpoint now; null when it is deleted
             * @example usage-by-day
             */
            endpoint: string | null;
        };
        /** @description A change of what the query of some endpoint reads */
        ProjectRunChange: {
            /**
             * @description When it was noticed, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            started_at: string;
            /**
             * @description error: runs are refused from then on
             * @enum {string}
             */
            level: "info" | "error";
            /**
             * @description Version that it is about
             * @example 1
             */
            version: number;
            /**
             * @description As in warnings
             * @example answers_change
             */
            code: string;
            /**
             * @description The same for people
             * @example The column "n" changes its type from String to Float64.
             */
            detail: string;
            /**
             * @description Name of the endpoint now; null when it is deleted
             * @example usage-by-day
             */
            endpoint: string | null;
        };
        /** @description What is kept of the runs of a project */
        ProjectRuns: {
            /** @description Runs, changes and builds, newest first */
            results: (components["schemas"]["ProjectRun"] | components["schemas"]["ProjectRunChange"] | components["schemas"]["ProjectRunBuild"])[];
            /**
             * @description Send it as `cursor` for what is older; null when nothing is. A search for what is rare may answer fewer entries than `limit`, or none, and go on from here
             * @example 1767603600000-0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f
             */
            next_cursor: string | null;
        };
        /** @description Runs of many endpoints over a range of whole hours */
        ProjectUsage: {
            /**
             * @description Start of what was counted, a whole hour
             * @example 2026-01-04T09:00:00Z
             */
            after: string;
            /**
             * @description End of what was counted, exclusive
             * @example 2026-01-05T09:00:00Z
             */
            before: string;
            /** @description All of them together */
            totals: {
                /**
                 * @description Runs that began in the range, refused ones included
                 * @example 1200
                 */
                runs: number;
                /**
                 * @description Runs that were not answered 200 or 304
                 * @example 3
                 */
                errors: number;
                /**
                 * @description Runs answered from the cache
                 * @example 1100
                 */
                cache_hits: number;
                hit_rate: components["schemas"]["HitRate"];
                /**
                 * @description Rows answered
                 * @example 36000
                 */
                rows: number;
                /**
                 * @description Rows that the engine read
                 * @example 5000000
                 */
                rows_read: number;
                /**
                 * @description Bytes that the engine read
                 * @example 320000000
                 */
                bytes_read: number;
                /**
                 * @description Median duration in milliseconds, exact to 5%; null without runs
                 * @example 0.4
                 */
                p50_ms: number | null;
                /**
                 * @description 95th percentile of durations in milliseconds, exact to 5%; null without runs
                 * @example 31.5
                 */
                p95_ms: number | null;
                served: components["schemas"]["Served"];
            };
            /** @description Each endpoint, also those without runs, by name */
            results: components["schemas"]["EndpointFigures"][];
        };
        /** @description What to sum */
        ProjectUsageRequest: {
            /**
             * Format: date-time
             * @description Start of the range, ISO 8601; default: 24 hours before its end
             * @example 2026-01-05T09:00:00Z
             */
            after?: string;
            /**
             * Format: date-time
             * @description End of the range, ISO 8601; default: now
             * @example 2026-01-05T09:00:00Z
             */
            before?: string;
            /**
             * @description Also lists `series` by this step, days in UTC; at most 100,000 steps of all endpoints together
             * @enum {string}
             */
            interval?: "hour" | "day";
            /**
             * @description Names of endpoints, at most 1,000; default all, of which there may be as many
             * @example [
             *       "usage-by-day"
             *     ]
             */
            names?: string[];
        };
        /** @description A new type for a property */
        PropertyDefinitionChange: {
            /**
             * @description How queries and filters read its values
             * @enum {string}
             */
            property_type: "String" | "Numeric" | "Boolean" | "DateTime";
        };
        /** @description A property filter, or a group of them */
        PropertyFilter: components["schemas"]["KeyedFilter"] | components["schemas"]["GroupTypeFilter"] | components["schemas"]["ExpressionFilter"] | components["schemas"]["CohortFilter"] | components["schemas"]["FilterGroup"];
        /** @description Property filters, all of which must hold; or one AND or OR group. */
        PropertyFilters: components["schemas"]["PropertyFilter"][] | components["schemas"]["FilterGroup"];
        /**
         * @description A SQL query or an insight query
         * @example {
         *       "kind": "HogQLQuery",
         *       "query": "select count() from events"
         *     }
         */
        Query: components["schemas"]["HogQLQuery"] | components["schemas"]["InsightQuery"] | components["schemas"]["SqlQueryNode"] | components["schemas"]["InsightVizNode"];
        /** @description The result of an ad-hoc query */
        QueryAnswer: {
            /**
             * @description SQL: a list of rows, each a list of values in the order of `columns`, or an object by column name (`rows=objects`). Insights: the shape of their kind
             * @example [
             *       [
             *         "2026-01-05",
             *         42
             *       ]
             *     ]
             */
            results: unknown;
            /**
             * @description SQL only: names of the columns
             * @example [
             *       "day",
             *       "runs"
             *     ]
             */
            columns?: string[];
            /**
             * @description SQL only: name and engine type of each column
             * @example [
             *       [
             *         "day",
             *         "Date"
             *       ],
             *       [
             *         "runs",
             *         "UInt64"
             *       ]
             *     ]
             */
            types?: string[][];
            /** @description true: the query has rows after the last one here */
            hasMore: boolean;
            /**
             * @description The `limit` of the call
             * @example 100
             */
            limit?: number;
            /**
             * @description The `offset` of the call
             * @example 0
             */
            offset?: number;
            /**
             * @description Time zone of dates and moments in `results`
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * @description Names the execution that computed the result; this call is `X-Request-Id`
             * @example k3J9xQ-1a
             */
            execution_id: string;
            /** @description Insights only: the period that relative dates came to */
            resolved_date_range?: {
                /**
                 * @description Start, ISO 8601 in the zone of the project
                 * @example 2026-01-01T00:00:00+01:00
                 */
                date_from: string;
                /**
                 * @description End, ISO 8601 in the zone of the project
                 * @example 2026-01-07T23:59:59+01:00
                 */
                date_to: string;
            };
            /** @description true: the bytes came from the cache */
            is_cached: boolean;
            /**
             * @description When the result was computed, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            last_refresh: string;
            /** @description Debug: what is worth knowing of the query, such as properties that never came in */
            warnings?: components["schemas"]["Warning"][];
            /**
             * @description Debug: the query as stored
             * @example select count() from events
             */
            hogql?: string;
            /**
             * @description Debug: what the engine was asked
             * @example SELECT 1
             */
            clickhouse?: string;
            /**
             * @description Debug: plan of the engine
             * @example []
             */
            query_plan?: unknown;
            /** @description Debug: duration of each stage of this call */
            timings?: {
                /**
                 * @description Stage
                 * @example execute
                 */
                k: string;
                /**
                 * @description Seconds
                 * @example 0.012
                 */
                t: number;
            }[];
            /**
             * @description Debug: name in the cache
             * @example a1b2
             */
            cache_key?: string;
            /** @description Debug: what the execution cost */
            engine?: {
                /**
                 * @description Rows that the engine read
                 * @example 1000
                 */
                rows_read: number;
                /**
                 * @description Bytes that the engine read
                 * @example 65536
                 */
                bytes_read: number;
                /**
                 * @description Peak memory of the engine, bytes
                 * @example 4194304
                 */
                memory: number;
            };
        };
        /** @description How far a running query has come */
        QueryProgress: {
            /**
             * @description Milliseconds since it began, the wait for a place at the engine too
             * @example 1250
             */
            elapsed_ms: number;
            /**
             * @description Rows that it has read
             * @example 4000000
             */
            rows_read: number;
            /**
             * @description Bytes that it has read
             * @example 96000000
             */
            bytes_read: number;
            /**
             * @description Rows that it will read, about; absent while that is not known
             * @example 12000000
             */
            total_rows?: number;
        };
        /** @description A query to run once */
        QueryRequest: {
            query?: components["schemas"]["Query"];
            /**
             * @description Values of the variables of the query by name; on insights `date_from`, `date_to` and breakdowns
             * @example {
             *       "repo": "hono"
             *     }
             */
            variables?: {
                [key: string]: unknown;
            } | null;
            /** @description Declarations of its variables by name, as an endpoint keeps them in `variables`; default inferred from their use */
            variable_declarations?: {
                [key: string]: components["schemas"]["VariableDeclaration"];
            } | null;
            /** @description Filters and dates that narrow the answer of any endpoint; default none */
            filters_override?: components["schemas"]["FiltersOverride"] | null;
            /**
             * @description SQL endpoints: most rows to return; default those of the query
             * @example 100
             */
            limit?: number | null;
            /**
             * @description SQL endpoints: rows to skip; needs `limit`; default 0
             * @example 0
             */
            offset?: number | null;
            /** @description Adds compiled SQL, timings, cache key and engine statistics; default false */
            debug?: boolean | null;
            /**
             * @description Name of this run for cancelling it and in logs, 1..128 characters; default none
             * @example nightly-report
             */
            client_query_id?: string | null;
        };
        /** @description For logs only: accepted and ignored. */
        QueryTags: {
            /** @description Where the query was made. */
            scene?: unknown;
            /** @description Product that made the query. */
            productKey?: unknown;
            /** @description Name for logs. */
            name?: unknown;
        };
        /** @description A SQL text to lay out */
        QueryToFormat: {
            /**
             * @description Text of a SQL query
             * @example select count() from events
             */
            query: string;
        };
        /** @description A property of events that an endpoint reads */
        ReadProperty: {
            /**
             * @description Its key
             * @example customer_id
             */
            name: string;
            /** @description True: read from a column of its own; false: parsed from the document of every event that the run reads */
            is_promoted: boolean;
        };
        /** @description An event that came in a moment ago */
        RecentEvent: {
            /**
             * @description Its id
             * @example 0190e5b5-7c4b-7a31-9b5e-000000000001
             */
            uuid: string;
            /**
             * @description Name of the event
             * @example $pageview
             */
            event: string;
            /**
             * @description Who sent it
             * @example ada@example.org
             */
            distinct_id: string;
            /**
             * @description When it happened, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            timestamp: string;
            /**
             * @description When the service had it, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            received_at: string;
            /** @description As they are stored */
            properties: {
                [key: string]: unknown;
            };
            /**
             * @description What was odd, as in `ingestion_warnings`
             * @example [
             *       "timestamp_in_future"
             *     ]
             */
            warnings: string[];
        };
        /** @description The events that one service accepted last */
        RecentEvents: {
            /** @description Oldest first, at most 1,000 */
            results: components["schemas"]["RecentEvent"][];
            /**
             * @description Send it as `after` of the next call
             * @example 6f1c2a9e.43
             */
            next: string;
            /** @description true: events behind `after` are not kept any more */
            is_cut: boolean;
            /**
             * @description The service whose events these are
             * @example local
             */
            service: string;
            /**
             * @description Services on the store, each with events of its own
             * @example 1
             */
            services: number;
        };
        /** @description Settings of posthog-js */
        RemoteConfig: {
            /**
             * @description The token of the path
             * @example slc_...
             */
            token: string;
            /** @description Codings that the SDK may use */
            supportedCompression: "gzip-js"[];
            /**
             * @description Always false
             * @constant
             */
            hasFeatureFlags: false;
            /**
             * @description Always false
             * @constant
             */
            captureDeadClicks: false;
            /**
             * @description Always false
             * @constant
             */
            capturePerformance: false;
            /**
             * @description Always false: the settings of the page decide
             * @constant
             */
            autocapture_opt_out: false;
            /**
             * @description Always false
             * @constant
             */
            autocaptureExceptions: false;
            /** @description Events go to the paths that the SDK knows */
            analytics: Record<string, never>;
            /**
             * @description Always true: clicked elements come as one text
             * @constant
             */
            elementsChainAsString: true;
            /**
             * @description Always false
             * @constant
             */
            sessionRecording: false;
            /**
             * @description Always false
             * @constant
             */
            heatmaps: false;
            /**
             * @description Always false
             * @constant
             */
            surveys: false;
            /**
             * @description Always true: persons are made by identify
             * @constant
             */
            defaultIdentifiedOnly: true;
            /** @description Always empty */
            siteApps: [
            ];
        };
        /** @description An event or action */
        RetentionEntity: {
            /** @description Event name, or id of an action; absent or null = any event. */
            id?: string | number;
            /**
             * @description What `id` names. Default `events`.
             * @enum {string}
             */
            type?: "events" | "actions";
            /**
             * @description Shown to people.
             * @example Signed up
             */
            name?: string;
            /**
             * @description Shown to people.
             * @example Signed up
             */
            custom_name?: string;
            /** @description Accepted and ignored. */
            order?: unknown;
            /** @description Accepted and ignored. */
            uuid?: unknown;
            /** @description Accepted and ignored. */
            kind?: unknown;
            /** @description Filters on the events of this entity. Default none. */
            properties?: components["schemas"]["PropertyFilters"];
        };
        /** @description What makes a cohort and what counts as coming back */
        RetentionFilter: {
            /** @description Event that puts an actor in a cohort. Default `$pageview`. */
            targetEntity?: components["schemas"]["RetentionEntity"];
            /** @description Event that counts as coming back. Default `$pageview`. */
            returningEntity?: components["schemas"]["RetentionEntity"];
            /**
             * @description Every period with the target event, or only the first ever. Default `retention_recurring`.
             * @enum {string}
             */
            retentionType?: "retention_recurring" | "retention_first_time" | "retention_first_ever_occurrence";
            /**
             * @description Length of a period. Default `Day`.
             * @enum {string}
             */
            period?: "Hour" | "Day" | "Week" | "Month";
            /**
             * @description Columns, 1 to 100, the start included. Default 8.
             * @example 8
             */
            totalIntervals?: number;
            /**
             * @description Returning events that an actor needs in a period. Default 1.
             * @example 1
             */
            minimumOccurrences?: number;
            /** @description Count actors who came back in this period or later. Default false. */
            cumulative?: boolean;
            /**
             * @description Columns of so many periods each, after the start.
             * @example [
             *       1,
             *       3,
             *       7
             *     ]
             */
            retentionCustomBrackets?: number[];
            /**
             * @description Periods of the calendar, or windows from the first event of each actor. Default calendar.
             * @enum {string}
             */
            timeWindowMode?: "strict_calendar_dates" | "24_hour_windows";
            /**
             * @description Add the sum or mean of a property to every cell. Default `count`.
             * @enum {string}
             */
            aggregationType?: "count" | "sum" | "avg";
            /**
             * @description Property for `sum` and `avg`.
             * @example amount
             */
            aggregationProperty?: string;
            /**
             * @description Where it is read. Default `event`.
             * @enum {string}
             */
            aggregationPropertyType?: "event" | "person";
            /** @description Display only: accepted and ignored. */
            retentionReference?: unknown;
            /** @description Display only: accepted and ignored. */
            meanRetentionCalculation?: unknown;
            /** @description Display only: accepted and ignored. */
            display?: unknown;
            /** @description Display only: accepted and ignored. */
            dashboardDisplay?: unknown;
            /** @description Display only: accepted and ignored. */
            showTrendLines?: unknown;
            /** @description Display only: accepted and ignored. */
            selectedInterval?: unknown;
        };
        /** @description How many actors came back in later periods */
        RetentionQuery: {
            /**
             * @description The kind of insight
             * @constant
             */
            kind: "RetentionQuery";
            /** @description What makes a cohort and what counts as coming back. */
            retentionFilter: components["schemas"]["RetentionFilter"];
            breakdownFilter?: components["schemas"]["BreakdownFilter"];
            /**
             * @description Count groups of this type (0 to 4) instead of persons. Default persons.
             * @example 0
             */
            aggregation_group_type_index?: number;
            dateRange?: components["schemas"]["DateRange"];
            /** @description Filters on all events of the query. Default none. */
            properties?: components["schemas"]["PropertyFilters"];
            /** @description Apply the `test_account_filters` of the project too. Default false. */
            filterTestAccounts?: boolean;
            /**
             * @description Read only this stable fraction of actors, (0, 1], and scale counts back. Default 1.
             * @example 0.1
             */
            samplingFactor?: number;
            modifiers?: components["schemas"]["Modifiers"];
            tags?: components["schemas"]["QueryTags"];
            /** @description Display only: accepted and ignored. */
            dataColorTheme?: unknown;
            /** @description Version of the schema of the node: accepted and ignored. */
            version?: unknown;
            /** @description Marker of the result type: accepted and ignored. */
            response?: unknown;
        };
        /** @description The service and its places */
        Root: {
            /**
             * @description Always `sluice`
             * @example sluice
             * @constant
             */
            name: "sluice";
            /**
             * @description Version of the service
             * @example 0.1.0
             */
            version: string;
            /**
             * @description Where the documents for people are
             * @example /docs
             */
            docs: string;
            /**
             * @description Where the web console is; null where SLUICE_CONSOLE is off
             * @example /console/
             */
            console: string | null;
        };
        /** @description The result of a run, and where it came from */
        RunAnswer: {
            /**
             * @description Name of the endpoint
             * @example usage-by-day
             */
            name: string;
            /**
             * @description SQL: a list of rows, each a list of values in the order of `columns`, or an object by column name (`rows=objects`). Insights: the shape of their kind
             * @example [
             *       [
             *         "2026-01-05",
             *         42
             *       ]
             *     ]
             */
            results: unknown;
            /**
             * @description SQL only: names of the columns
             * @example [
             *       "day",
             *       "runs"
             *     ]
             */
            columns?: string[];
            /**
             * @description SQL only: name and engine type of each column
             * @example [
             *       [
             *         "day",
             *         "Date"
             *       ],
             *       [
             *         "runs",
             *         "UInt64"
             *       ]
             *     ]
             */
            types?: string[][];
            /** @description true: the query has rows after the last one here */
            hasMore: boolean;
            /**
             * @description The `limit` of the call
             * @example 100
             */
            limit?: number;
            /**
             * @description The `offset` of the call
             * @example 0
             */
            offset?: number;
            /**
             * @description Time zone of dates and moments in `results`
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * @description Names the execution that computed the result; this call is `X-Request-Id`
             * @example k3J9xQ-1a
             */
            execution_id: string;
            /** @description Insights only: the period that relative dates came to */
            resolved_date_range?: {
                /**
                 * @description Start, ISO 8601 in the zone of the project
                 * @example 2026-01-01T00:00:00+01:00
                 */
                date_from: string;
                /**
                 * @description End, ISO 8601 in the zone of the project
                 * @example 2026-01-07T23:59:59+01:00
                 */
                date_to: string;
            };
            /** @description true: the bytes came from the cache */
            is_cached: boolean;
            /**
             * @description When the result was computed, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            last_refresh: string;
            /**
             * @description Until when it is fresh, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            cache_target_age: string;
            /**
             * @description From when on a refresh may be forced, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            next_allowed_client_refresh: string;
            /**
             * @description Version that was run
             * @example 1
             */
            endpoint_version: number;
            /**
             * @description When that version was made, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            endpoint_version_created_at: string;
            /**
             * @description Where the result came from
             * @enum {string}
             */
            served_from: "cache" | "materialized" | "direct";
            /**
             * @description Why it came from there
             * @enum {string}
             */
            served_reason: "cache_fresh" | "stale_while_revalidate" | "stale_if_error" | "materialized_current" | "refresh_forced" | "old_version" | "has_parameters" | "materialized_not_built" | "materialized_outdated" | "materialized_failed_read" | "materialized_unverified" | "cache_expired" | "cache_miss";
            /** @description true: the endpoint is materialized */
            endpoint_materialized?: boolean;
            /**
             * @description When its snapshot was built, ISO 8601, UTC; null = not yet
             * @example 2026-01-05T09:00:00.000Z
             */
            endpoint_materialized_at?: string | null;
            /** @description Debug: what is worth knowing of the query, such as properties that never came in */
            warnings?: components["schemas"]["Warning"][];
            /**
             * @description Debug: the query as stored
             * @example select count() from events
             */
            hogql?: string;
            /**
             * @description Debug: what the engine was asked
             * @example SELECT 1
             */
            clickhouse?: string;
            /**
             * @description Debug: plan of the engine
             * @example []
             */
            query_plan?: unknown;
            /** @description Debug: duration of each stage of this call */
            timings?: {
                /**
                 * @description Stage
                 * @example execute
                 */
                k: string;
                /**
                 * @description Seconds
                 * @example 0.012
                 */
                t: number;
            }[];
            /**
             * @description Debug: name in the cache
             * @example a1b2
             */
            cache_key?: string;
            /** @description Debug: what the execution cost */
            engine?: {
                /**
                 * @description Rows that the engine read
                 * @example 1000
                 */
                rows_read: number;
                /**
                 * @description Bytes that the engine read
                 * @example 65536
                 */
                bytes_read: number;
                /**
                 * @description Peak memory of the engine, bytes
                 * @example 4194304
                 */
                memory: number;
            };
        };
        /** @description Endpoints to run in one request */
        RunBatch: {
            /** @description Calls, 1..20, answered in this order */
            calls: components["schemas"]["BatchedCall"][];
            /**
             * @description When calls that are not answered yet end with query_timeout; default the limits of each endpoint
             * @example 10
             */
            timeout_seconds?: number | null;
        };
        /** @description What became of each call of a batch */
        RunBatchAnswer: {
            /**
             * @description The time that relative dates of all calls mean
             * @example 2026-01-05T09:00:00.000Z
             */
            now: string;
            /** @description A result for each call, in the order of the calls */
            results: {
                /**
                 * @description The `id` of the call, or its place in the list
                 * @example usage
                 */
                id: string;
                /**
                 * @description Name of the endpoint
                 * @example usage-by-day
                 */
                name: string;
                /**
                 * @description The status that the call alone would have
                 * @example 200
                 */
                status: number;
                /** @description The body that the call alone would have: a result, or an error */
                body: unknown;
            }[];
        };
        /** @description What is kept of the runs of an endpoint */
        RunLog: {
            /** @description Runs, changes and builds, newest first */
            results: (components["schemas"]["RunLogEntry"] | components["schemas"]["ChangeLogEntry"] | components["schemas"]["BuildLogEntry"])[];
            /**
             * @description Send it as `cursor` for what is older; null when nothing is. A search for what is rare may answer fewer entries than `limit`, or none, and go on from here
             * @example 1767603600000-0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f
             */
            next_cursor: string | null;
        };
        /** @description A run, without values of variables and rows */
        RunLogEntry: {
            /**
             * @description When the call began, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            started_at: string;
            /**
             * @description error: the call was refused or failed
             * @enum {string}
             */
            level: "info" | "error";
            /**
             * @description `X-Request-Id` of the call
             * @example k3J9xQ-1a
             */
            request_id: string;
            /**
             * @description Name that the caller gave the run
             * @example nightly-report
             */
            client_query_id?: string;
            /**
             * @description Id of the key that called; of a run by a token, its signing key and subject with `/` between them
             * @example 0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f
             */
            key_id: string;
            /**
             * @description Signing key of the token by which it ran
             * @example slk_0199e0a27c1f7d3e9a550c8f5b1d2e3f
             */
            signing_key_id?: string;
            /**
             * @description `sub` of the token by which it ran
             * @example customer-17
             */
            subject?: string;
            /**
             * @description Version that was run
             * @example 1
             */
            version?: number;
            /**
             * @description HTTP status of the answer
             * @example 200
             */
            status: number;
            /**
             * @description Code of the error
             * @example missing_variable
             */
            error_code?: string;
            /**
             * @description Where the result came from
             * @enum {string}
             */
            served_from?: "cache" | "materialized" | "direct";
            /**
             * @description Why it came from there
             * @example cache_miss
             */
            served_reason?: string;
            /**
             * @description collapsed: waited for the same computation of another call; bypass: the cache was not asked
             * @enum {string}
             */
            cache?: "hit" | "stale" | "miss" | "collapsed" | "bypass";
            /**
             * @description Length of the whole call, milliseconds
             * @example 12.5
             */
            duration_ms: number;
            /**
             * @description Rows, or items of an insight, in the answer
             * @example 7
             */
            rows?: number;
            /**
             * @description Rows that the engine read
             * @example 1000
             */
            rows_read?: number;
            /**
             * @description Bytes that the engine read
             * @example 65536
             */
            bytes_read?: number;
        };
        /** @description What a run may carry; every member may be absent */
        RunRequest: {
            /**
             * @description Values of the variables of the query by name; on insights `date_from`, `date_to` and breakdowns
             * @example {
             *       "repo": "hono"
             *     }
             */
            variables?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Insight endpoints: top-level keys that replace those of the query
             * @example {
             *       "interval": "week"
             *     }
             */
            query_override?: {
                [key: string]: unknown;
            } | null;
            /** @description Filters and dates that narrow the answer of any endpoint; default none */
            filters_override?: components["schemas"]["FiltersOverride"] | null;
            /** @description Whether a cached or materialized answer may be served; default `blocking` */
            refresh?: ("blocking" | "force_blocking" | "cache" | "force" | "direct") | null;
            /**
             * @description SQL endpoints: most rows to return; default those of the query
             * @example 100
             */
            limit?: number | null;
            /**
             * @description SQL endpoints: rows to skip; needs `limit`; default 0
             * @example 0
             */
            offset?: number | null;
            /**
             * @description Version to run; default the current one
             * @example 1
             */
            version?: number | null;
            /** @description Adds compiled SQL, timings, cache key and engine statistics; default false */
            debug?: boolean | null;
            /**
             * @description Name of this run for cancelling it and in logs, 1..128 characters; default none
             * @example nightly-report
             */
            client_query_id?: string | null;
        };
        /** @description An action that was changed */
        SavedAction: {
            /**
             * @description What an ActionsNode names; never given to another action
             * @example 1
             */
            id: number;
            /**
             * @description Unique among the actions of the project, 1..400 characters
             * @example Looked at prices
             */
            name: string;
            /**
             * @description What it stands for, for readers; default empty
             * @example Saw the page of prices
             */
            description: string;
            /** @description An event matches when it meets any step; no steps (the default) match every event */
            steps: components["schemas"]["ActionStep"][];
            /**
             * @description Grows with every change; its ETag
             * @example 7
             */
            revision: number;
            /**
             * @description When it was made, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description When it was last changed, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            updated_at: string;
            created_by: components["schemas"]["Author"];
            /** @description Endpoints whose answers change, because their queries read what has changed: at most 100 by name, those that callers lose something with first, and then how many there are */
            warnings: components["schemas"]["Warning"][];
        };
        /** @description A cohort that was changed */
        SavedCohort: {
            /**
             * @description What filters, breakdowns and IN COHORT name; never given to another cohort
             * @example 1
             */
            id: number;
            /**
             * @description Unique among the cohorts of the project, 1..400 characters
             * @example Buyers of the month
             */
            name: string;
            /**
             * @description What it stands for, for readers; default empty
             * @example Bought in the last 30 days
             */
            description: string;
            /**
             * @description True: a list of persons, filled by `/members`. False: all who meet `filters` when a query runs
             * @example true
             */
            is_static: boolean;
            /** @description Who belongs to it; null for a static cohort */
            filters: components["schemas"]["CohortFilters"] | null;
            /**
             * @description Persons of a static cohort when members were added last; null for a dynamic one
             * @example 120
             */
            count: number | null;
            /**
             * @description Grows with every change, also of the members; its ETag
             * @example 7
             */
            revision: number;
            /**
             * @description When it was made, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description When it was last changed, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            updated_at: string;
            created_by: components["schemas"]["Author"];
            /** @description Endpoints whose answers change, because their queries read what has changed: at most 100 by name, those that callers lose something with first, and then how many there are */
            warnings: components["schemas"]["Warning"][];
        };
        /** @description An endpoint that was created or changed */
        SavedEndpoint: {
            /**
             * @description Never given to another endpoint, not even of the same name
             * @example 0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f
             */
            id: string;
            /**
             * @description Unique among the live endpoints of the project; a letter, then letters, digits, - and _
             * @example usage-by-day
             */
            name: string;
            /**
             * @description What it answers, for readers; default empty
             * @example Runs of each day
             */
            description: string;
            /**
             * @description Words to find it by; default none
             * @example [
             *       "billing"
             *     ]
             */
            tags: string[];
            /** @description false: a run answers 404; default true */
            is_active: boolean;
            /**
             * @description Age up to which a cached result is served, 300..86400 s; null (default) = by kind and interval
             * @example 600
             */
            cache_age_seconds: number | null;
            /**
             * @description Time after that in which an old result is served while a new one is computed, 0 (default, off)..86400 s
             * @example 0
             */
            stale_while_revalidate_seconds: number;
            /**
             * @description Time after that in which an old result is served when computing fails, 0 (default, off)..86400 s
             * @example 0
             */
            stale_if_error_seconds: number;
            /** @description true: computed on a schedule and stored; default false */
            is_materialized: boolean;
            /**
             * @description How often it is computed when it is materialized
             * @example 24hour
             */
            sync_frequency: string;
            /** @description Declarations of the variables that the query uses, by name */
            variables: {
                [key: string]: components["schemas"]["VariableDeclaration"];
            };
            /** @description Members that `query_override` may carry; null (default) = all but `kind` */
            allowed_overrides: string[] | null;
            limits: components["schemas"]["EndpointLimits"];
            /** @description A query node with `kind`: HogQLQuery, an insight, or a wrapper of one */
            query: {
                [key: string]: unknown;
            };
            /**
             * @description Grows with every change; its ETag
             * @example 7
             */
            revision: number;
            /**
             * @description The version that `query`, `variables` and `columns` belong to
             * @example 1
             */
            version: number;
            /**
             * @description The version that runs use
             * @example 1
             */
            current_version: number;
            /**
             * @description How many versions there are
             * @example 1
             */
            versions_count: number;
            /** @description Output columns with engine types; null for insights */
            columns: components["schemas"]["Column"][] | null;
            /**
             * @description When it was made, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description When it was last changed, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            updated_at: string;
            created_by: components["schemas"]["Author"];
            /**
             * @description When it last ran, ISO 8601, UTC; null = not yet
             * @example 2026-01-05T09:00:00.000Z
             */
            last_executed_at: string | null;
            /**
             * @description Path of its run call
             * @example /api/projects/1/endpoints/usage-by-day/run
             */
            endpoint_path: string;
            /**
             * @description The same with the address that this call was made to
             * @example http://127.0.0.1:8700/api/projects/1/endpoints/usage-by-day/run
             */
            url: string;
            materialization: components["schemas"]["Materialization"];
            /** @description What a change takes from callers (columns, variables and values of theirs, another kind of results), which empty filters of the query were removed, and which properties never came in */
            warnings: components["schemas"]["Warning"][];
        };
        /** @description A project that was changed */
        SavedProject: {
            /**
             * @description Number in the paths of the API
             * @example 1
             */
            id: number;
            /**
             * @description Shown to people, 1..200 characters
             * @example Web shop
             */
            name: string;
            /**
             * @description IANA time zone
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * @description First day of a week: 0 Sunday (default), 1 Monday
             * @enum {number}
             */
            week_start_day: 0 | 1;
            /** @description Property filters that `filterTestAccounts` adds to a query; default none */
            test_account_filters: components["schemas"]["PropertyFilter"][];
            /**
             * @description Days for which events can be seen, counted back from the time of a run, 1..36500; null (default) = for ever. Events that are older are gone for good
             * @example null
             */
            event_retention_days: number | null;
            /** @description Replacements made in paths one after another; default none */
            path_cleaning_filters: {
                /**
                 * @description Regular expression (RE2) of the part to replace
                 * @example /users/\d+
                 */
                regex: string;
                /**
                 * @description Text in its place
                 * @example /users/:id
                 */
                alias: string;
            }[];
            /** @description Origins of web pages that may run endpoints with tokens of signing keys; default none */
            allowed_origins: string[];
            /**
             * @description Capture token: may write events and nothing else
             * @example slc_...
             */
            api_token: string;
            /**
             * @description When it was made, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /** @description Endpoints whose answers change, because their queries read what has changed: at most 100 by name, those that callers lose something with first, and then how many there are */
            warnings: components["schemas"]["Warning"][];
        };
        /** @description A property whose type was set */
        SavedPropertyDefinition: {
            /**
             * @description Whose property it is
             * @enum {string}
             */
            type: "event" | "person" | "group";
            /**
             * @description Name of the property
             * @example plan
             */
            name: string;
            /**
             * @description How queries and filters read its values
             * @enum {string}
             */
            property_type: "String" | "Numeric" | "Boolean" | "DateTime";
            /** @description Endpoints whose answers change, because their queries read what has changed: at most 100 by name, those that callers lose something with first, and then how many there are */
            warnings: components["schemas"]["Warning"][];
        };
        /** @description A property, how its values are read, and what came in */
        SeenProperty: {
            /**
             * @description Whose property it is
             * @enum {string}
             */
            type: "event" | "person" | "group";
            /**
             * @description Name of the property
             * @example plan
             */
            name: string;
            /**
             * @description How queries and filters read its values
             * @enum {string}
             */
            property_type: "String" | "Numeric" | "Boolean" | "DateTime";
            /** @description Types of the values that came in */
            seen_types: ("String" | "Numeric" | "Boolean" | "DateTime")[];
            /**
             * @description Last time it came in, by the clock of the service, ISO 8601, UTC; null = never, its type was set by hand
             * @example 2026-01-05T09:00:00.000Z
             */
            last_seen_at: string | null;
            /**
             * @description Values that came in with new events, null left out; an event that is sent or imported again does not count
             * @example 1250
             */
            volume: number;
            /** @description The engine keeps it in a column of its own, because queries read it much: they take less time, and answer the same */
            is_promoted: boolean;
        };
        /** @description One page of a list */
        SeenPropertyList: {
            /**
             * @description Items that match, on this page or not
             * @example 1
             */
            count: number;
            /**
             * @description Address of the next page; null on the last one
             * @example null
             */
            next: string | null;
            /**
             * @description Address of the page before; null on the first one
             * @example null
             */
            previous: string | null;
            /** @description The items of this page */
            results: components["schemas"]["SeenProperty"][];
        };
        /** @description The events of a series, and what is computed from them. */
        SeriesNode: components["schemas"]["EventsNode"] | components["schemas"]["ActionsNode"] | components["schemas"]["GroupNode"];
        /** @description Answered runs by where the answer came from, in the whole hours that the range lies in */
        Served: {
            /**
             * @description From the cache
             * @example 1100
             */
            cache: number;
            /**
             * @description From a snapshot
             * @example 60
             */
            materialized: number;
            /**
             * @description Computed on events
             * @example 37
             */
            direct: number;
        };
        /** @description What service this is */
        Service: {
            /**
             * @description Version of the service
             * @example 0.2.0
             */
            version: string;
            /**
             * @description What time it is by the clock of the service, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            now: string;
            /** @description The analytics engine */
            engine: {
                /**
                 * @description Where the analytics engine runs: in this service, in a process that services share, or as a ClickHouse server
                 * @example embedded
                 * @enum {string}
                 */
                kind: "embedded" | "process" | "server";
                /**
                 * @description Version of the engine; null while it does not tell
                 * @example 25.8.2.1
                 */
                version: string | null;
            };
            limits: components["schemas"]["ServiceLimits"];
            /**
             * @description By what the service is called from outside, without a slash at its end; null where nobody has said
             * @example https://analytics.example.com
             */
            public_url: string | null;
            /**
             * @description True when callers may set the time
             * @example false
             */
            test_clock: boolean;
        };
        /** @description What one request may take; 0 of a rate = no limit */
        ServiceLimits: {
            /**
             * @description Largest JSON body, bytes
             * @example 1048576
             */
            body_bytes: number;
            /**
             * @description Largest body of events, inflated, bytes
             * @example 20971520
             */
            capture_bytes: number;
            /**
             * @description Largest file to import, bytes
             * @example 10737418240
             */
            import_bytes: number;
            /**
             * @description Longest run of a query unless its endpoint sets a time, milliseconds
             * @example 10000
             */
            execution_timeout_ms: number;
            /**
             * @description Longest file as answer, milliseconds
             * @example 600000
             */
            stream_timeout_ms: number;
            /**
             * @description Longest build of a materialized endpoint, milliseconds
             * @example 600000
             */
            build_timeout_ms: number;
            /**
             * @description Most memory of a query, bytes
             * @example 1073741824
             */
            query_memory_bytes: number;
            /**
             * @description Most rows of a JSON answer
             * @example 50000
             */
            answer_rows: number;
            /**
             * @description Most bytes of a JSON answer
             * @example 67108864
             */
            answer_bytes: number;
            /**
             * @description Runs of a key in a minute
             * @example 6000
             */
            runs_per_minute: number;
            /**
             * @description Engine queries of a key in a minute
             * @example 240
             */
            executions_per_minute: number;
            /**
             * @description Engine queries of a key in an hour
             * @example 2400
             */
            executions_per_hour: number;
        };
        /** @description An endpoint, with whether its runs find their events by an order, and the properties that they read */
        ShownEndpoint: {
            /**
             * @description Never given to another endpoint, not even of the same name
             * @example 0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f
             */
            id: string;
            /**
             * @description Unique among the live endpoints of the project; a letter, then letters, digits, - and _
             * @example usage-by-day
             */
            name: string;
            /**
             * @description What it answers, for readers; default empty
             * @example Runs of each day
             */
            description: string;
            /**
             * @description Words to find it by; default none
             * @example [
             *       "billing"
             *     ]
             */
            tags: string[];
            /** @description false: a run answers 404; default true */
            is_active: boolean;
            /**
             * @description Age up to which a cached result is served, 300..86400 s; null (default) = by kind and interval
             * @example 600
             */
            cache_age_seconds: number | null;
            /**
             * @description Time after that in which an old result is served while a new one is computed, 0 (default, off)..86400 s
             * @example 0
             */
            stale_while_revalidate_seconds: number;
            /**
             * @description Time after that in which an old result is served when computing fails, 0 (default, off)..86400 s
             * @example 0
             */
            stale_if_error_seconds: number;
            /** @description true: computed on a schedule and stored; default false */
            is_materialized: boolean;
            /**
             * @description How often it is computed when it is materialized
             * @example 24hour
             */
            sync_frequency: string;
            /** @description Declarations of the variables that the query uses, by name */
            variables: {
                [key: string]: components["schemas"]["VariableDeclaration"];
            };
            /** @description Members that `query_override` may carry; null (default) = all but `kind` */
            allowed_overrides: string[] | null;
            limits: components["schemas"]["EndpointLimits"];
            /** @description A query node with `kind`: HogQLQuery, an insight, or a wrapper of one */
            query: {
                [key: string]: unknown;
            };
            /**
             * @description Grows with every change; its ETag
             * @example 7
             */
            revision: number;
            /**
             * @description The version that `query`, `variables` and `columns` belong to
             * @example 1
             */
            version: number;
            /**
             * @description The version that runs use
             * @example 1
             */
            current_version: number;
            /**
             * @description How many versions there are
             * @example 1
             */
            versions_count: number;
            /** @description Output columns with engine types; null for insights */
            columns: components["schemas"]["Column"][] | null;
            /**
             * @description When it was made, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description When it was last changed, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            updated_at: string;
            created_by: components["schemas"]["Author"];
            /**
             * @description When it last ran, ISO 8601, UTC; null = not yet
             * @example 2026-01-05T09:00:00.000Z
             */
            last_executed_at: string | null;
            /**
             * @description Path of its run call
             * @example /api/projects/1/endpoints/usage-by-day/run
             */
            endpoint_path: string;
            /**
             * @description The same with the address that this call was made to
             * @example http://127.0.0.1:8700/api/projects/1/endpoints/usage-by-day/run
             */
            url: string;
            materialization: components["schemas"]["Materialization"];
            /** @description What its runs are refused with since something that its query reads has changed, and which stored filters callers may replace */
            warnings: components["schemas"]["Warning"][];
            lookup: components["schemas"]["EndpointLookup"];
            /** @description Properties of events that its query reads; null = the query does not compile */
            read_properties: components["schemas"]["ReadProperty"][] | null;
        };
        /** @description A person and when its events were */
        ShownPerson: {
            /**
             * @description Id of the person
             * @example 0190e5b5-7c4b-7a31-9b5e-000000000001
             */
            id: string;
            /**
             * @description The same, as PostHog names it
             * @example 0190e5b5-7c4b-7a31-9b5e-000000000001
             */
            uuid: string;
            /**
             * @description Its email or name, else a distinct id
             * @example ada@example.org
             */
            name: string;
            /**
             * @description Its distinct ids in alphabetical order: in a list at most 100, of one person 2500
             * @example [
             *       "ada",
             *       "anon-1"
             *     ]
             */
            distinct_ids: string[];
            /**
             * @description Its present properties
             * @example {
             *       "plan": "pro"
             *     }
             */
            properties: {
                [key: string]: unknown;
            };
            /** @description True when an event has identified it */
            is_identified: boolean;
            /**
             * @description Time of the first event that ever came in of it, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /**
             * @description Time of its first event, ISO 8601, UTC; null without events
             * @example 2026-01-05T09:00:00Z
             */
            first_event: string | null;
            /**
             * @description Time of its last event, ISO 8601, UTC; null without events
             * @example 2026-01-05T09:00:00Z
             */
            last_event: string | null;
        };
        /** @description A key by which tokens of end users are signed */
        SigningKey: {
            /**
             * @description Stands as `kid` in its tokens
             * @example slk_0199e0a27c1f7d3e9a550c8f5b1d2e3f
             */
            id: string;
            /**
             * @description What signs with it, 1..200 characters
             * @example shop server
             */
            label: string;
            /**
             * @description The one algorithm of its tokens
             * @enum {string}
             */
            algorithm: "Ed25519" | "ES256" | "RS256";
            /** @description The public half of the key (RFC 7517) */
            public_key: {
                [key: string]: unknown;
            };
            /** @description Names of endpoints, without deleted ones; null = all */
            endpoints: string[] | null;
            /** @description What every token has to fix, else it answers nothing */
            require: {
                /**
                 * @description Names of variables that every token fixes
                 * @default []
                 */
                variables?: string[];
                /**
                 * @description Keys of filters that every token has
                 * @default []
                 */
                filters?: string[];
            };
            /** @description What its tokens may allow their holders at most; null = whatever they say */
            allow: {
                /** @description Names of variables whose values he chooses */
                variables?: string[];
                /** @description Property filters without expressions */
                filters?: boolean;
                /** @description Dates of `filters_override` */
                dates?: boolean;
                /** @description The interval of `filters_override` */
                interval?: boolean;
                /** @description A breakdown of `filters_override`, without expressions */
                breakdown?: boolean;
                /** @description Formats of answers; default json */
                formats?: ("json" | "csv" | "ndjson" | "arrow" | "parquet")[];
            } | null;
            /** @description Tables that queries may read through `person.` and `group_0.` although filters do not narrow these rows */
            allow_shared: ("person" | "group")[];
            /**
             * @description Longest time that a token may be valid for, 60..86400 seconds
             * @example 3600
             */
            max_ttl_seconds: number;
            /** @description False: its tokens are refused */
            is_active: boolean;
            /**
             * @description When it was made, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            created_at: string;
            /** @description End of the key, ISO 8601, UTC; null = never */
            expires_at: string | null;
        };
        /** @description What to change of a signing key */
        SigningKeyChange: {
            /**
             * @description What signs with it, 1..200 characters
             * @example shop server
             */
            label?: string;
            /**
             * @description Names of the endpoints that its tokens may name; null = every endpoint of the project
             * @example [
             *       "usage-by-day"
             *     ]
             */
            endpoints?: string[] | null;
            /** @description What every token has to fix, else it answers nothing */
            require?: {
                /**
                 * @description Names of variables that every token fixes
                 * @default []
                 */
                variables?: string[];
                /**
                 * @description Keys of filters that every token has
                 * @default []
                 */
                filters?: string[];
            };
            /** @description What its tokens may allow their holders at most; null = whatever they say */
            allow?: {
                /** @description Names of variables whose values he chooses */
                variables?: string[];
                /** @description Property filters without expressions */
                filters?: boolean;
                /** @description Dates of `filters_override` */
                dates?: boolean;
                /** @description The interval of `filters_override` */
                interval?: boolean;
                /** @description A breakdown of `filters_override`, without expressions */
                breakdown?: boolean;
                /** @description Formats of answers; default json */
                formats?: ("json" | "csv" | "ndjson" | "arrow" | "parquet")[];
            } | null;
            /** @description Tables that queries may read through `person.` and `group_0.` although filters do not narrow these rows */
            allow_shared?: ("person" | "group")[];
            /**
             * @description Longest time that a token may be valid for, 60..86400 seconds
             * @example 3600
             */
            max_ttl_seconds?: number;
            /** @description False: its tokens are refused */
            is_active?: boolean;
            /**
             * @description End of the key, ISO 8601 with zone; null = never
             * @example 2027-01-01T00:00:00Z
             */
            expires_at?: string | null;
        };
        /** @description A new signing key */
        SigningKeyCreate: {
            /**
             * @description What signs with it, 1..200 characters
             * @example shop server
             */
            label: string;
            /**
             * @description The one algorithm of its tokens; default Ed25519
             * @default Ed25519
             * @enum {string}
             */
            algorithm?: "Ed25519" | "ES256" | "RS256";
            /** @description The public half of the key (RFC 7517) */
            public_key?: {
                [key: string]: unknown;
            };
            /**
             * @description Make a pair of keys and answer the private half once
             * @constant
             */
            generate?: true;
            /**
             * @description Names of the endpoints that its tokens may name; null = every endpoint of the project
             * @default null
             * @example [
             *       "usage-by-day"
             *     ]
             */
            endpoints?: string[] | null;
            /**
             * @description What every token has to fix, else it answers nothing
             * @default {
             *       "variables": [],
             *       "filters": []
             *     }
             */
            require?: {
                /**
                 * @description Names of variables that every token fixes
                 * @default []
                 */
                variables?: string[];
                /**
                 * @description Keys of filters that every token has
                 * @default []
                 */
                filters?: string[];
            };
            /**
             * @description What its tokens may allow their holders at most; null = whatever they say
             * @default null
             */
            allow?: {
                /** @description Names of variables whose values he chooses */
                variables?: string[];
                /** @description Property filters without expressions */
                filters?: boolean;
                /** @description Dates of `filters_override` */
                dates?: boolean;
                /** @description The interval of `filters_override` */
                interval?: boolean;
                /** @description A breakdown of `filters_override`, without expressions */
                breakdown?: boolean;
                /** @description Formats of answers; default json */
                formats?: ("json" | "csv" | "ndjson" | "arrow" | "parquet")[];
            } | null;
            /**
             * @description Tables that queries may read through `person.` and `group_0.` although filters do not narrow these rows
             * @default []
             */
            allow_shared?: ("person" | "group")[];
            /**
             * @description Longest time that a token may be valid for, 60..86400 seconds
             * @default 3600
             * @example 3600
             */
            max_ttl_seconds?: number;
            /**
             * @description End of the key, ISO 8601 with zone; null = never
             * @default null
             * @example 2027-01-01T00:00:00Z
             */
            expires_at?: string | null;
        };
        /** @description One page of a list */
        SigningKeyList: {
            /**
             * @description Items that match, on this page or not
             * @example 1
             */
            count: number;
            /**
             * @description Address of the next page; null on the last one
             * @example null
             */
            next: string | null;
            /**
             * @description Address of the page before; null on the first one
             * @example null
             */
            previous: string | null;
            /** @description The items of this page */
            results: components["schemas"]["SigningKey"][];
        };
        /** @description Place in the SQL text */
        SourcePosition: {
            /**
             * @description Line, from 1
             * @example 1
             */
            line: number;
            /**
             * @description Column, from 1, in UTF-16 units
             * @example 8
             */
            column: number;
            /**
             * @description Place in the whole text, from 0, in UTF-16 units
             * @example 7
             */
            offset: number;
            /**
             * @description Length in UTF-16 units
             * @example 4
             */
            length: number;
        };
        /** @description What `{filters}` in the text of a SQL query stands for */
        SqlFilters: {
            /** @description Dates for `{filters}` in the text */
            dateRange?: components["schemas"]["DateRange"];
            /** @description Property filters for `{filters}` in the text */
            properties?: components["schemas"]["PropertyFilters"];
            /** @description Adds the project's test-account filters */
            filterTestAccounts?: boolean;
        };
        /** @description A wrapper, which is taken off */
        SqlQueryNode: {
            /**
             * @description Wrapper of a SQL query
             * @enum {string}
             */
            kind: "DataVisualizationNode" | "DataTableNode";
            /** @description The query; other members of the wrapper are ignored */
            source: components["schemas"]["HogQLQuery"];
        } & {
            [key: string]: unknown;
        };
        /** @description In how many intervals actors were active */
        StickinessQuery: {
            /**
             * @description The kind of insight
             * @constant
             */
            kind: "StickinessQuery";
            /** @description One or more series. */
            series: components["schemas"]["SeriesNode"][];
            /**
             * @description Width of a bucket. Default `day`.
             * @enum {string}
             */
            interval?: "second" | "minute" | "hour" | "day" | "week" | "month" | "quarter" | "year";
            /**
             * @description Count periods of so many intervals, backwards from the end. Default 1.
             * @example 1
             */
            intervalCount?: number;
            compareFilter?: components["schemas"]["CompareFilter"];
            /** @description How activity is counted. */
            stickinessFilter?: {
                /**
                 * @description `cumulative`: active in at least so many intervals. Default `non_cumulative`.
                 * @enum {string}
                 */
                computedAs?: "non_cumulative" | "cumulative";
                /** @description Events that an actor needs in an interval for it to count. Default at least one. */
                stickinessCriteria?: {
                    /**
                     * @description How the count of events is compared.
                     * @enum {string}
                     */
                    operator: "gte" | "lte" | "exact";
                    /**
                     * @description Number of events.
                     * @example 3
                     */
                    value: number;
                };
                /** @description Display only: accepted and ignored. */
                display?: unknown;
                /** @description Display only: accepted and ignored. */
                showLegend?: unknown;
                /** @description Display only: accepted and ignored. */
                showValuesOnSeries?: unknown;
                /** @description Display only: accepted and ignored. */
                showMultipleYAxes?: unknown;
                /** @description Display only: accepted and ignored. */
                hiddenLegendIndexes?: unknown;
                /** @description Display only: accepted and ignored. */
                resultCustomizationBy?: unknown;
                /** @description Display only: accepted and ignored. */
                resultCustomizations?: unknown;
            };
            dateRange?: components["schemas"]["DateRange"];
            /** @description Filters on all events of the query. Default none. */
            properties?: components["schemas"]["PropertyFilters"];
            /** @description Apply the `test_account_filters` of the project too. Default false. */
            filterTestAccounts?: boolean;
            /**
             * @description Read only this stable fraction of actors, (0, 1], and scale counts back. Default 1.
             * @example 0.1
             */
            samplingFactor?: number;
            modifiers?: components["schemas"]["Modifiers"];
            tags?: components["schemas"]["QueryTags"];
            /** @description Display only: accepted and ignored. */
            dataColorTheme?: unknown;
            /** @description Version of the schema of the node: accepted and ignored. */
            version?: unknown;
            /** @description Marker of the result type: accepted and ignored. */
            response?: unknown;
        };
        /** @description What time it is to be */
        TestClock: {
            /**
             * @description An ISO instant; null lets the clock go again
             * @example 2026-01-05T09:00:00Z
             */
            now: string | null;
        };
        /** @description Tokens that count no more */
        TokenRevocation: {
            /**
             * @description Names it
             * @example 0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f
             */
            id: string;
            /**
             * @description What it goes by
             * @enum {string}
             */
            kind: "sub" | "jti" | "issued_before";
            /**
             * @description The subject, the id, or the time
             * @example user-7
             */
            what: string;
            /**
             * @description When it was made, ISO 8601, UTC
             * @example 2026-01-05T09:00:00.000Z
             */
            made_at: string;
            /** @description When it ends, ISO 8601, UTC; null = never */
            until: string | null;
        };
        /** @description Which tokens count no more; one of three */
        TokenRevocationCreate: {
            /**
             * @description All tokens of this subject, later ones too
             * @example user-7
             */
            sub?: string;
            /**
             * @description The token with this id
             * @example a41c
             */
            jti?: string;
            /**
             * Format: date-time
             * @description Tokens issued before this time, and those that do not say when
             * @example 2026-01-05T09:00:00Z
             */
            issued_before?: string;
            /**
             * Format: date-time
             * @description When it ends; default never for `sub`, else when the last such token has run out
             * @example 2026-01-06T09:00:00Z
             */
            until?: string;
        };
        /** @description One page of a list */
        TokenRevocationList: {
            /**
             * @description Items that match, on this page or not
             * @example 1
             */
            count: number;
            /**
             * @description Address of the next page; null on the last one
             * @example null
             */
            next: string | null;
            /**
             * @description Address of the page before; null on the first one
             * @example null
             */
            previous: string | null;
            /** @description The items of this page */
            results: components["schemas"]["TokenRevocation"][];
        };
        /** @description How the series are computed and combined. */
        TrendsFilter: {
            /**
             * @description Shape of the result: a time series, a running one, or one number per series. Default `ActionsLineGraph`.
             * @enum {string}
             */
            display?: "ActionsLineGraph" | "ActionsBar" | "ActionsStackedBar" | "ActionsUnstackedBar" | "ActionsAreaGraph" | "SlopeGraph" | "ActionsLineGraphCumulative" | "BoldNumber" | "ActionsPie" | "ActionsBarValue" | "ActionsTable" | "WorldMap" | "Metric" | "BoxPlot";
            /** @description Return these formulas instead of the series. */
            formulaNodes?: {
                /**
                 * @description Arithmetic over the series A, B, C, ...: `+ - * / % **`, numbers and parentheses.
                 * @example A / B * 100
                 */
                formula: string;
                /**
                 * @description Label of the result.
                 * @example Share
                 */
                custom_name?: string;
            }[];
            /** @description Deprecated form of `formulaNodes`. */
            formulas?: string[];
            /**
             * @description Deprecated form of `formulaNodes`.
             * @example A / B * 100
             */
            formula?: string;
            /**
             * @description Mean of so many buckets up to each, rounded down. Default 1 = none.
             * @example 7
             */
            smoothingIntervals?: number;
            /**
             * @description Old place of the member of `breakdownFilter`.
             * @example 10
             */
            breakdown_histogram_bin_count?: number;
            /** @description Display only: accepted and ignored. */
            showLegend?: unknown;
            /** @description Display only: accepted and ignored. */
            showAlertThresholdLines?: unknown;
            /** @description Display only: accepted and ignored. */
            aggregationAxisFormat?: unknown;
            /** @description Display only: accepted and ignored. */
            aggregationAxisPrefix?: unknown;
            /** @description Display only: accepted and ignored. */
            aggregationAxisPostfix?: unknown;
            /** @description Display only: accepted and ignored. */
            decimalPlaces?: unknown;
            /** @description Display only: accepted and ignored. */
            minDecimalPlaces?: unknown;
            /** @description Display only: accepted and ignored. */
            showValuesOnSeries?: unknown;
            /** @description Display only: accepted and ignored. */
            showLabelsOnSeries?: unknown;
            /** @description Display only: accepted and ignored. */
            showPercentStackView?: unknown;
            /** @description Display only: accepted and ignored. */
            yAxisScaleType?: unknown;
            /** @description Display only: accepted and ignored. */
            showMultipleYAxes?: unknown;
            /** @description Display only: accepted and ignored. */
            hiddenLegendIndexes?: unknown;
            /** @description Display only: accepted and ignored. */
            resultCustomizationBy?: unknown;
            /** @description Display only: accepted and ignored. */
            resultCustomizations?: unknown;
            /** @description Display only: accepted and ignored. */
            goalLines?: unknown;
            /** @description Display only: accepted and ignored. */
            showConfidenceIntervals?: unknown;
            /** @description Display only: accepted and ignored. */
            confidenceLevel?: unknown;
            /** @description Display only: accepted and ignored. */
            showTrendLines?: unknown;
            /** @description Display only: accepted and ignored. */
            showMovingAverage?: unknown;
            /** @description Display only: accepted and ignored. */
            movingAverageIntervals?: unknown;
            /** @description Display only: accepted and ignored. */
            detailedResultsAggregationType?: unknown;
            /** @description Display only: accepted and ignored. */
            metricSummary?: unknown;
        };
        /** @description Numbers over time, or one number per series */
        TrendsQuery: {
            /**
             * @description The kind of insight
             * @constant
             */
            kind: "TrendsQuery";
            /** @description One or more series; the first 26 are A to Z in formulas. */
            series: components["schemas"]["SeriesNode"][];
            /**
             * @description Width of a bucket. Default `day`.
             * @enum {string}
             */
            interval?: "second" | "minute" | "hour" | "day" | "week" | "month" | "quarter" | "year";
            trendsFilter?: components["schemas"]["TrendsFilter"];
            breakdownFilter?: components["schemas"]["BreakdownFilter"];
            compareFilter?: components["schemas"]["CompareFilter"];
            /** @description Accepted and ignored. */
            conversionGoal?: unknown;
            /** @description Accepted and ignored: see `math_group_type_index`. */
            aggregation_group_type_index?: unknown;
            dateRange?: components["schemas"]["DateRange"];
            /** @description Filters on all events of the query. Default none. */
            properties?: components["schemas"]["PropertyFilters"];
            /** @description Apply the `test_account_filters` of the project too. Default false. */
            filterTestAccounts?: boolean;
            /**
             * @description Read only this stable fraction of actors, (0, 1], and scale counts back. Default 1.
             * @example 0.1
             */
            samplingFactor?: number;
            modifiers?: components["schemas"]["Modifiers"];
            tags?: components["schemas"]["QueryTags"];
            /** @description Display only: accepted and ignored. */
            dataColorTheme?: unknown;
            /** @description Version of the schema of the node: accepted and ignored. */
            version?: unknown;
            /** @description Marker of the result type: accepted and ignored. */
            response?: unknown;
        };
        /** @description Runs of an endpoint over a range */
        Usage: {
            /**
             * @description Start of what was counted: `after` at its whole minute, or hour where only hours are kept
             * @example 2026-01-04T09:00:00Z
             */
            after: string;
            /**
             * @description End of what was counted, exclusive: `before` at the next whole minute or hour
             * @example 2026-01-05T09:00:00Z
             */
            before: string;
            /**
             * @description Runs that began in the range, refused ones included
             * @example 1200
             */
            runs: number;
            /**
             * @description Runs that were not answered 200 or 304
             * @example 3
             */
            errors: number;
            /**
             * @description Runs answered from the cache
             * @example 1100
             */
            cache_hits: number;
            hit_rate: components["schemas"]["HitRate"];
            /**
             * @description Rows answered
             * @example 36000
             */
            rows: number;
            /**
             * @description Rows that the engine read
             * @example 5000000
             */
            rows_read: number;
            /**
             * @description Bytes that the engine read
             * @example 320000000
             */
            bytes_read: number;
            /**
             * @description Median duration in milliseconds, exact to 5%; null without runs
             * @example 0.4
             */
            p50_ms: number | null;
            /**
             * @description 95th percentile of durations in milliseconds, exact to 5%; null without runs
             * @example 31.5
             */
            p95_ms: number | null;
            served: components["schemas"]["Served"];
            /** @description With `by=version`: the same by version over the whole hours of the range, the newest first */
            groups?: components["schemas"]["UsageGroup"][];
            /** @description With `by=error_code`: from the run log, which may have left some out or forgotten them */
            errors_by_code?: components["schemas"]["UsageErrors"];
            /** @description With `interval` or `by`: the same by step and key, in this order; those without runs are left out. Entries by key have no percentiles */
            results?: components["schemas"]["UsageEntry"][];
        };
        /** @description Runs of a step, of a key, or of a key in a step */
        UsageEntry: {
            /**
             * @description Start of the step; only with `interval`
             * @example 2026-01-04T09:00:00Z
             */
            start?: string;
            /**
             * @description Id of the key that called, or `<signing key>/<subject>` of a token; only with `by=key`
             * @example 0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f
             */
            key_id?: string;
            /**
             * @description Runs that began in the range, refused ones included
             * @example 1200
             */
            runs: number;
            /**
             * @description Runs that were not answered 200 or 304
             * @example 3
             */
            errors: number;
            /**
             * @description Runs answered from the cache
             * @example 1100
             */
            cache_hits: number;
            hit_rate: components["schemas"]["HitRate"];
            /**
             * @description Rows answered
             * @example 36000
             */
            rows: number;
            /**
             * @description Rows that the engine read
             * @example 5000000
             */
            rows_read: number;
            /**
             * @description Bytes that the engine read
             * @example 320000000
             */
            bytes_read: number;
            /**
             * @description Median duration in milliseconds, exact to 5%; null without runs
             * @example 0.4
             */
            p50_ms?: number | null;
            /**
             * @description 95th percentile of durations in milliseconds, exact to 5%; null without runs
             * @example 31.5
             */
            p95_ms?: number | null;
            served?: components["schemas"]["Served"];
        };
        /** @description Refused and failed runs of one code */
        UsageError: {
            /**
             * @description The code that the answers had
             * @example missing_variable
             */
            error_code: string;
            /**
             * @description Runs that ended so
             * @example 3
             */
            runs: number;
            /**
             * @description When the last of them began
             * @example 2026-01-05T08:12:00Z
             */
            last_at: string;
        };
        /** @description Refused and failed runs by code */
        UsageErrors: {
            /** @description The most first */
            results: components["schemas"]["UsageError"][];
            /** @description False where the range has more than 10,000 errors; then the newest were counted */
            is_whole: boolean;
        };
        /** @description Runs of one version */
        UsageGroup: {
            /**
             * @description The version; null where none was chosen or noted
             * @example 3
             */
            version: number | null;
            /**
             * @description Runs that began in the range, refused ones included
             * @example 1200
             */
            runs: number;
            /**
             * @description Runs that were not answered 200 or 304
             * @example 3
             */
            errors: number;
            /**
             * @description Runs answered from the cache
             * @example 1100
             */
            cache_hits: number;
            hit_rate: components["schemas"]["HitRate"];
            /**
             * @description Rows answered
             * @example 36000
             */
            rows: number;
            /**
             * @description Rows that the engine read
             * @example 5000000
             */
            rows_read: number;
            /**
             * @description Bytes that the engine read
             * @example 320000000
             */
            bytes_read: number;
            served: components["schemas"]["Served"];
        };
        /** @description What a variable is */
        VariableDeclaration: {
            /**
             * @description Type of its values. Default: inferred from its use
             * @enum {string}
             */
            type?: "String" | "Number" | "Boolean" | "Date" | "List";
            /** @description Value when a run sends none; null = NULL */
            default?: (string | number | boolean) | null | (string | number | boolean)[];
            /** @description true: never NULL. false: NULL when a run sends none and there is no default */
            required?: boolean;
            /**
             * @description What it means, for readers
             * @example Whose usage
             */
            description?: string;
            /** @description The only values that are allowed */
            enum?: (string | number)[];
            /** @description Least value of a Number, or earliest Date */
            min?: number | string;
            /** @description Greatest value of a Number, or latest Date */
            max?: number | string;
        };
        /** @description Something to know about what was accepted */
        Warning: {
            /**
             * @description `breaking_change`: callers lose something; `answers_change`: the same call answers something else; `empty_filter_removed`; `unknown_event`, `unknown_property`: no such name came in so far; `replaceable_filter`: callers may replace a stored filter; `only_drawn`: the member does not change the answer; or the code of the error that runs answer
             * @example breaking_change
             */
            code: string;
            /**
             * @description The same for people
             * @example The column "day" is removed.
             */
            detail: string;
            /**
             * @description Path of the member that it is about; absent when it is none
             * @example query
             */
            attr?: string;
            /** @description Place in the SQL text; absent when there is none */
            position?: components["schemas"]["SourcePosition"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    runEndpointByGet: {
        parameters: {
            query?: {
                /** @description How the answer is written; wins over `Accept`; default json */
                format?: "json" | "csv" | "ndjson" | "arrow" | "parquet";
                /** @description string: 64-bit integers as JSON text; default number */
                int64?: "string" | "number";
                /** @description objects: each row of a JSON answer as an object by column name, SQL only; default arrays */
                rows?: "arrays" | "objects";
                /** @description Values of the variables of the query by name; on insights `date_from`, `date_to` and breakdowns */
                variables?: string;
                /** @description Insight endpoints: top-level keys that replace those of the query */
                query_override?: string;
                /** @description Filters and dates that narrow the answer of any endpoint */
                filters_override?: string;
                /** @description Whether a cached or materialized answer may be served; default `blocking` */
                refresh?: "blocking" | "force_blocking" | "cache" | "force" | "direct";
                /** @description SQL endpoints: most rows to return; default those of the query */
                limit?: number;
                /** @description SQL endpoints: rows to skip; needs `limit`; default 0 */
                offset?: number;
                /** @description Version to run; default the current one */
                version?: number;
                /** @description Adds compiled SQL, timings, cache key and engine statistics; default false */
                debug?: boolean;
                /** @description Name of this run for cancelling it and in logs, 1..128 characters; default none */
                client_query_id?: string;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Name of the endpoint: a letter, then up to 127 letters, digits, `-` and `_` */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description Names this state of the object; send it as `If-Match` or `If-None-Match`. */
                    ETag?: string;
                    /** @description Seconds since the answer was computed. */
                    Age?: string;
                    /** @description `private, max-age=<seconds left>`, or `no-store`. */
                    "Cache-Control"?: string;
                    /** @description Where the answer came from (RFC 9211), such as `Sluice; hit; ttl=300`. */
                    "Cache-Status"?: string;
                    /** @description Milliseconds of each stage, such as `load;dur=0.010`. */
                    "Server-Timing"?: string;
                    /** @description What is left of the rate of this key, such as `"runs";r=5999;t=60`. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunAnswer"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.apache.arrow.stream": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            /** @description `If-None-Match` names the answer */
            304: {
                headers: {
                    /** @description Names this state of the object; send it as `If-Match` or `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `combination_not_allowed`, `filters_not_applicable`, `invalid_alias`, `invalid_date`, `invalid_filter`, `invalid_json`, `invalid_value`, `invalid_variable`, `missing_group_by`, `missing_variable`, `nested_aggregate`, `override_not_allowed`, `query_cancelled`, `query_failed`, `query_memory_limit`, `query_timeout`, `query_too_complex`, `query_too_large`, `syntax_error`, `type_mismatch`, `unknown_field`, `unknown_function`, `unknown_member`, `unknown_table`, `unknown_variable`, `unsupported_syntax`, `wrong_arity` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed`, `token_expired` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied`, `token_fixed_member`, `token_not_applicable` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_acceptable` */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `query_capacity`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    runEndpoint: {
        parameters: {
            query?: {
                /** @description How the answer is written; wins over `Accept`; default json */
                format?: "json" | "csv" | "ndjson" | "arrow" | "parquet";
                /** @description string: 64-bit integers as JSON text; default number */
                int64?: "string" | "number";
                /** @description objects: each row of a JSON answer as an object by column name, SQL only; default arrays */
                rows?: "arrays" | "objects";
                /** @description Version to run; default the current one */
                version?: number;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Name of the endpoint: a letter, then up to 127 letters, digits, `-` and `_` */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "variables": {
                 *         "organization": "org-01"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RunRequest"];
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description Names this state of the object; send it as `If-Match` or `If-None-Match`. */
                    ETag?: string;
                    /** @description Seconds since the answer was computed. */
                    Age?: string;
                    /** @description `private, max-age=<seconds left>`, or `no-store`. */
                    "Cache-Control"?: string;
                    /** @description Where the answer came from (RFC 9211), such as `Sluice; hit; ttl=300`. */
                    "Cache-Status"?: string;
                    /** @description Milliseconds of each stage, such as `load;dur=0.010`. */
                    "Server-Timing"?: string;
                    /** @description What is left of the rate of this key, such as `"runs";r=5999;t=60`. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunAnswer"];
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/vnd.apache.arrow.stream": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            /** @description `combination_not_allowed`, `filters_not_applicable`, `invalid_alias`, `invalid_date`, `invalid_filter`, `invalid_json`, `invalid_value`, `invalid_variable`, `missing_group_by`, `missing_variable`, `nested_aggregate`, `override_not_allowed`, `query_cancelled`, `query_failed`, `query_memory_limit`, `query_timeout`, `query_too_complex`, `query_too_large`, `syntax_error`, `type_mismatch`, `unknown_field`, `unknown_function`, `unknown_member`, `unknown_table`, `unknown_variable`, `unsupported_syntax`, `wrong_arity` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed`, `token_expired` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied`, `token_fixed_member`, `token_not_applicable` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_acceptable` */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `query_capacity`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    runEndpointPreflight: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Name of the endpoint: a letter, then up to 127 letters, digits, `-` and `_` */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description With `Access-Control-Allow-Origin` where it may */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    runBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "calls": [
                 *         {
                 *           "name": "usage-by-day",
                 *           "variables": {
                 *             "organization": "org-01"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RunBatch"];
            };
        };
        responses: {
            /** @description A result for each call */
            200: {
                headers: {
                    /** @description What is left of the rate of this key, such as `"runs";r=5999;t=60`. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunBatchAnswer"];
                    "application/x-ndjson": string;
                };
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    runBatchPreflight: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description With `Access-Control-Allow-Origin` where it may */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    runQuery: {
        parameters: {
            query?: {
                /** @description string: 64-bit integers as JSON text; default number */
                int64?: "string" | "number";
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "query": {
                 *         "kind": "HogQLQuery",
                 *         "query": "select event, count() from events group by event"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["QueryRequest"];
            };
        };
        responses: {
            /** @description The result */
            200: {
                headers: {
                    /** @description What is left of the rate of this key, such as `"runs";r=5999;t=60`. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueryAnswer"];
                };
            };
            /** @description `combination_not_allowed`, `filters_not_applicable`, `invalid_alias`, `invalid_date`, `invalid_filter`, `invalid_json`, `invalid_value`, `invalid_variable`, `missing_group_by`, `missing_variable`, `nested_aggregate`, `override_not_allowed`, `query_cancelled`, `query_failed`, `query_memory_limit`, `query_timeout`, `query_too_complex`, `query_too_large`, `syntax_error`, `type_mismatch`, `unknown_field`, `unknown_function`, `unknown_member`, `unknown_table`, `unknown_variable`, `unsupported_syntax`, `wrong_arity` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `query_capacity`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getQueryProgress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description The `client_query_id` that the run was given */
                client_query_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it has read so far */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueryProgress"];
                };
            };
            /** @description `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    cancelQuery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description The `client_query_id` that the run was given */
                client_query_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cancelled */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEndpoints: {
        parameters: {
            query?: {
                /** @description Most items of a page, 1..1000; default 100 */
                limit?: number;
                /** @description Items to leave out; default 0 */
                offset?: number;
                /** @description Only active, or only inactive endpoints */
                is_active?: boolean;
                /** @description Id or label of the key that made them */
                created_by?: string;
                /** @description true: only deleted endpoints, which can be restored; `updated_at` is when they were deleted */
                is_deleted?: boolean;
                /** @description Order, with `-` the largest first; default `-created_at` */
                order_by?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name";
                /** @description Only endpoints with this tag, exactly */
                tag?: string;
                /** @description Text in name or description; letters of ASCII in any case */
                search?: string;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, newest first unless `order_by` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointList"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "events-by-day",
                 *       "query": {
                 *         "kind": "HogQLQuery",
                 *         "query": "select toDate(timestamp) as day, count() as events from events group by day order by day limit 7"
                 *       },
                 *       "description": "Events of each day"
                 *     }
                 */
                "application/json": components["schemas"]["EndpointCreate"];
            };
        };
        responses: {
            /** @description The new endpoint */
            201: {
                headers: {
                    /** @description Names this state of the object; send it as `If-Match` or `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedEndpoint"];
                };
            };
            /** @description `combination_not_allowed`, `filters_not_applicable`, `invalid_alias`, `invalid_date`, `invalid_filter`, `invalid_json`, `invalid_value`, `invalid_variable`, `missing_group_by`, `name_taken`, `nested_aggregate`, `not_materializable`, `query_too_complex`, `query_too_large`, `syntax_error`, `type_mismatch`, `unknown_field`, `unknown_function`, `unknown_member`, `unknown_table`, `unknown_variable`, `unsupported_syntax`, `wrong_arity` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    validateQuery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "query": {
                 *         "kind": "HogQLQuery",
                 *         "query": "select toDate(timestamp) as day, count() as events from events group by day order by day limit 7"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["EndpointValidate"];
            };
        };
        responses: {
            /** @description Errors, or what the query takes and gives */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointValidation"];
                };
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    formatQuery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "query": "select count() from events"
                 *     }
                 */
                "application/json": components["schemas"]["QueryToFormat"];
            };
        };
        responses: {
            /** @description The text, laid out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormattedQuery"];
                };
            };
            /** @description `invalid_alias`, `invalid_json`, `invalid_value`, `query_too_complex`, `syntax_error`, `unknown_member`, `unsupported_syntax` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `query_capacity`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getProjectOpenApi: {
        parameters: {
            query?: {
                /** @description Only endpoints with this tag, exactly */
                tag?: string;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI 3.1 document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenApiDocument"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getEndpoint: {
        parameters: {
            query?: {
                /** @description Version to show; default the current one */
                version?: number;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Name of the endpoint: a letter, then up to 127 letters, digits, `-` and `_` */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint */
            200: {
                headers: {
                    /** @description Names this state of the object; send it as `If-Match` or `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownEndpoint"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    putEndpoint: {
        parameters: {
            query?: {
                /** @description false: refuse a change that takes output columns, variables or values of theirs from callers, changes their types, or answers another kind of results */
                allow_breaking?: boolean;
            };
            header?: {
                /** @description ETag of the state that the change is meant for; another one is refused with 412. Default any. */
                "If-Match"?: string;
            };
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Name of the endpoint: a letter, then up to 127 letters, digits, `-` and `_` */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "description": "Events of each day"
                 *     }
                 */
                "application/json": components["schemas"]["EndpointChange"];
            };
        };
        responses: {
            /** @description The endpoint */
            200: {
                headers: {
                    /** @description Names this state of the object; send it as `If-Match` or `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedEndpoint"];
                };
            };
            /** @description `breaking_change`, `combination_not_allowed`, `filters_not_applicable`, `invalid_alias`, `invalid_date`, `invalid_filter`, `invalid_json`, `invalid_value`, `invalid_variable`, `missing_group_by`, `name_taken`, `nested_aggregate`, `not_materializable`, `query_too_complex`, `query_too_large`, `syntax_error`, `type_mismatch`, `unknown_field`, `unknown_function`, `unknown_member`, `unknown_table`, `unknown_variable`, `unsupported_syntax`, `wrong_arity` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state that the change is meant for; another one is refused with 412. Default any. */
                "If-Match"?: string;
            };
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Name of the endpoint: a letter, then up to 127 letters, digits, `-` and `_` */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeEndpoint: {
        parameters: {
            query?: {
                /** @description false: refuse a change that takes output columns, variables or values of theirs from callers, changes their types, or answers another kind of results */
                allow_breaking?: boolean;
            };
            header?: {
                /** @description ETag of the state that the change is meant for; another one is refused with 412. Default any. */
                "If-Match"?: string;
            };
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Name of the endpoint: a letter, then up to 127 letters, digits, `-` and `_` */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "description": "Events of each day"
                 *     }
                 */
                "application/json": components["schemas"]["EndpointChange"];
            };
        };
        responses: {
            /** @description The endpoint */
            200: {
                headers: {
                    /** @description Names this state of the object; send it as `If-Match` or `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedEndpoint"];
                };
            };
            /** @description `breaking_change`, `combination_not_allowed`, `filters_not_applicable`, `invalid_alias`, `invalid_date`, `invalid_filter`, `invalid_json`, `invalid_value`, `invalid_variable`, `missing_group_by`, `name_taken`, `nested_aggregate`, `not_materializable`, `query_too_complex`, `query_too_large`, `syntax_error`, `type_mismatch`, `unknown_field`, `unknown_function`, `unknown_member`, `unknown_table`, `unknown_variable`, `unsupported_syntax`, `wrong_arity` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getEndpointOpenApi: {
        parameters: {
            query?: {
                /** @description Version to show; default the current one */
                version?: number;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Name of the endpoint: a letter, then up to 127 letters, digits, `-` and `_` */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI 3.1 document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenApiDocument"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    restoreEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Name of the endpoint: a letter, then up to 127 letters, digits, `-` and `_` */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The restored endpoint */
            200: {
                headers: {
                    /** @description Names this state of the object; send it as `If-Match` or `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Endpoint"];
                };
            };
            /** @description `name_taken`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    renameEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state that the change is meant for; another one is refused with 412. Default any. */
                "If-Match"?: string;
            };
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Name of the endpoint: a letter, then up to 127 letters, digits, `-` and `_` */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "events-per-day"
                 *     }
                 */
                "application/json": components["schemas"]["EndpointRename"];
            };
        };
        responses: {
            /** @description The renamed endpoint */
            200: {
                headers: {
                    /** @description Names this state of the object; send it as `If-Match` or `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedEndpoint"];
                };
            };
            /** @description `invalid_json`, `invalid_value`, `name_taken`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEndpointVersions: {
        parameters: {
            query?: {
                /** @description Most items of a page, 1..1000; default 100 */
                limit?: number;
                /** @description Items to leave out; default 0 */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Name of the endpoint: a letter, then up to 127 letters, digits, `-` and `_` */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointVersionList"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rollBackEndpoint: {
        parameters: {
            query?: {
                /** @description false: refuse a change that takes output columns, variables or values of theirs from callers, changes their types, or answers another kind of results */
                allow_breaking?: boolean;
            };
            header?: {
                /** @description ETag of the state that the change is meant for; another one is refused with 412. Default any. */
                "If-Match"?: string;
            };
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Name of the endpoint: a letter, then up to 127 letters, digits, `-` and `_` */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 1
                 *     }
                 */
                "application/json": components["schemas"]["EndpointRollback"];
            };
        };
        responses: {
            /** @description The endpoint at its new version */
            200: {
                headers: {
                    /** @description Names this state of the object; send it as `If-Match` or `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedEndpoint"];
                };
            };
            /** @description `breaking_change`, `combination_not_allowed`, `filters_not_applicable`, `invalid_alias`, `invalid_date`, `invalid_filter`, `invalid_json`, `invalid_value`, `invalid_variable`, `missing_group_by`, `nested_aggregate`, `not_materializable`, `query_too_complex`, `query_too_large`, `syntax_error`, `type_mismatch`, `unknown_field`, `unknown_function`, `unknown_member`, `unknown_table`, `unknown_variable`, `unsupported_syntax`, `wrong_arity` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMaterializationStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Name of the endpoint: a letter, then up to 127 letters, digits, `-` and `_` */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaterializationStatus"];
                };
            };
            /** @description `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    materializeEndpoint: {
        parameters: {
            query?: {
                /** @description true: answer when the build has ended; default false */
                wait?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Name of the endpoint: a letter, then up to 127 letters, digits, `-` and `_` */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The build, queued; ended with `wait=true` */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Build"];
                };
            };
            /** @description `invalid_value`, `not_materializable`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listMaterializations: {
        parameters: {
            query?: {
                /** @description Most items of a page, 1..1000; default 100 */
                limit?: number;
                /** @description Items to leave out; default 0 */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Name of the endpoint: a letter, then up to 127 letters, digits, `-` and `_` */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuildList"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEndpointLogs: {
        parameters: {
            query?: {
                /** @description Only runs that began after this ISO instant */
                after?: string;
                /** @description Only runs that began before this ISO instant */
                before?: string;
                /** @description error: only runs that were refused or failed */
                level?: "info" | "error";
                /** @description Most entries, 1..500; default 50 */
                limit?: number;
                /** @description Text in any member of an entry; letters of ASCII in any case */
                search?: string;
                /** @description Only runs of this version */
                version?: number;
                /** @description Only runs that were answered with this HTTP status */
                status?: number;
                /** @description Only runs that were refused with this code */
                error_code?: string;
                /** @description Only runs whose result came from there */
                served_from?: "cache" | "materialized" | "direct";
                /** @description Only runs that this key called */
                key_id?: string;
                /** @description Only runs by tokens of this signing key */
                signing_key_id?: string;
                /** @description Only runs by tokens with this `sub` */
                subject?: string;
                /** @description Only runs that took as many milliseconds or more */
                min_duration_ms?: number;
                /** @description `next_cursor` of the answer before: what is older than it */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Name of the endpoint: a letter, then up to 127 letters, digits, `-` and `_` */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Runs, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunLog"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listRuns: {
        parameters: {
            query?: {
                /** @description Only runs that began after this ISO instant */
                after?: string;
                /** @description Only runs that began before this ISO instant */
                before?: string;
                /** @description error: only runs that were refused or failed */
                level?: "info" | "error";
                /** @description Most entries, 1..500; default 50 */
                limit?: number;
                /** @description Text in any member of an entry; letters of ASCII in any case */
                search?: string;
                /** @description Only runs of this version */
                version?: number;
                /** @description Only runs that were answered with this HTTP status */
                status?: number;
                /** @description Only runs that were refused with this code */
                error_code?: string;
                /** @description Only runs whose result came from there */
                served_from?: "cache" | "materialized" | "direct";
                /** @description Only runs that this key called */
                key_id?: string;
                /** @description Only runs by tokens of this signing key */
                signing_key_id?: string;
                /** @description Only runs by tokens with this `sub` */
                subject?: string;
                /** @description Only runs that took as many milliseconds or more */
                min_duration_ms?: number;
                /** @description `next_cursor` of the answer before: what is older than it */
                cursor?: string;
                /** @description Only runs of the endpoint of this name */
                endpoint?: string;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Runs, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectRuns"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getEndpointUsage: {
        parameters: {
            query?: {
                /** @description Start of the range, ISO 8601; default: 24 hours before its end */
                after?: string;
                /** @description End of the range, ISO 8601; default: now */
                before?: string;
                /** @description Also lists the sums by this step, days in UTC; the range is widened to whole steps, at most 1,000. `minute`: of the last 3 days */
                interval?: "minute" | "hour" | "day";
                /** @description `key`: also lists the sums by the key that called, in whole hours, in `results`; at most 10,000 entries. `version`: by the version that ran, in `groups`. `error_code`: what was refused or failed, in `errors_by_code` */
                by?: "key" | "version" | "error_code";
                /** @description With `by=key`: only the sums of runs by tokens of this signing key */
                signing_key_id?: string;
                /** @description With `by=key`: only the sums of runs by tokens with this `sub` */
                subject?: string;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Name of the endpoint: a letter, then up to 127 letters, digits, `-` and `_` */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sums and percentiles of the range */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getProjectUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "interval": "hour"
                 *     }
                 */
                "application/json": components["schemas"]["ProjectUsageRequest"];
            };
        };
        responses: {
            /** @description Sums of each endpoint and of all */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectUsage"];
                };
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCausedUsage: {
        parameters: {
            query?: {
                /** @description By what runs are summed: the endpoint, the key that called, or the user of tokens */
                by?: "endpoint" | "key" | "subject";
                /** @description Start of the range, ISO 8601; default: 24 hours before its end */
                after?: string;
                /** @description End of the range, ISO 8601; default: now */
                before?: string;
                /** @description Most entries, 1..1000; default 100 */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sums of each of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CausedUsage"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getLastExecutionTimes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "names": [
                 *         "usage-by-day"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Names of endpoints, at most 1,000
                     * @example [
                     *       "usage-by-day"
                     *     ]
                     */
                    names: string[];
                };
            };
        };
        responses: {
            /** @description A time for each name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LastExecutionTimes"];
                };
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listActions: {
        parameters: {
            query?: {
                /** @description Most items of a page, 1..1000; default 100 */
                limit?: number;
                /** @description Items to leave out; default 0 */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionList"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Looked at prices",
                 *       "steps": [
                 *         {
                 *           "event": "$pageview",
                 *           "url": "/pricing"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ActionCreate"];
            };
        };
        responses: {
            /** @description The new action */
            201: {
                headers: {
                    /** @description Names this state of the object; send it as `If-Match` or `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Action"];
                };
            };
            /** @description `combination_not_allowed`, `invalid_alias`, `invalid_date`, `invalid_filter`, `invalid_json`, `invalid_value`, `invalid_variable`, `missing_group_by`, `name_taken`, `nested_aggregate`, `query_too_complex`, `query_too_large`, `syntax_error`, `type_mismatch`, `unknown_field`, `unknown_function`, `unknown_member`, `unknown_table`, `unknown_variable`, `unsupported_syntax`, `wrong_arity` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Number of the action */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The action */
            200: {
                headers: {
                    /** @description Names this state of the object; send it as `If-Match` or `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Action"];
                };
            };
            /** @description `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteAction: {
        parameters: {
            query?: {
                /** @description true: delete it although live endpoints use it; their runs answer 400 from then on */
                force?: boolean;
            };
            header?: {
                /** @description ETag of the state that the change is meant for; another one is refused with 412. Default any. */
                "If-Match"?: string;
            };
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Number of the action */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `action_in_use`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeAction: {
        parameters: {
            query?: {
                /** @description false: refuse a change after which an endpoint loses columns, changes their types, or is refused */
                allow_breaking?: boolean;
            };
            header?: {
                /** @description ETag of the state that the change is meant for; another one is refused with 412. Default any. */
                "If-Match"?: string;
            };
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Number of the action */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "description": "Saw the page of prices"
                 *     }
                 */
                "application/json": components["schemas"]["ActionChange"];
            };
        };
        responses: {
            /** @description The action */
            200: {
                headers: {
                    /** @description Names this state of the object; send it as `If-Match` or `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedAction"];
                };
            };
            /** @description `breaking_change`, `combination_not_allowed`, `invalid_alias`, `invalid_date`, `invalid_filter`, `invalid_json`, `invalid_value`, `invalid_variable`, `missing_group_by`, `name_taken`, `nested_aggregate`, `query_too_complex`, `query_too_large`, `syntax_error`, `type_mismatch`, `unknown_field`, `unknown_function`, `unknown_member`, `unknown_table`, `unknown_variable`, `unsupported_syntax`, `wrong_arity` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listCohorts: {
        parameters: {
            query?: {
                /** @description Most items of a page, 1..1000; default 100 */
                limit?: number;
                /** @description Items to leave out; default 0 */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CohortList"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createCohort: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Recent buyers",
                 *       "filters": {
                 *         "properties": {
                 *           "type": "AND",
                 *           "values": [
                 *             {
                 *               "type": "behavioral",
                 *               "key": "purchase",
                 *               "value": "performed_event",
                 *               "time_value": 30,
                 *               "time_interval": "day"
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CohortCreate"];
            };
        };
        responses: {
            /** @description The new cohort */
            201: {
                headers: {
                    /** @description Names this state of the object; send it as `If-Match` or `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cohort"];
                };
            };
            /** @description `combination_not_allowed`, `invalid_alias`, `invalid_date`, `invalid_filter`, `invalid_json`, `invalid_value`, `invalid_variable`, `missing_group_by`, `name_taken`, `nested_aggregate`, `query_too_complex`, `query_too_large`, `syntax_error`, `type_mismatch`, `unknown_field`, `unknown_function`, `unknown_member`, `unknown_table`, `unknown_variable`, `unsupported_syntax`, `wrong_arity` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCohort: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Number of the cohort */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cohort */
            200: {
                headers: {
                    /** @description Names this state of the object; send it as `If-Match` or `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cohort"];
                };
            };
            /** @description `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteCohort: {
        parameters: {
            query?: never;
            header?: {
                /** @description ETag of the state that the change is meant for; another one is refused with 412. Default any. */
                "If-Match"?: string;
            };
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Number of the cohort */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `cohort_in_use`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeCohort: {
        parameters: {
            query?: {
                /** @description false: refuse a change after which an endpoint loses columns, changes their types, or is refused */
                allow_breaking?: boolean;
            };
            header?: {
                /** @description ETag of the state that the change is meant for; another one is refused with 412. Default any. */
                "If-Match"?: string;
            };
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Number of the cohort */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "description": "Bought this month"
                 *     }
                 */
                "application/json": components["schemas"]["CohortChange"];
            };
        };
        responses: {
            /** @description The cohort */
            200: {
                headers: {
                    /** @description Names this state of the object; send it as `If-Match` or `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedCohort"];
                };
            };
            /** @description `breaking_change`, `combination_not_allowed`, `invalid_alias`, `invalid_date`, `invalid_filter`, `invalid_json`, `invalid_value`, `invalid_variable`, `missing_group_by`, `name_taken`, `nested_aggregate`, `query_too_complex`, `query_too_large`, `syntax_error`, `type_mismatch`, `unknown_field`, `unknown_function`, `unknown_member`, `unknown_table`, `unknown_variable`, `unsupported_syntax`, `wrong_arity` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `precondition_failed` */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    addCohortMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Number of the cohort */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "distinct_ids": [
                 *         "user-1",
                 *         "user-2"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CohortMembers"];
                "text/csv": string;
            };
        };
        responses: {
            /** @description What became of the distinct ids */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedMembers"];
                };
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description Most items of a page, 1..1000; default 100 */
                limit?: number;
                /** @description Items to leave out; default 0 */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, by id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectList"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Web shop"
                 *     }
                 */
                "application/json": components["schemas"]["ProjectCreate"];
            };
        };
        responses: {
            /** @description The new project, with its capture token */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            /** @description `combination_not_allowed`, `invalid_alias`, `invalid_date`, `invalid_filter`, `invalid_json`, `invalid_value`, `invalid_variable`, `missing_group_by`, `nested_aggregate`, `query_too_complex`, `query_too_large`, `syntax_error`, `type_mismatch`, `unknown_field`, `unknown_function`, `unknown_member`, `unknown_table`, `unknown_variable`, `unsupported_syntax`, `wrong_arity` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            /** @description `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeProject: {
        parameters: {
            query?: {
                /** @description false: refuse a change after which an endpoint loses columns, changes their types, or is refused */
                allow_breaking?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "timezone": "Europe/Berlin"
                 *     }
                 */
                "application/json": components["schemas"]["ProjectChange"];
            };
        };
        responses: {
            /** @description The project */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedProject"];
                };
            };
            /** @description `breaking_change`, `combination_not_allowed`, `invalid_alias`, `invalid_date`, `invalid_filter`, `invalid_json`, `invalid_value`, `invalid_variable`, `missing_group_by`, `nested_aggregate`, `query_too_complex`, `query_too_large`, `syntax_error`, `type_mismatch`, `unknown_field`, `unknown_function`, `unknown_member`, `unknown_table`, `unknown_variable`, `unsupported_syntax`, `wrong_arity` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listActivity: {
        parameters: {
            query?: {
                /** @description Most items of a page, 1..1000; default 100 */
                limit?: number;
                /** @description Items to leave out; default 0 */
                offset?: number;
                /** @description Kind of the thing that was changed; a new version is a change of `query` and `version` of its endpoint */
                subject?: "endpoint" | "action" | "cohort" | "project" | "capture_token" | "key" | "signing_key" | "property_type" | "data";
                /** @description Id or name of the thing, such as `daily_users` */
                subject_is?: string;
                /** @description Id or label of the key that did it, with ` (console)` behind the label for sessions */
                actor?: string;
                /** @description Only changes after this ISO instant */
                after?: string;
                /** @description Only changes before this ISO instant */
                before?: string;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityList"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rollCaptureToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project with its new token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            /** @description `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEventDefinitions: {
        parameters: {
            query?: {
                /** @description Most items of a page, 1..1000; default 100 */
                limit?: number;
                /** @description Items to leave out; default 0 */
                offset?: number;
                /** @description Text in the name; letters of ASCII in any case */
                search?: string;
                /** @description Order of the list; `-` before the name: largest first; equal ones by name. Default name */
                order_by?: "name" | "-name" | "volume" | "-volume" | "last_seen_at" | "-last_seen_at";
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, in the order asked for */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventDefinitionList"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPropertyDefinitions: {
        parameters: {
            query?: {
                /** @description Most items of a page, 1..1000; default 100 */
                limit?: number;
                /** @description Items to leave out; default 0 */
                offset?: number;
                /** @description Text in the name; letters of ASCII in any case */
                search?: string;
                /** @description Order of the list; `-` before the name: largest first; equal ones by name. Default name */
                order_by?: "name" | "-name" | "volume" | "-volume" | "last_seen_at" | "-last_seen_at";
                /** @description Only properties of these */
                type?: "event" | "person" | "group";
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, in the order asked for */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeenPropertyList"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changePropertyDefinition: {
        parameters: {
            query?: {
                /** @description false: refuse a change after which an endpoint loses columns, changes their types, or is refused */
                allow_breaking?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Whose property it is */
                type: "event" | "person" | "group";
                /** @description Name of the property */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "property_type": "Numeric"
                 *     }
                 */
                "application/json": components["schemas"]["PropertyDefinitionChange"];
            };
        };
        responses: {
            /** @description The property */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedPropertyDefinition"];
                };
            };
            /** @description `breaking_change`, `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listIngestionWarnings: {
        parameters: {
            query?: {
                /** @description Most items of a page, 1..1000; default 100 */
                limit?: number;
                /** @description Items to leave out; default 0 */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IngestionWarningList"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listRecentEvents: {
        parameters: {
            query?: {
                /** @description `next` of the answer before: only events behind it; default all that are kept */
                after?: string;
                /** @description Only events of this name, exactly */
                event?: string;
                /** @description Only events with this distinct id, exactly */
                distinct_id?: string;
                /** @description Seconds to wait for an event when there is none, 0..25; default 0 */
                wait?: number;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecentEvents"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getDialect: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dialect */
            200: {
                headers: {
                    /** @description Names this state of the object; send it as `If-Match` or `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dialect"];
                };
            };
            /** @description `If-None-Match` names the answer */
            304: {
                headers: {
                    /** @description Names this state of the object; send it as `If-Match` or `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description Most items of a page, 1..1000; default 100 */
                limit?: number;
                /** @description Items to leave out; default 0 */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "dashboard",
                 *       "scopes": [
                 *         "endpoint:read"
                 *       ],
                 *       "projects": [
                 *         1
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["KeyCreate"];
            };
        };
        responses: {
            /** @description The new key with its secret */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyWithSecret"];
                };
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCurrentKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key, without its secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentKey"];
                };
            };
            /** @description `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rollKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the key */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "overlap_seconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["KeyRoll"];
            };
        };
        responses: {
            /** @description The key with its new secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyWithSecret"];
                };
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the key */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the key */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "dashboard of sales"
                 *     }
                 */
                "application/json": components["schemas"]["KeyChange"];
            };
        };
        responses: {
            /** @description The changed key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSigningKeys: {
        parameters: {
            query?: {
                /** @description Most items of a page, 1..1000; default 100 */
                limit?: number;
                /** @description Items to leave out; default 0 */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningKeyList"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createSigningKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "shop server",
                 *       "generate": true
                 *     }
                 */
                "application/json": components["schemas"]["SigningKeyCreate"];
            };
        };
        responses: {
            /** @description The new key */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewSigningKey"];
                };
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteSigningKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Id of the signing key */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeSigningKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Id of the signing key */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "is_active": false
                 *     }
                 */
                "application/json": components["schemas"]["SigningKeyChange"];
            };
        };
        responses: {
            /** @description The changed key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningKey"];
                };
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listTokenRevocations: {
        parameters: {
            query?: {
                /** @description Most items of a page, 1..1000; default 100 */
                limit?: number;
                /** @description Items to leave out; default 0 */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Id of the signing key */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenRevocationList"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeTokens: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Id of the signing key */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sub": "user-7"
                 *     }
                 */
                "application/json": components["schemas"]["TokenRevocationCreate"];
            };
        };
        responses: {
            /** @description The revocation */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenRevocation"];
                };
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteTokenRevocation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Id of the signing key */
                id: string;
                /** @description Id of the revocation */
                revocation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Taken back */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createConsoleSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "code": "q3JkqP0x8b6nR2w1mT7uY5vZ4cA9sD0eF1gH2iJ3kL4"
                 *     }
                 */
                "application/json": components["schemas"]["ConsoleSessionCreate"];
            };
        };
        responses: {
            /** @description The session with its token */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    endConsoleSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createConsoleSessionCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleCode"];
                };
            };
            /** @description `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPersons: {
        parameters: {
            query?: {
                /** @description Most items of a page, 1..1000; default 100 */
                limit?: number;
                /** @description Items to leave out; default 0 */
                offset?: number;
                /** @description Only the person with this distinct id, exactly */
                distinct_id?: string;
                /** @description Text in `email` or `name`, in any case; or a distinct id, exactly */
                search?: string;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonList"];
                };
            };
            /** @description `invalid_value`, `query_cancelled`, `query_failed`, `query_memory_limit`, `query_timeout`, `query_too_large`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `query_capacity`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Id of the person, an id that was merged into it, or a distinct id of it */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownPerson"];
                };
            };
            /** @description `query_cancelled`, `query_failed`, `query_memory_limit`, `query_timeout`, `query_too_large`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `query_capacity`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deletePerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Id of the person, an id that was merged into it, or a distinct id of it */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEventDeletions: {
        parameters: {
            query?: {
                /** @description Most items of a page, 1..1000; default 100 */
                limit?: number;
                /** @description Items to leave out; default 0 */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventDeletionList"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "before": "2020-01-01T00:00:00Z",
                 *       "dry_run": true
                 *     }
                 */
                "application/json": components["schemas"]["EventDeletionRequest"];
            };
        };
        responses: {
            /** @description What a deletion would remove, for `dry_run`; or the deletion, which has ended, for `wait` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundEvents"] | components["schemas"]["EventDeletion"];
                };
            };
            /** @description The deletion will be done */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventDeletion"];
                };
            };
            /** @description `combination_not_allowed`, `invalid_alias`, `invalid_date`, `invalid_filter`, `invalid_json`, `invalid_value`, `invalid_variable`, `missing_group_by`, `nested_aggregate`, `query_cancelled`, `query_failed`, `query_memory_limit`, `query_timeout`, `query_too_complex`, `query_too_large`, `syntax_error`, `type_mismatch`, `unknown_field`, `unknown_function`, `unknown_member`, `unknown_table`, `unknown_variable`, `unsupported_syntax`, `wrong_arity` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `query_capacity`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getEventDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Id of the deletion */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deletion */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventDeletion"];
                };
            };
            /** @description `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description Most items of a page, 1..1000; default 100 */
                limit?: number;
                /** @description Items to leave out; default 0 */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportList"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createImport: {
        parameters: {
            query?: {
                /** @description Form of the file; default `posthog` */
                format?: "posthog" | "jsonl" | "csv" | "parquet" | "mixpanel" | "amplitude" | "segment" | "ga4";
                /** @description What the columns of a `jsonl`, `csv` or `parquet` file mean, as JSON text; default those of `posthog` */
                mapping?: string;
                /** @description What stands between the columns of a `csv` file; default: found in its first lines */
                csv_delimiter?: "comma" | "semicolon" | "tab" | "pipe";
                /** @description Encoding of a text file; default: found by its first bytes, and refused when they do not tell it */
                encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
                /** @description Name to know it by */
                file_name?: string;
                /** @description `skip` leaves out rows that are not events, `fail` then writes nothing at all; default `skip` */
                on_error?: "skip" | "fail";
                /** @description true: read the file and count, write nothing; default false */
                dry_run?: boolean;
                /** @description true: answer when the import has ended; default false */
                wait?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description The import has ended; for `wait=true` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            /** @description The import waits for its turn */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            /** @description `combination_not_allowed`, `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_timeout` */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `capture_capacity`, `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createDemo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import of its events */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            /** @description `project_not_empty`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `capture_capacity`, `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Id of the import */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            /** @description `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    undoImport: {
        parameters: {
            query?: {
                /** @description true: only say how many events would go and which times they have; default false */
                dry_run?: boolean;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Id of the import */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What would go; for `dry_run=true` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundEvents"];
                };
            };
            /** @description The import stops, or its events will be deleted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportUndo"];
                };
            };
            /** @description `invalid_value`, `not_undoable`, `query_cancelled`, `query_failed`, `query_memory_limit`, `query_timeout`, `query_too_large`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `query_capacity`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getRejectedRows: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
                /** @description Id of the import */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows; none = empty */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            /** @description `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportEvents: {
        parameters: {
            query?: {
                /** @description JSON lines or Parquet; default `ndjson` */
                format?: "ndjson" | "parquet";
                /** @description From this time on; default from the first event, ISO 8601 with offset or `Z`, to the millisecond */
                after?: string;
                /** @description Before this time; default to the last event, ISO 8601 with offset or `Z`, to the millisecond */
                before?: string;
                /** @description Only events of this name; default all */
                event?: string;
            };
            header?: never;
            path: {
                /** @description Number of the project, or `@current` for the one project of the key */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            /** @description `invalid_value`, `query_cancelled`, `query_memory_limit`, `query_timeout`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `query_capacity`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    captureBatchByGet: {
        parameters: {
            query?: {
                /** @description true: answer when the events are visible to queries; default false */
                wait?: boolean;
                /** @description 1: answer 204 without body */
                beacon?: "1";
                /** @description Coding of the body: `gzip`, `gzip-js`, `lz64` or `base64`; all but `lz64` are found out */
                compression?: string;
                /** @description The envelope itself, for calls without body */
                data?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events are durable */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureAnswer"];
                };
            };
            /** @description The events are durable; for `beacon=1` */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `capture_capacity`, `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    captureBatch: {
        parameters: {
            query?: {
                /** @description true: answer when the events are visible to queries; default false */
                wait?: boolean;
                /** @description 1: answer 204 without body */
                beacon?: "1";
                /** @description Coding of the body: `gzip`, `gzip-js`, `lz64` or `base64`; all but `lz64` are found out */
                compression?: string;
                /** @description The envelope itself, for calls without body */
                data?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "api_key": "slc_...",
                 *       "batch": [
                 *         {
                 *           "event": "note created",
                 *           "distinct_id": "ada",
                 *           "properties": {
                 *             "words": 120
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["EventBatch"] | components["schemas"]["CapturedEvent"] | components["schemas"]["CapturedEvent"][];
            };
        };
        responses: {
            /** @description The events are durable */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureAnswer"];
                };
            };
            /** @description The events are durable; for `beacon=1` */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `capture_capacity`, `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    captureBatchPreflight: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Origin and headers are those that were asked for */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    captureEventByGet: {
        parameters: {
            query?: {
                /** @description true: answer when the events are visible to queries; default false */
                wait?: boolean;
                /** @description 1: answer 204 without body */
                beacon?: "1";
                /** @description Coding of the body: `gzip`, `gzip-js`, `lz64` or `base64`; all but `lz64` are found out */
                compression?: string;
                /** @description The envelope itself, for calls without body */
                data?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events are durable */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureAnswer"];
                };
            };
            /** @description The events are durable; for `beacon=1` */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `capture_capacity`, `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    captureEvent: {
        parameters: {
            query?: {
                /** @description true: answer when the events are visible to queries; default false */
                wait?: boolean;
                /** @description 1: answer 204 without body */
                beacon?: "1";
                /** @description Coding of the body: `gzip`, `gzip-js`, `lz64` or `base64`; all but `lz64` are found out */
                compression?: string;
                /** @description The envelope itself, for calls without body */
                data?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "api_key": "slc_...",
                 *       "batch": [
                 *         {
                 *           "event": "note created",
                 *           "distinct_id": "ada",
                 *           "properties": {
                 *             "words": 120
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["EventBatch"] | components["schemas"]["CapturedEvent"] | components["schemas"]["CapturedEvent"][];
            };
        };
        responses: {
            /** @description The events are durable */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureAnswer"];
                };
            };
            /** @description The events are durable; for `beacon=1` */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `capture_capacity`, `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    captureEventPreflight: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Origin and headers are those that were asked for */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    captureEventShortByGet: {
        parameters: {
            query?: {
                /** @description true: answer when the events are visible to queries; default false */
                wait?: boolean;
                /** @description 1: answer 204 without body */
                beacon?: "1";
                /** @description Coding of the body: `gzip`, `gzip-js`, `lz64` or `base64`; all but `lz64` are found out */
                compression?: string;
                /** @description The envelope itself, for calls without body */
                data?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events are durable */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureAnswer"];
                };
            };
            /** @description The events are durable; for `beacon=1` */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `capture_capacity`, `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    captureEventShort: {
        parameters: {
            query?: {
                /** @description true: answer when the events are visible to queries; default false */
                wait?: boolean;
                /** @description 1: answer 204 without body */
                beacon?: "1";
                /** @description Coding of the body: `gzip`, `gzip-js`, `lz64` or `base64`; all but `lz64` are found out */
                compression?: string;
                /** @description The envelope itself, for calls without body */
                data?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "api_key": "slc_...",
                 *       "batch": [
                 *         {
                 *           "event": "note created",
                 *           "distinct_id": "ada",
                 *           "properties": {
                 *             "words": 120
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["EventBatch"] | components["schemas"]["CapturedEvent"] | components["schemas"]["CapturedEvent"][];
            };
        };
        responses: {
            /** @description The events are durable */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureAnswer"];
                };
            };
            /** @description The events are durable; for `beacon=1` */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `capture_capacity`, `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    captureEventShortPreflight: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Origin and headers are those that were asked for */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    captureEventV0ByGet: {
        parameters: {
            query?: {
                /** @description true: answer when the events are visible to queries; default false */
                wait?: boolean;
                /** @description 1: answer 204 without body */
                beacon?: "1";
                /** @description Coding of the body: `gzip`, `gzip-js`, `lz64` or `base64`; all but `lz64` are found out */
                compression?: string;
                /** @description The envelope itself, for calls without body */
                data?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events are durable */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureAnswer"];
                };
            };
            /** @description The events are durable; for `beacon=1` */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `capture_capacity`, `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    captureEventV0: {
        parameters: {
            query?: {
                /** @description true: answer when the events are visible to queries; default false */
                wait?: boolean;
                /** @description 1: answer 204 without body */
                beacon?: "1";
                /** @description Coding of the body: `gzip`, `gzip-js`, `lz64` or `base64`; all but `lz64` are found out */
                compression?: string;
                /** @description The envelope itself, for calls without body */
                data?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "api_key": "slc_...",
                 *       "batch": [
                 *         {
                 *           "event": "note created",
                 *           "distinct_id": "ada",
                 *           "properties": {
                 *             "words": 120
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["EventBatch"] | components["schemas"]["CapturedEvent"] | components["schemas"]["CapturedEvent"][];
            };
        };
        responses: {
            /** @description The events are durable */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureAnswer"];
                };
            };
            /** @description The events are durable; for `beacon=1` */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `capture_capacity`, `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    captureEventV0Preflight: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Origin and headers are those that were asked for */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    captureTrackByGet: {
        parameters: {
            query?: {
                /** @description true: answer when the events are visible to queries; default false */
                wait?: boolean;
                /** @description 1: answer 204 without body */
                beacon?: "1";
                /** @description Coding of the body: `gzip`, `gzip-js`, `lz64` or `base64`; all but `lz64` are found out */
                compression?: string;
                /** @description The envelope itself, for calls without body */
                data?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events are durable */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureAnswer"];
                };
            };
            /** @description The events are durable; for `beacon=1` */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `capture_capacity`, `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    captureTrack: {
        parameters: {
            query?: {
                /** @description true: answer when the events are visible to queries; default false */
                wait?: boolean;
                /** @description 1: answer 204 without body */
                beacon?: "1";
                /** @description Coding of the body: `gzip`, `gzip-js`, `lz64` or `base64`; all but `lz64` are found out */
                compression?: string;
                /** @description The envelope itself, for calls without body */
                data?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "api_key": "slc_...",
                 *       "batch": [
                 *         {
                 *           "event": "note created",
                 *           "distinct_id": "ada",
                 *           "properties": {
                 *             "words": 120
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["EventBatch"] | components["schemas"]["CapturedEvent"] | components["schemas"]["CapturedEvent"][];
            };
        };
        responses: {
            /** @description The events are durable */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureAnswer"];
                };
            };
            /** @description The events are durable; for `beacon=1` */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `capture_capacity`, `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    captureTrackPreflight: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Origin and headers are those that were asked for */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    capturePersonByGet: {
        parameters: {
            query?: {
                /** @description true: answer when the events are visible to queries; default false */
                wait?: boolean;
                /** @description 1: answer 204 without body */
                beacon?: "1";
                /** @description Coding of the body: `gzip`, `gzip-js`, `lz64` or `base64`; all but `lz64` are found out */
                compression?: string;
                /** @description The envelope itself, for calls without body */
                data?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events are durable */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureAnswer"];
                };
            };
            /** @description The events are durable; for `beacon=1` */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `capture_capacity`, `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    capturePerson: {
        parameters: {
            query?: {
                /** @description true: answer when the events are visible to queries; default false */
                wait?: boolean;
                /** @description 1: answer 204 without body */
                beacon?: "1";
                /** @description Coding of the body: `gzip`, `gzip-js`, `lz64` or `base64`; all but `lz64` are found out */
                compression?: string;
                /** @description The envelope itself, for calls without body */
                data?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "api_key": "slc_...",
                 *       "batch": [
                 *         {
                 *           "event": "note created",
                 *           "distinct_id": "ada",
                 *           "properties": {
                 *             "words": 120
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["EventBatch"] | components["schemas"]["CapturedEvent"] | components["schemas"]["CapturedEvent"][];
            };
        };
        responses: {
            /** @description The events are durable */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureAnswer"];
                };
            };
            /** @description The events are durable; for `beacon=1` */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `capture_capacity`, `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    capturePersonPreflight: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Origin and headers are those that were asked for */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    captureAnalytics: {
        parameters: {
            query?: {
                /** @description true: answer when the events are visible to queries; default false */
                wait?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "created_at": "2026-01-05T09:00:00Z",
                 *       "batch": [
                 *         {
                 *           "event": "note created",
                 *           "uuid": "0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f",
                 *           "distinct_id": "ada",
                 *           "timestamp": "2026-01-05T09:00:00Z",
                 *           "options": {},
                 *           "properties": {
                 *             "words": 120
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["EventBatchVersionOne"];
            };
        };
        responses: {
            /** @description What became of each event */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureResults"];
                };
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureRefusal"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureRefusal"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureRefusal"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureRefusal"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureRefusal"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureRefusal"];
                };
            };
            /** @description `capture_capacity`, `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureRefusal"];
                };
            };
        };
    };
    captureAnalyticsPreflight: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Origin and headers are those that were asked for */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    captureGeneral: {
        parameters: {
            query?: {
                /** @description true: answer when the events are visible to queries; default false */
                wait?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "created_at": "2026-01-05T09:00:00Z",
                 *       "batch": [
                 *         {
                 *           "event": "note created",
                 *           "uuid": "0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f",
                 *           "distinct_id": "ada",
                 *           "timestamp": "2026-01-05T09:00:00Z",
                 *           "options": {},
                 *           "properties": {
                 *             "words": 120
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["EventBatchVersionOne"];
            };
        };
        responses: {
            /** @description What became of each event */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureResults"];
                };
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureRefusal"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureRefusal"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureRefusal"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureRefusal"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureRefusal"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureRefusal"];
                };
            };
            /** @description `capture_capacity`, `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureRefusal"];
                };
            };
        };
    };
    captureGeneralPreflight: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Origin and headers are those that were asked for */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    stubFlagsByGet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No flags */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlagsAnswer"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    stubFlags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No flags */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlagsAnswer"];
                };
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    stubFlagsPreflight: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Origin and headers are those that were asked for */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    stubDecideByGet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No flags */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlagsAnswer"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    stubDecide: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No flags */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlagsAnswer"];
                };
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    stubDecidePreflight: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Origin and headers are those that were asked for */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    stubFlagDefinitionsByGet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No definitions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlagDefinitions"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    stubFlagDefinitions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description No definitions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlagDefinitions"];
                };
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    stubFlagDefinitionsPreflight: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Origin and headers are those that were asked for */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    stubConfigByGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Capture token of the project */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Everything else is off */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoteConfig"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    stubConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Capture token of the project */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Everything else is off */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoteConfig"];
                };
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    stubConfigPreflight: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Capture token of the project */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Origin and headers are those that were asked for */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    stubConfigScriptByGet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Capture token of the project */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Everything else is off */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/javascript; charset=utf-8": string;
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    stubConfigScript: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Capture token of the project */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Everything else is off */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/javascript; charset=utf-8": string;
                };
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    stubConfigScriptPreflight: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Capture token of the project */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Origin and headers are those that were asked for */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    stubRecordingByGet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nothing was kept */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureAnswer"];
                };
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    stubRecording: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Nothing was kept */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureAnswer"];
                };
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    stubRecordingPreflight: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Origin and headers are those that were asked for */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getArrayScript: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The script */
            200: {
                headers: {
                    /** @description Names this state of the object; send it as `If-Match` or `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript; charset=utf-8": string;
                };
            };
            /** @description `If-None-Match` names the script */
            304: {
                headers: {
                    /** @description Names this state of the object; send it as `If-Match` or `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    getArrayScriptPreflight: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Origin and headers are those that were asked for */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getRoot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service and its places */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Root"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It does */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `live`
                         * @constant
                         */
                        status: "live";
                    };
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `ready`
                         * @constant
                         */
                        status: "ready";
                    };
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI 3.1 document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenApiDocument"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getDocs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getErrorDocs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getService: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Service"];
                };
            };
            /** @description `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    beginBackupMoment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The moment */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupMoment"];
                };
            };
            /** @description `backup_unavailable`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    keepBackupMoment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the moment */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is kept */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found` */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    endBackupMoment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the moment */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is not held any more */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `authentication_failed` */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `permission_denied` */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `throttled` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable`, `store_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setTestClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "now": "2026-01-05T09:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["TestClock"];
            };
        };
        responses: {
            /** @description The time of the process */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description ISO 8601, UTC
                         * @example 2026-01-05T09:00:00.000Z
                         */
                        now: string;
                    };
                };
            };
            /** @description `invalid_json`, `invalid_value`, `unknown_member` */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large` */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type` */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error` */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `engine_unavailable` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
