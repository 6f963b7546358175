import type { BuildTable, MaterializationTable, SnapshotTable } from './tables/build-tables.ts';
import type { CohortTable } from './tables/cohort-tables.ts';
import type { ConsoleCodeTable, ConsoleSessionTable } from './tables/console-tables.ts';
import type {
  EventDefinitionTable,
  PropertyCountTable,
  PropertyDefinitionTable,
  PropertyReadTable,
} from './tables/definition-tables.ts';
import type { EventDeletionTable, TombstoneTable } from './tables/deletion-tables.ts';
import type {
  ActionTable,
  EndpointErrorTable,
  EndpointJudgementTable,
  EndpointKeyUsageTable,
  EndpointTable,
  EndpointTagTable,
  EndpointUsageTable,
  EndpointUseTable,
  EndpointVersionTable,
  RunLogTable,
} from './tables/endpoint-tables.ts';
import type { DeletionTable, ImportTable } from './tables/import-tables.ts';
import type { LookupAskTable, LookupTable } from './tables/lookup-tables.ts';
import type {
  CaptureProgressTable,
  GroupTable,
  PersonDistinctIdTable,
  PersonFoldTable,
  PersonOverrideTable,
  PersonTable,
  ProjectionProgressTable,
} from './tables/person-tables.ts';
import type {
  ActivityTable,
  CounterTable,
  GroupTypeTable,
  IngestionWarningTable,
  KeyTable,
  ProjectTable,
} from './tables/project-tables.ts';
import type { ReplicaTable } from './tables/replica-tables.ts';
import type { EngineSchemaTable, SnapshotCheckTable } from './tables/shared-engine-tables.ts';
import type { SigningKeyTable, TokenRevocationTable } from './tables/signing-key-tables.ts';
import type { WriteLaneTable, WriteLeaseTable } from './tables/write-tables.ts';

/**
 * The tables of the metadata store as its functions see them; `column-codec.ts` says how they stand in the database:
 * names in snake_case, flags as 0 and 1, lists and objects as JSON text. Instants are milliseconds since 1970
 * (`...Ms`).
 */
export interface Schema {
  readonly counters: CounterTable;
  readonly projects: ProjectTable;
  readonly groupTypes: GroupTypeTable;
  readonly eventDefinitions: EventDefinitionTable;
  readonly propertyDefinitions: PropertyDefinitionTable;
  readonly propertyCounts: PropertyCountTable;
  readonly ingestionWarnings: IngestionWarningTable;
  readonly keys: KeyTable;
  readonly signingKeys: SigningKeyTable;
  readonly tokenRevocations: TokenRevocationTable;
  readonly consoleSessions: ConsoleSessionTable;
  readonly consoleCodes: ConsoleCodeTable;
  readonly endpoints: EndpointTable;
  readonly endpointTags: EndpointTagTable;
  readonly endpointUses: EndpointUseTable;
  readonly endpointVersions: EndpointVersionTable;
  readonly endpointJudgements: EndpointJudgementTable;
  readonly persons: PersonTable;
  readonly personDistinctIds: PersonDistinctIdTable;
  readonly personOverrides: PersonOverrideTable;
  readonly personFolds: PersonFoldTable;
  readonly groups: GroupTable;
  readonly captureProgress: CaptureProgressTable;
  readonly projectionProgress: ProjectionProgressTable;
  readonly imports: ImportTable;
  readonly deletions: DeletionTable;
  readonly eventDeletions: EventDeletionTable;
  readonly tombstones: TombstoneTable;
  readonly writeLeases: WriteLeaseTable;
  readonly writeLanes: WriteLaneTable;
  readonly lookups: LookupTable;
  readonly lookupAsks: LookupAskTable;
  readonly actions: ActionTable;
  readonly cohorts: CohortTable;
  readonly runLog: RunLogTable;
  readonly activity: ActivityTable;
  readonly endpointUsage: EndpointUsageTable;
  readonly endpointKeyUsage: EndpointKeyUsageTable;
  readonly endpointErrors: EndpointErrorTable;
  readonly propertyReads: PropertyReadTable;
  readonly materializations: MaterializationTable;
  readonly builds: BuildTable;
  readonly snapshots: SnapshotTable;
  readonly replicas: ReplicaTable;
  readonly snapshotChecks: SnapshotCheckTable;
  readonly engineSchema: EngineSchemaTable;
}
